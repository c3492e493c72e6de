import * as z from 'zod/mini';
import { DAY_MS } from '../../contract/limits.ts';
import type { Database, Tx } from './database.ts';
import { readSetting, saveSetting } from './settings.ts';

const NAME = 'pruning-clock';
/** A clock that was moved is believed after it ran steadily for so long. */
const STEADY_MS = DAY_MS;

const StoredSchema = z.object({
  /** What the leader's clock said when it was last looked at, epoch milliseconds. */
  at: z.number(),
  /** The last time that is believed, epoch milliseconds. */
  trusted: z.number(),
  /** How long the clock ran since it was moved, in milliseconds. */
  steadyMs: z.number(),
});
type PruningClock = z.infer<typeof StoredSchema>;

/**
 * The time for whatever is deleted because of its age: a clock that is ahead for a moment must not delete history for good.
 *
 * @param now epoch milliseconds
 * @returns that, or an earlier time while it is not believed: see `lookAtClock`
 */
export async function pruningTime(db: Database, now: number): Promise<number> {
  const stored = await readSetting(db, NAME, StoredSchema);
  return Math.min(now, stored?.trusted ?? now);
}

/**
 * Called by the leader from time to time. A clock that has moved by more than a day against the time that passed is not believed
 * until it is back, or has run steadily for a day. Between two processes nobody knows what passed: at most a day is believed.
 *
 * @param now epoch milliseconds
 * @param passedMs monotonic, since it was looked at last; undefined in a new process
 * @returns by how much it moved when it is believed no more, milliseconds; 0 when it is again; undefined: nothing changed
 */
export async function lookAtClock(
  tx: Tx,
  now: number,
  passedMs?: number,
): Promise<number | undefined> {
  const stored = await readSetting(tx, NAME, StoredSchema);
  const before = stored ?? { at: now, trusted: now, steadyMs: 0 };
  const after = afterLook(before, now, passedMs);
  await saveSetting(tx, NAME, after);
  const wasTrusted = before.trusted === before.at;
  const isTrusted = after.trusted === after.at;
  if (wasTrusted === isTrusted) return undefined;
  return isTrusted ? 0 : now - before.at - (passedMs ?? 0);
}

function afterLook(before: PruningClock, now: number, passedMs?: number): PruningClock {
  const passed = now - before.at;
  const isSteady = Math.abs(passed - (passedMs ?? 0)) <= DAY_MS;
  const steadyMs = isSteady ? before.steadyMs + Math.max(0, passedMs ?? passed) : 0;
  const isTrusted = Math.abs(now - before.trusted) <= DAY_MS || steadyMs >= STEADY_MS;
  return { at: now, trusted: isTrusted ? now : before.trusted, steadyMs };
}
