import { isDeepStrictEqual } from 'node:util';
import { isMeshNode, type Platform } from '../../config/mesh-config.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Row } from '../../database/schema.ts';
import { kindOf } from '../kinds/kinds.ts';
import { addStates, dropStates, forgetStatus } from './states.ts';

/** A platform with what only this server knows of it. */
export interface Definition extends Platform {
  readonly source: PlatformSource;
}

type PlatformSource = 'file' | 'console';

/** A platform that is no longer there. */
interface FormerPlatform {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly removedAt: number;
}

/** @returns the platforms, in their order */
export async function listDefinitions(db: Database): Promise<Definition[]> {
  const rows = await db
    .selectFrom('platformDefinitions')
    .selectAll()
    .where('removedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(definitionOf);
}

/** @returns those that were removed since */
export const listFormer = async (db: Database, since: number): Promise<FormerPlatform[]> => {
  const rows = await db
    .selectFrom('platformDefinitions')
    .select(['id', 'removedAt'])
    .where('removedAt', '>=', since)
    .execute();
  return rows.map(({ id, removedAt }) => ({ id, removedAt: removedAt ?? 0 }));
};

/** @returns those that are not probed: paused or removed */
export async function idsOfLeft(db: Database): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('platformDefinitions')
    .select('id')
    .where((eb) => eb.or([eb('removedAt', 'is not', null), eb('paused', '=', 1)]))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** @returns every id that is or was given */
export async function knownIds(db: Database): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('platformDefinitions').select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

/** Adds a platform behind the others, or writes over the one with its id, which keeps its place. */
export async function saveDefinition(tx: Tx, definition: Definition, at: number): Promise<void> {
  const {
    id,
    name,
    domain,
    kind = 'mesh',
    source,
    paused,
    secret = null,
    ...settings
  } = definition;
  const shared = { name, domain, kind, source, paused: paused ? 1 : 0, secret, removedAt: null };
  const columns = { ...shared, settingsJson: JSON.stringify(settings) };
  const { last } = await tx
    .selectFrom('platformDefinitions')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('platformDefinitions')
    .values({ id, ...columns, position: (last ?? 0) + 1, createdAt: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
  await addStates(tx, [id]);
  if (paused) await forgetStatus(tx, id);
}

export async function saveOrder(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries())
    await tx
      .updateTable('platformDefinitions')
      .set({ position: index + 1 })
      .where('id', '=', id)
      .execute();
}

/** Nothing but its id and its name is left of what it was set up with, and no other depends on it. */
export async function markRemoved(
  tx: Tx,
  id: string,
  { source, at }: { readonly source: PlatformSource; readonly at: number },
): Promise<void> {
  await tx
    .updateTable('platformDefinitions')
    .set({ removedAt: at, source, settingsJson: '{}', secret: null })
    .where('id', '=', id)
    .execute();
  for (const other of await listDefinitions(tx)) {
    const { dependsOn = [] } = other;
    if (!dependsOn.includes(id)) continue;
    await saveDefinition(tx, { ...other, dependsOn: dependsOn.filter((one) => one !== id) }, at);
  }
  await dropStates(tx);
}

/**
 * Brings the platforms of the configuration's file up to date: adds and changes those that it names, and removes those that it
 * no longer does. Those that were added elsewhere stay. A simulated one that an admin removed does not come back.
 *
 * @returns whether that changed anything
 */
export async function syncPlatforms(
  tx: Tx,
  configured: readonly Platform[],
  at: number,
): Promise<boolean> {
  const before = await listDefinitions(tx);
  await storeConfigured(tx, configured, at);
  await dropStates(tx);
  return !isDeepStrictEqual(before, await listDefinitions(tx));
}

async function storeConfigured(tx: Tx, configured: readonly Platform[], at: number): Promise<void> {
  const rows = await tx.selectFrom('platformDefinitions').selectAll().execute();
  const stored = new Map(rows.map((row) => [row.id, row]));
  const named = new Set(configured.map(({ id }) => id));
  for (const platform of configured) {
    const before = stored.get(platform.id);
    const isDismissed = before?.source === 'console' && before.removedAt !== null;
    if (isDismissed && isMeshNode(platform) && platform.address === undefined) continue;
    await saveDefinition(tx, { ...platform, ...keptOf(before, platform), source: 'file' }, at);
  }
  for (const { id, source, removedAt } of rows)
    if (source === 'file' && removedAt === null && !named.has(id))
      await markRemoved(tx, id, { source, at });
}

/** The file has no secrets: those that were entered before it named the platform stay, as does a pause. */
function keptOf(
  row: Row<'platformDefinitions'> | undefined,
  after: Platform,
): Pick<Definition, 'paused' | 'secret'> {
  if (row === undefined || row.removedAt !== null) return { paused: after.paused === true };
  const before = definitionOf(row);
  const { kind, secret, paused } = before;
  const isKept = after.kind === kind && kindOf(after).secrets?.isKept(before, after);
  const stays = isKept && after.secret === undefined && secret !== undefined;
  return { paused, ...(stays && { secret }) };
}

function definitionOf(row: Row<'platformDefinitions'>): Definition {
  // How it is probed stood apart in earlier rows.
  const { check, ...settings } = JSON.parse(row.settingsJson);
  return {
    ...settings,
    ...check,
    id: row.id,
    name: row.name,
    domain: row.domain,
    kind: row.kind,
    source: row.source,
    paused: row.paused === 1,
    ...(row.secret !== null && { secret: row.secret }),
  };
}
