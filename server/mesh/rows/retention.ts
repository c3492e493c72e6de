import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/limits.ts';
import { dropActivity } from '../../activity/rows.ts';
import type { Tx } from '../../database/database.ts';
import { pruningTime } from '../../database/pruning-time.ts';
import { dropAbsences } from './absences.ts';
import { NODE_ITSELF } from './probe-spans.ts';
import type { RolledUpMs } from './span-rows.ts';

/** How long history is kept: single probes, minutes, hours and days with the absences of this node, and activity. */
export const KEEP_PROBES_MS = DAY_MS;
export const KEEP_MINUTES_MS = 31 * DAY_MS;
export const KEEP_HOURS_MS = 366 * DAY_MS;

/** Old rows are deleted for a few platforms in each round, so that no round works through a backlog. */
const PLATFORMS_PER_ROUND = 16;
const ROWS_PER_ROUND = 500;
/** A search reads all of them, which takes SQLite a tenth of a second. */
const ACTIVITY_ROWS_MAX = 250_000;

/** @param round number of this round, from 0: each handles the next few platforms */
export async function dropOld(
  tx: Tx,
  { platforms, at: now, round }: { platforms: readonly string[]; at: number; round: number },
): Promise<void> {
  const at = await pruningTime(tx, now);
  const all = [...platforms, NODE_ITSELF];
  const cycle = Math.ceil(all.length / PLATFORMS_PER_ROUND);
  const first = (round % cycle) * PLATFORMS_PER_ROUND;
  for (const platform of all.slice(first, first + PLATFORMS_PER_ROUND)) {
    const old = (keepMs: number) => ({ platform, before: at - keepMs, limit: ROWS_PER_ROUND });
    await dropProbes(tx, old(KEEP_PROBES_MS));
    await dropSpans(tx, MINUTE_MS, old(KEEP_MINUTES_MS));
    await dropSpans(tx, HOUR_MS, old(KEEP_HOURS_MS));
    await dropSpans(tx, DAY_MS, old(KEEP_HOURS_MS));
  }
  if (first > 0) return;
  const before = at - KEEP_HOURS_MS;
  await dropAbsences(tx, before);
  await dropActivity(tx, { at, before, rows: ACTIVITY_ROWS_MAX, limit: ROWS_PER_ROUND });
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
    .where('at', '<', beyond === undefined ? before : beyond.at)
    .execute();
}

/** Drops a platform's spans before `before`, at most `limit` of them: the rest is for the next time. */
export async function dropSpans(
  tx: Tx,
  rolledUpMs: RolledUpMs,
  { platform, before, limit }: { platform: string; before: number; limit: number },
): Promise<void> {
  const old = tx
    .selectFrom('probeSpans')
    .select('at')
    .where((eb) => eb.and({ platform, spanMs: rolledUpMs }))
    .where('at', '<', before)
    .orderBy('at')
    .limit(limit);
  await tx
    .deleteFrom('probeSpans')
    .where((eb) => eb.and({ platform, spanMs: rolledUpMs }))
    .where('at', 'in', old)
    .execute();
}

/** Deletes what was measured of a platform. */
export async function deleteMeasured(tx: Tx, platform: string): Promise<void> {
  for (const table of ['probes', 'probeSpans', 'heartbeats', 'peerKeys'] as const)
    await tx.deleteFrom(table).where('platform', '=', platform).execute();
}
