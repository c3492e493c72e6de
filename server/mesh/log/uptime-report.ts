import * as z from 'zod/mini';
import { outsideOf } from '../../../proofs/merkle.ts';
import {
  isOfHead,
  parseEntry,
  type Report,
  reportOf,
  SignedHeadSchema,
  SignedWitnessSchema,
} from '../../../proofs/report.ts';
import { ActionableError } from '../../base/actionable-error.ts';
import type { Database } from '../../database/database.ts';
import { listLogSignatures } from '../rows/uptime-log.ts';
import { readUptimeLog } from './uptime-log.ts';

const SignedSchema = z.object({ head: SignedHeadSchema, witness: z.optional(SignedWitnessSchema) });

interface ReportQuery {
  readonly platform: string;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
}

/**
 * @returns a platform's rows of a time, with the newest head that other nodes have signed, and who did
 * @throws ActionableError when nothing of that time is in the log, or in what is signed of it
 */
export async function uptimeReport(db: Database, query: ReportQuery): Promise<Report> {
  const reader = await readUptimeLog(db);
  const signed = (await listLogSignatures(db))
    .map(({ signedJson }) => z.parse(SignedSchema, JSON.parse(signedJson)))
    // Another log's may have been saved while this one began.
    .filter(({ head }) => head.value.begun === reader.begun);
  const witnessed = signed.filter(({ witness }) => witness !== undefined);
  const [newest] = (witnessed.length > 0 ? witnessed : signed).sort(
    (a, b) => b.head.value.size - a.head.value.size,
  );
  if (newest === undefined)
    throw new ActionableError(
      'The log has no signed head yet: it has one a few minutes after the start.',
    );
  const { head } = newest;
  const { size } = head.value;
  const { first, entries: found } = await reader.entriesIn(query.from, query.to);
  const entries = found.slice(0, Math.max(0, size - first));
  if (entries.length === 0)
    throw new ActionableError(
      'Nothing of this time is in the log, or signed yet: a head is signed each hour.',
    );
  const { platform } = query;
  const said = entries.flatMap((entry) => parseEntry(entry) ?? []);
  if (!said.some((one) => one.platform === platform || Object.hasOwn(one.times ?? {}, platform)))
    throw new ActionableError(
      `The log has nothing of ${platform} in this time: is it the platform's id?`,
    );
  const proof = await reader.proofOf(outsideOf([first, first + entries.length], [0, size]));
  const witnesses = witnessed.flatMap(({ witness }) =>
    witness && isOfHead(witness.value, head.value) ? [witness] : [],
  );
  return reportOf({ ...query, head, witnesses, first, entries, proof });
}
