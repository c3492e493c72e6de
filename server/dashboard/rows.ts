import { keyOf } from '../../contract/paths.ts';
import type { Stats } from '../../contract/shapes/system.ts';
import { countRows, type Database, type Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';

/** Name of the counter of completed handshakes and verified proofs. */
export const HANDSHAKES_COUNTER = 'route66-handshakes';

const ANSWERING = ['connected', 'warning'];

/** @returns the numbers of the dashboard. Both mesh numbers include this node. */
export async function readStats(db: Database): Promise<Stats> {
  const { configured, answering } = await countPlatforms(db);
  return {
    meshConnections: 1 + answering,
    zipBundlesProcessed: await countProcessed(db),
    route66Handshakes: await readCounter(db, HANDSHAKES_COUNTER),
    meshSize: 1 + configured,
  };
}

/** Publishes the numbers as they are in the caller's transaction. */
export async function emitStats(tx: Tx, emit: Emit): Promise<void> {
  emit(keyOf('stats'), 'replace', await readStats(tx));
}

/** The store has one row for each configured platform: see `syncPlatforms`. One in a drill counts as one that is down. */
async function countPlatforms(db: Database) {
  const rows = await db.selectFrom('platforms').select(['id', 'status']).execute();
  const drills = await db
    .selectFrom('incidents')
    .select('platform')
    .where('endedAt', 'is', null)
    .where('drillUntil', 'is not', null)
    .execute();
  const answering = rows.filter(
    ({ id, status }) =>
      ANSWERING.includes(status) && drills.every(({ platform }) => platform !== id),
  );
  return { configured: rows.length, answering: answering.length };
}

const countProcessed = (db: Database): Promise<number> =>
  countRows(db.selectFrom('bundles').where('status', '<>', 'validating'));

/** @returns the count; 0 for one that was never added to */
export async function readCounter(db: Database, name: string): Promise<number> {
  const row = await db
    .selectFrom('counters')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value ?? 0;
}

/** Adds to a count that only ever grows. */
export async function addToCounter(tx: Tx, name: string, added: number): Promise<void> {
  await tx
    .insertInto('counters')
    .values({ name, value: added })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((eb) => ({ value: eb('counters.value', '+', eb.ref('excluded.value')) })),
    )
    .execute();
}
