import { bytesToHex } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { outsideOf } from '../../../contract/merkle.ts';
import {
  type Report,
  reportOf,
  SignedHeadSchema,
  SignedWitnessSchema,
} from '../../../contract/report.ts';
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
  const stored = await listLogSignatures(db);
  const signed = stored.map(({ signedJson }) => z.parse(SignedSchema, JSON.parse(signedJson)));
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
  const reader = await readUptimeLog(db);
  const { first, entries: found } = await reader.entriesIn(query.from, query.to);
  const entries = found.slice(0, Math.max(0, size - first));
  if (entries.length === 0)
    throw new ActionableError(
      'Nothing of this time is in the log, or signed yet: a head is signed each hour.',
    );
  const proof: string[] = [];
  for (const subtree of outsideOf([first, first + entries.length], [0, size]))
    proof.push(bytesToHex(await reader.hashOf(subtree)));
  const isOfHead = (at: number) => at === head.value.at;
  const witnesses = witnessed.flatMap(({ head: { value }, witness }) =>
    witness && isOfHead(value.at) ? [witness] : [],
  );
  return reportOf({ ...query, head, witnesses, first, entries, proof });
}
