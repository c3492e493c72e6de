import { type Kysely, sql } from 'kysely';

/** Why probes failed, how latencies spread, downtime in maintenance, and when this node measured nothing. */
export async function history(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('probes').addColumn('failure', 'text').execute();
  await db.schema
    .alterTable('probe_spans')
    .addColumn('planned_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  for (const column of ['latency_min', 'latency_max'])
    await db.schema.alterTable('probe_spans').addColumn(column, sql`double precision`).execute();
  await db.schema
    .alterTable('probe_spans')
    .addColumn('latency_histogram', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('platforms').addColumn('version', 'text').execute();
  await db.schema
    .alterTable('platforms')
    .addColumn('clock_offset_ms', sql`double precision`)
    .execute();
  await db.schema
    .createTable('node_absences')
    .addColumn('from_at', 'bigint', (column) => column.primaryKey())
    .addColumn('to_at', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .execute();
}
