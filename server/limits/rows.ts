import { BusyError } from '../base/http-error.ts';
import { createKeyedQueue } from '../base/keyed-queue.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/schema.ts';

/**
 * Replaces the times of the attempts that a limit counts by a key, in one step. Keys are bounded: the one that was quiet
 * longest goes first.
 *
 * @param change may be called again if somebody else was quicker; what it throws changes nothing
 */
export type UpdateTimes = (key: string, change: Change) => Promise<void>;
type Change = (times: readonly number[]) => readonly number[];

interface LimitName {
  /** Unique; the same in every instance and release. */
  readonly name: string;
  readonly keysMax: number;
  /** After so long without an attempt a key may be forgotten. */
  readonly keepMs: number;
}

/** A key that everybody uses at once is given up after so many changes by others. */
const TRIES_MAX = 50;
/** Forgotten keys leave the table this often while a limit is used. */
const SWEEP_EVERY_MS = 10 * 60_000;

/** Attempts that all instances of a database count together. */
export function attemptTimes(db: Database, now: () => number, limit: LimitName): UpdateTimes {
  const { name } = limit;
  const sweep = createSweep(db, limit, now);
  // Changes of one key by this instance wait for each other instead of trying again and again.
  const enqueue = createKeyedQueue();

  async function update(key: string, change: Change) {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const before = await readTimes(db, { name, key });
      const after = JSON.stringify(change(JSON.parse(before)));
      if (before === after) return;
      const row = { name, key, timesJson: after, touchedAt: now() };
      if (await replaceTimes(db, row, before)) return sweep(before === NONE);
    }
    throw new BusyError('Too many attempts at once. Please wait a little.', 503, 1);
  }

  return (key, change) => enqueue(key, () => update(key, change));
}

const NONE = '[]';

async function readTimes(
  db: Database,
  row: Pick<Tables['attempts'], 'name' | 'key'>,
): Promise<string> {
  const found = await db
    .selectFrom('attempts')
    .select('timesJson')
    .where((eb) => eb.and(row))
    .executeTakeFirst();
  return found?.timesJson ?? NONE;
}

/** @returns false if somebody has changed them since they were read */
async function replaceTimes(
  db: Database,
  row: Tables['attempts'],
  before: string,
): Promise<boolean> {
  const { timesJson, touchedAt } = row;
  const stored = await db
    .insertInto('attempts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'key'])
        .doUpdateSet({ timesJson, touchedAt })
        .where('attempts.timesJson', '=', before),
    )
    .returning('key')
    .execute();
  return stored.length === 1;
}

/** Bounds the keys of a limit, to one in a hundred more than its most. */
function createSweep(db: Database, { name, keysMax, keepMs }: LimitName, now: () => number) {
  const sweepEvery = Math.max(1, Math.floor(keysMax / 100));
  let added = 0;
  let sweptAt = now();

  return async (isNew: boolean): Promise<void> => {
    if (isNew) added += 1;
    const isFull = isNew && added % sweepEvery === 0;
    if (!isFull && Math.abs(now() - sweptAt) < SWEEP_EVERY_MS) return;
    sweptAt = now();
    const rows = db.deleteFrom('attempts').where('name', '=', name);
    await rows.where('touchedAt', '<=', now() - keepMs).execute();
    await rows
      .where('key', 'in', (eb) =>
        eb
          .selectFrom('attempts')
          .select('key')
          .where('name', '=', name)
          .orderBy('touchedAt', 'desc')
          .orderBy('key')
          // SQLite knows no offset without a limit.
          .limit(keysMax * 10)
          .offset(keysMax),
      )
      .execute();
  };
}
