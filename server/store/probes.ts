import { sql } from 'kysely';
import { CONNECTION_STATUSES, type ProbeResult } from '../../contract/shapes/mesh.ts';
import type { Database, Tx } from './database.ts';

/** One probe: when, of whom, and what was found. */
export interface Probe {
  readonly platform: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly status: string;
  /** Null when it was not answered. */
  readonly latencyMs: number | null;
}

export interface ProbeSpan {
  readonly platform?: string | undefined;
  /** Epoch milliseconds, of the first row that is wanted. */
  readonly since: number;
  /** How much time one row of the answer stands for; 0: each probe is a row. */
  readonly spanMs: number;
  readonly limit: number;
}

export async function addProbes(tx: Tx, probes: readonly Probe[]): Promise<void> {
  if (probes.length === 0) return;
  await tx
    .insertInto('probes')
    .values(
      probes.map((probe) => ({
        platform: probe.platform,
        at: probe.at,
        status: probe.status,
        latency_ms: probe.latencyMs,
      })),
    )
    .execute();
}

/**
 * @returns what was found in time, oldest first: for each platform and span the worst status and the mean
 *   latency of those that answered
 */
export async function probesSince(db: Database | Tx, span: ProbeSpan): Promise<ProbeResult[]> {
  const ms = Math.max(1, span.spanMs);
  const start = sql<number>`at - at % ${sql.lit(ms)}`;
  let query = db
    .selectFrom('probes')
    .select(['platform', start.as('start')])
    .select(sql<number>`max(${RANK})`.as('worst'))
    .select(({ fn }) => fn.avg<number | null>('latency_ms').as('latency_ms'))
    .where('at', '>=', span.since)
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
    latencyMs: row.latency_ms === null ? null : Number(row.latency_ms),
  }));
}

/** The worse a status, the higher its place in the contract's list. */
const RANK = sql`case status when 'connected' then 0 when 'warning' then 1 else 2 end`;

/** @returns when a platform was last probed, epoch milliseconds */
export async function lastProbeAt(db: Database, platform: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('probes')
    .select('at')
    .where('platform', '=', platform)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && Number(row.at);
}

/** Drops a platform's probes before `before`, at most `limit` of them: the rest is for the next time. */
export async function dropProbes(
  tx: Tx,
  { platform, before, limit }: { platform: string; before: number; limit: number },
): Promise<void> {
  const beyond = await tx
    .selectFrom('probes')
    .select('at')
    .where('platform', '=', platform)
    .where('at', '<', before)
    .orderBy('at')
    .offset(limit)
    .limit(1)
    .executeTakeFirst();
  await tx
    .deleteFrom('probes')
    .where('platform', '=', platform)
    .where('at', '<', beyond === undefined ? before : Number(beyond.at))
    .execute();
}
