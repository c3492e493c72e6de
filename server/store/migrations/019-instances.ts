import type { Kysely } from 'kysely';
import { unlogged } from './id-column.ts';

/** What several instances of one database share. */
export async function instances(db: Kysely<unknown>): Promise<void> {
  await consoleFiles(db);
  await attempts(db);
  await peerCalls(db);
  await claims(db);
  await leadership(db);
  await moves(db);
}

async function consoleFiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('console_files')
    .addColumn('path', 'text', (column) => column.primaryKey())
    .addColumn('brotli', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function attempts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('attempts')
    .$call(unlogged(db))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('times_json', 'text', (column) => column.notNull())
    .addColumn('touched_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('attempts_key', ['name', 'key'])
    .execute();
  await db.schema
    .createIndex('attempts_by_time')
    .on('attempts')
    .columns(['name', 'touched_at'])
    .execute();
}

async function claims(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('claims')
    .$call(unlogged(db))
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function peerCalls(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('used_nonces')
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('nonce', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('used_nonces_key', ['issuer', 'nonce'])
    .execute();
  await db.schema
    .createIndex('used_nonces_by_expiry')
    .on('used_nonces')
    .column('expires_at')
    .execute();
  await db.schema
    .createTable('published_proofs')
    .addColumn('challenge', 'text', (column) => column.primaryKey())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** Who leads, who is there, and what those that do not lead answer about platforms. */
async function leadership(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('token', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('instances')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('build', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute();
  for (const column of ['failure', 'address'])
    await db.schema.alterTable('platforms').addColumn(column, 'text').execute();
}

async function moves(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('moves')
    .addColumn('origin', 'text', (column) => column.primaryKey())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('moved_at', 'bigint', (column) => column.notNull())
    .execute();
}
