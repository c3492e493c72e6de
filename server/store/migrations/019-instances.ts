import type { Kysely } from 'kysely';

/** What several instances of one database share. */
export async function instances(db: Kysely<unknown>): Promise<void> {
  await consoleFiles(db);
}

async function consoleFiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('console_files')
    .addColumn('path', 'text', (column) => column.primaryKey())
    .addColumn('brotli', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute();
}
