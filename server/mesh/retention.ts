import type { Tx } from '../store/database.ts';
import { dropSpans, HOUR_MS, MINUTE_MS } from '../store/probe-spans.ts';
import { dropProbes } from '../store/probes.ts';

/** How long history is kept: single probes, minutes, hours. */

export const DAY_MS = 24 * HOUR_MS;
export const KEEP_PROBES_MS = DAY_MS;
export const KEEP_MINUTES_MS = 31 * DAY_MS;
export const KEEP_HOURS_MS = 366 * DAY_MS;

/** What is old goes a few platforms and rows a round, so that no round has to work off a backlog. */
const PLATFORMS_A_ROUND = 16;
const ROWS_A_ROUND = 500;

/** @param turn how many rounds were before this one: each takes the next few platforms */
export async function dropOld(
  tx: Tx,
  { platforms, at, turn }: { platforms: readonly string[]; at: number; turn: number },
): Promise<void> {
  const turns = Math.max(1, Math.ceil(platforms.length / PLATFORMS_A_ROUND));
  const first = (turn % turns) * PLATFORMS_A_ROUND;
  for (const platform of platforms.slice(first, first + PLATFORMS_A_ROUND)) {
    const old = (keepMs: number) => ({ platform, before: at - keepMs, limit: ROWS_A_ROUND });
    await dropProbes(tx, old(KEEP_PROBES_MS));
    await dropSpans(tx, MINUTE_MS, old(KEEP_MINUTES_MS));
    await dropSpans(tx, HOUR_MS, old(KEEP_HOURS_MS));
  }
}
