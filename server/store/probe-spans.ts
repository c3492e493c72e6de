import { type RawBuilder, sql } from 'kysely';
import { CONNECTION_STATUSES, type ProbeResult } from '../../contract/shapes/mesh.ts';
import type { Database, Tx } from './database.ts';
import type { Probe, ProbeSpan } from './probes.ts';

/**
 * Probes rolled up into minutes and hours, for charts of times from which single probes are gone. Every
 * probe is added to its minute and its hour as it is written: there is never a backlog to work off.
 */
export const MINUTE_MS = 60 * 1000;
export const HOUR_MS = 60 * MINUTE_MS;
export const ROLLED_UP_MS = [MINUTE_MS, HOUR_MS] as const;
export type RolledUpMs = (typeof ROLLED_UP_MS)[number];

/** The worse a status, the higher its place in the contract's list. */
const RANKS = new Map<string, number>(CONNECTION_STATUSES.map((status, rank) => [status, rank]));
const WORST = CONNECTION_STATUSES.length - 1;

/** Far from the number of parameters that a statement may have; each row has six. */
const ROWS_A_STATEMENT = 1000;

/** Adds probes to their spans: the worst status, and what the mean latency is made of. */
export async function addToSpans(tx: Tx, probes: readonly Probe[]): Promise<void> {
  const rows = ROLLED_UP_MS.flatMap((spanMs) => probes.map((probe) => rowOf(probe, spanMs)));
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await tx
      .insertInto('probe_spans')
      .values(rows.slice(from, from + ROWS_A_STATEMENT))
      .onConflict((conflict) =>
        conflict.columns(['platform', 'span_ms', 'at']).doUpdateSet((eb) => ({
          worst: sql<number>`case when ${eb.ref('excluded.worst')} > ${eb.ref('probe_spans.worst')}
            then ${eb.ref('excluded.worst')} else ${eb.ref('probe_spans.worst')} end`,
          answered: eb('probe_spans.answered', '+', eb.ref('excluded.answered')),
          latency_sum: eb('probe_spans.latency_sum', '+', eb.ref('excluded.latency_sum')),
        })),
      )
      .execute();
}

const rowOf = ({ platform, at, status, latencyMs }: Probe, spanMs: number) => ({
  platform,
  span_ms: spanMs,
  at: at - (at % spanMs),
  worst: RANKS.get(status) ?? WORST,
  answered: latencyMs === null ? 0 : 1,
  latency_sum: latencyMs ?? 0,
});

/**
 * @param rolledUpMs of which spans the answer is made; `span.spanMs` is a multiple of it
 * @returns what was found in time, oldest first, as `probesSince` does
 */
export async function spansSince(
  db: Database | Tx,
  rolledUpMs: RolledUpMs,
  span: ProbeSpan,
): Promise<ProbeResult[]> {
  const start: RawBuilder<number> = sql`at - at % ${sql.lit(span.spanMs)}`;
  let query = db
    .selectFrom('probe_spans')
    .select(['platform', start.as('start')])
    .select(({ fn }) => [
      fn.max('worst').as('worst'),
      fn.sum<number>('answered').as('answered'),
      fn.sum<number>('latency_sum').as('latency_sum'),
    ])
    .where('span_ms', '=', rolledUpMs)
    .where('at', '>=', span.since - (span.since % rolledUpMs))
    .groupBy(['platform', start])
    .orderBy('start', 'desc')
    .orderBy('platform', 'desc')
    .limit(span.limit);
  if (span.platform !== undefined) query = query.where('platform', '=', span.platform);
  const rows = await query.execute();
  return rows.reverse().map((row) => ({
    platform: row.platform,
    at: Number(row.start),
    status: CONNECTION_STATUSES[Number(row.worst)] ?? 'error',
    latencyMs: Number(row.answered) === 0 ? null : Number(row.latency_sum) / Number(row.answered),
  }));
}

/** Drops a platform's spans before `before`, at most `limit` of them: the rest is for the next time. */
export async function dropSpans(
  tx: Tx,
  rolledUpMs: RolledUpMs,
  { platform, before, limit }: { platform: string; before: number; limit: number },
): Promise<void> {
  const old = tx
    .selectFrom('probe_spans')
    .select('at')
    .where('platform', '=', platform)
    .where('span_ms', '=', rolledUpMs)
    .where('at', '<', before)
    .orderBy('at')
    .limit(limit);
  await tx
    .deleteFrom('probe_spans')
    .where('platform', '=', platform)
    .where('span_ms', '=', rolledUpMs)
    .where('at', 'in', old)
    .execute();
}
