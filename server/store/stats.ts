import { keyOf } from '../../contract/paths.ts';
import type { Stats } from '../../contract/shapes/dashboard.ts';
import type { Database, Tx } from './database.ts';
import type { Tell } from './journal.ts';

/** Name of the counter of completed handshakes and verified proofs. */
export const HANDSHAKES_COUNTER = 'route66-handshakes';

const ANSWERING = ['connected', 'warning'];

/**
 * @param meshConnections when the caller has just counted them; else this node plus the stored sisters
 *   that answered their last probe (rows of sisters no longer configured are forgotten at start)
 */
export async function readStats(db: Database | Tx, meshConnections?: number): Promise<Stats> {
  return {
    meshConnections: meshConnections ?? 1 + (await countAnswering(db)),
    zipBundlesProcessed: await countProcessed(db),
    route66Handshakes: await readCounter(db, HANDSHAKES_COUNTER),
  };
}

/** Tells every console the three numbers as they are in the caller's transaction. */
export async function tellStats(tx: Tx, tell: Tell, meshConnections?: number): Promise<void> {
  tell(keyOf('stats'), 'replace', await readStats(tx, meshConnections));
}

/** Drops what is stored of sisters that are no longer in the mesh's configuration. */
export async function forgetOtherPlatforms(tx: Tx, configured: readonly string[]): Promise<void> {
  let query = tx.deleteFrom('platforms');
  if (configured.length > 0) query = query.where('id', 'not in', [...configured]);
  await query.execute();
}

async function countAnswering(db: Database | Tx): Promise<number> {
  const { count } = await db
    .selectFrom('platforms')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', 'in', ANSWERING)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function countProcessed(db: Database | Tx): Promise<number> {
  const { count } = await db
    .selectFrom('bundles')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', '<>', 'validating')
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function readCounter(db: Database | Tx, name: string): Promise<number> {
  const row = await db
    .selectFrom('counters')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}
