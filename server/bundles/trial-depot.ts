import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Depot, Parcel, ParcelState } from '../mesh/parcels.ts';
import { stateOf } from './deploy-receiving.ts';
import { createInspections, type Inspections } from './inspections.ts';
import type { InspectionThreads } from './thread.ts';
import type { Inspection } from './zip/inspect.ts';
import type { InspectionLimits } from './zip/limits.ts';

interface TrialParts {
  /** Where parts and what is unpacked lie. */
  readonly directory: string;
  readonly maxBytes: number;
  readonly limits: InspectionLimits;
  readonly threads: InspectionThreads;
}

/** Outcomes that are remembered: a practice sister keeps no more than that of any bundle. */
const REMEMBERED_MAX = 256;

/**
 * Where practice sisters take bundles: each is inspected by the real rules, its verdict remembered, and
 * its bytes dropped. One inspection at a time for all of them.
 */
export function createTrials({ directory, maxBytes, limits, threads }: TrialParts): {
  /** @param sister platform id of the one that takes */
  depotFor(sister: string): Depot;
  close(): Promise<void>;
} {
  const spoolDirectory = join(directory, 'unpacked');
  mkdirSync(spoolDirectory, { recursive: true, mode: 0o700 });
  const paths = new Map<string, string>();
  const outcomes = new Map<string, ParcelState>();
  const inspections: Inspections = createInspections({
    start: (key) => threads.start({ path: paths.get(key) ?? '', limits, spoolDirectory }),
    judge,
    atOnce: 1,
  });

  async function judge(key: string, { problems }: Inspection): Promise<void> {
    const [first] = problems;
    const status = first === undefined ? 'validated' : 'failed';
    outcomes.set(key, stateOf({ status, problem: first?.message ?? null }));
    await rm(paths.get(key) ?? '', { force: true });
    paths.delete(key);
  }

  function begin(key: string, { path, priority }: Parcel): ParcelState {
    const checking = stateOf({ status: 'validating', problem: null });
    for (const old of [...outcomes.keys()].slice(0, -REMEMBERED_MAX)) outcomes.delete(old);
    outcomes.set(key, checking);
    paths.set(key, path);
    inspections.add(key, priority);
    return checking;
  }

  return {
    depotFor: (sister) => ({
      directory: join(directory, sister),
      maxBytes,
      find: async (from, sha256) => outcomes.get(`${sister} ${from} ${sha256}`) ?? null,
      keep: async (parcel) => begin(`${sister} ${parcel.from} ${parcel.sha256}`, parcel),
    }),
    close: inspections.close,
  };
}
