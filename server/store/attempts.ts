import { BusyError } from '../busy-error.ts';
import { createKeyedQueue } from '../keyed-queue.ts';
import type { Database } from './database.ts';
import type { InstancesTables } from './instances-schema.ts';

/**
 * The times of the attempts that one limit counts, by key. Bounded in keys: the one that was quiet longest goes first.
 */
export interface AttemptTimes {
  /**
   * Replaces the times of a key in one step. No times: the key is forgotten.
   *
   * @param change may be called again if somebody else was quicker; what it throws changes nothing
   */
  update(key: string, change: (times: readonly number[]) => readonly number[]): Promise<void>;
}

/** Opens the times of one limit. */
export type OpenAttemptTimes = (limit: LimitName) => AttemptTimes;

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
export const tableTimes =
  (db: Database, now: () => number): OpenAttemptTimes =>
  (limit) => {
    const { name } = limit;
    const sweep = createSweep(db, limit, now);
    // Changes of one key by this instance wait for each other instead of trying again and again.
    const enqueue = createKeyedQueue();

    async function update(key: string, change: Parameters<AttemptTimes['update']>[1]) {
      for (let tries = 0; tries < TRIES_MAX; tries++) {
        const row = { name, key };
        const before = await readTimes(db, row);
        const after = JSON.stringify(change(JSON.parse(before)));
        if (!(await replaceTimes(db, row, { before, after, at: now() }))) continue;
        return sweep(before === NONE);
      }
      throw new BusyError('Too many attempts at once. Please wait a little.', 503, 1);
    }

    return { update: (key, change) => enqueue(key, () => update(key, change)) };
  };

/** A key without a row. */
const NONE = '[]';

interface Row {
  readonly name: string;
  readonly key: string;
}

async function readTimes(db: Database, row: Row): Promise<string> {
  const found = await db
    .selectFrom('attempts')
    .select('times_json')
    .where((eb) => eb.and(row))
    .executeTakeFirst();
  return found?.times_json ?? NONE;
}

/** @returns false if somebody has changed them since they were read */
async function replaceTimes(
  db: Database,
  row: Row,
  { before, after, at }: { before: string; after: string; at: number },
): Promise<boolean> {
  if (before === after) return true;
  const next = { times_json: after, touched_at: at };
  const found = { ...row, times_json: before };
  if (before === NONE) return insertTimes(db, { ...row, ...next });
  if (after === NONE) {
    const gone = db.deleteFrom('attempts').where((eb) => eb.and(found));
    return Number((await gone.executeTakeFirstOrThrow()).numDeletedRows) === 1;
  }
  const changed = db
    .updateTable('attempts')
    .set(next)
    .where((eb) => eb.and(found));
  return Number((await changed.executeTakeFirstOrThrow()).numUpdatedRows) === 1;
}

async function insertTimes(db: Database, row: InstancesTables['attempts']): Promise<boolean> {
  const added = await db
    .insertInto('attempts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(added.numInsertedOrUpdatedRows) === 1;
}

/** Bounds the keys of a limit, to one in a hundred more than its most. */
function createSweep(db: Database, { name, keysMax, keepMs }: LimitName, now: () => number) {
  const sweepEvery = Math.max(1, Math.floor(keysMax / 100));
  let added = 0;
  let sweptAt = now();

  return async (isNew: boolean): Promise<void> => {
    if (isNew) added += 1;
    const isFull = isNew && added % sweepEvery === 0;
    if (!isFull && now() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now();
    const rows = db.deleteFrom('attempts').where('name', '=', name);
    await rows.where('touched_at', '<=', now() - keepMs).execute();
    await rows
      .where('key', 'in', (eb) =>
        eb
          .selectFrom('attempts')
          .select('key')
          .where('name', '=', name)
          .orderBy('touched_at', 'desc')
          .orderBy('key')
          // SQLite knows no offset without a limit.
          .limit(keysMax * 10)
          .offset(keysMax),
      )
      .execute();
  };
}
