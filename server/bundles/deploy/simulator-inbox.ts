import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { rename, rm } from '../../base/file-work.ts';
import type {
  BundleSink,
  ReceivedTransfer,
  TransferState,
} from '../../mesh/transfers/transfer-receiver.ts';
import { createInspectionQueue } from '../inspection/inspection-queue.ts';
import type { InspectionThreads } from '../inspection/inspection-threads.ts';
import type { Inspection } from '../inspection/zip/inspect.ts';
import type { InspectionLimits } from '../inspection/zip/limits.ts';
import { transferStateOf } from './bundle-inbox.ts';

interface SimulatorInboxOptions {
  /** For received files and for what is unpacked from them. */
  readonly directory: string;
  readonly maxBytes: number;
  readonly limits: InspectionLimits;
  readonly threads: InspectionThreads;
}

/** Results that are remembered; a simulated peer stores nothing else of a bundle. */
const RESULTS_MAX = 256;

/**
 * Where simulated peers receive bundles: each is inspected by the real rules, the result is remembered and
 * the file deleted. One inspection at a time for all of them.
 */
export function createSimulatorInboxes({
  directory,
  maxBytes,
  limits,
  threads,
}: SimulatorInboxOptions) {
  const spoolDirectory = join(directory, 'unpacked');
  mkdirSync(spoolDirectory, { recursive: true, mode: 0o700 });
  const paths = new Map<string, string>();
  const results = new Map<string, TransferState>();
  const inspections = createInspectionQueue({
    start: (key) => {
      const location = { kind: 'file', paths: [paths.get(key) ?? ''] } as const;
      return threads.start({ location, limits, spoolDirectory });
    },
    recordInspection,
    concurrency: 1,
  });

  async function recordInspection(key: string, { problems }: Inspection): Promise<void> {
    const [first] = problems;
    const status = first === undefined ? 'validated' : 'failed';
    results.set(key, transferStateOf({ status, problem: first?.message ?? null }));
    await rm(paths.get(key) ?? '', { force: true });
    paths.delete(key);
  }

  async function inspect(
    key: string,
    { path, priority }: ReceivedTransfer,
  ): Promise<TransferState> {
    const taken = `${path}.zip`;
    await rename(path, taken);
    const checking = transferStateOf({ status: 'validating', problem: null });
    for (const old of [...results.keys()].slice(0, -RESULTS_MAX)) results.delete(old);
    results.set(key, checking);
    paths.set(key, taken);
    inspections.add(key, priority);
    return checking;
  }

  return {
    /** @param peer platform id of the receiver */
    inboxOf: (peer: string): BundleSink => ({
      maxBytes,
      find: async (from, { sha256 }) => results.get(`${peer} ${from} ${sha256}`) ?? null,
      roomProblem: async () => null,
      keep: async (transfer) => inspect(`${peer} ${transfer.from} ${transfer.sha256}`, transfer),
    }),
    close: inspections.close,
  };
}
