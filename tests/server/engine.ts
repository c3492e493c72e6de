import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, Migrator } from 'kysely';
import type { DatabasePlace } from '../../server/database/database.ts';
import { MIGRATIONS } from '../../server/database/migrations.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { openPostgres } from '../../server/database/postgres/postgres.ts';
import { mergeWriteAheadLog, openSqlite, sqlitePath } from '../../server/database/sqlite.ts';
import { openStore, type Store } from '../../server/database/store.ts';
import { type Identity, openIdentity } from '../../server/mesh/keys/identity.ts';
import { syncPlatforms } from '../../server/platforms/rows/definitions.ts';
import { fileKeys } from '../../server/secrets/key-store.ts';
import { openNodeSecrets } from '../../server/secrets/node-secrets.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';

/** The engine under test: the vitest project `postgres` sets it. */
export const ENGINE = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

/** The databases of data directories: a store that is opened again finds its own. */
const databases = new Map<string, TestDatabase>();
const CONNECTIONS_MAX = 10;

/** @returns where the database of a test's data directory is; on PostgreSQL it is made by the first call */
export async function placeOf(dataDir: string): Promise<DatabasePlace> {
  if (ENGINE === 'sqlite') return { dataDir, database: null };
  const known = databases.get(dataDir) ?? (await createTestDatabase());
  databases.set(dataDir, known);
  return { dataDir, database: { url: known.url, connectionsMax: CONNECTIONS_MAX } };
}

/** @returns the environment variables of a server that uses this data directory */
export async function environmentOf(dataDir: string): Promise<Record<string, string>> {
  const { database } = await placeOf(dataDir);
  return database === null ? {} : { DATABASE_URL: database.url, SECRET_KEY: 'A'.repeat(43) };
}

/**
 * Gives a new data directory the database that a first start would make. On SQLite that is a copy: to migrate takes longer than
 * most tests.
 */
export async function fillDataDir(dataDir: string): Promise<void> {
  const path = sqlitePath(dataDir);
  if (ENGINE !== 'sqlite' || existsSync(path)) return;
  template ??= migrateTemplate();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(path, await template, { mode: 0o600 });
}

let template: Promise<Buffer> | undefined;

async function migrateTemplate(): Promise<Buffer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'meridian-template-'));
  const db = await openDatabase({ dataDir, database: null });
  await mergeWriteAheadLog(db);
  await db.destroy();
  const file = await readFile(sqlitePath(dataDir));
  await rm(dataDir, { recursive: true });
  return file;
}

/** `openStore` of the engine under test. */
export const openTestStore = async (
  dataDir: string,
  platformIds: readonly string[],
  now: () => number,
) => {
  await fillDataDir(dataDir);
  const store = await openStore(await placeOf(dataDir), now);
  const platforms = platformIds.map((id) => ({ id, name: id, domain: `${id}.mesh.example` }));
  await store.journal.commit((tx) => syncPlatforms(tx, platforms, now()));
  return store;
};

/** `openDatabase` of the engine under test. */
export async function openTestDatabase(dataDir: string) {
  await fillDataDir(dataDir);
  return openDatabase(await placeOf(dataDir));
}

/** @returns the key of the node that a server with this data directory will be */
export async function identityOf(dataDir: string, nodeId: string): Promise<Identity> {
  if (ENGINE === 'sqlite') return openIdentity(fileKeys(dataDir), nodeId, Date.now);
  const { SECRET_KEY: secretKey = null } = await environmentOf(dataDir);
  const place = await placeOf(dataDir);
  const store = await openStore(place, Date.now);
  try {
    const { keys } = await openNodeSecrets({ ...place, secretKey }, store.journal);
    return await openIdentity(keys, nodeId, Date.now);
  } finally {
    await store.close();
  }
}

/** Turns of the event loop in which all that follows from an answer of the database has begun. */
const TURNS = 4;

/** Resolves when nothing waits for the database. SQLite answers within a turn. */
export async function databaseIdle({ pool }: Pick<Store, 'pool'>): Promise<void> {
  for (let quiet = 0; quiet < TURNS; ) {
    await new Promise(setImmediate);
    const counters = pool();
    quiet = counters === null || counters.idle === counters.total ? quiet + 1 : 0;
  }
}

/** Makes the database of a data directory as an earlier release left it: with the migrations up to this one. */
export async function openOldDatabase(
  dataDir: string,
  lastMigration: string,
): Promise<Kysely<unknown>> {
  const empty = ENGINE === 'postgres' ? await createTestDatabase({ empty: true }) : undefined;
  if (empty !== undefined) databases.set(dataDir, empty);
  const { database } = await placeOf(dataDir);
  const db = database === null ? openSqlite(dataDir) : openPostgres(database).db;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateTo(lastMigration);
  if (error !== undefined) throw error;
  return db as unknown as Kysely<unknown>;
}

/** Removes the database of a data directory that is removed. */
export async function dropDatabaseOf(dataDir: string): Promise<void> {
  const known = databases.get(dataDir);
  databases.delete(dataDir);
  await known?.drop();
}
