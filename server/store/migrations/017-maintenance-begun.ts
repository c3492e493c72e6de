import type { Kysely } from 'kysely';

/** So that the beginning and the end of a maintenance window are recorded once, also over a restart. */
export async function maintenanceBegun(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('maintenance').addColumn('begun_start', 'bigint').execute();
}
