import type { Kysely } from 'kysely';
import { idType, numbered } from './id-column.ts';

/** Incidents, maintenance windows and handover notes. */
export async function incidents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('incidents')
    .addColumn('id', idType(db), numbered(db))
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('cause', 'text')
    .addColumn('planned', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('drill_until', 'bigint')
    .addColumn('acknowledged_by', 'text')
    .addColumn('acknowledged_at', 'bigint')
    .addColumn('acknowledged_note', 'text')
    .execute();
  await db.schema
    .createIndex('incidents_by_platform')
    .on('incidents')
    .columns(['platform', 'started_at'])
    .execute();
  await db.schema.createIndex('incidents_by_end').on('incidents').column('ended_at').execute();
  await db.schema
    .createTable('incident_events')
    .addColumn('id', idType(db), numbered(db))
    .addColumn('incident_id', idType(db), (column) =>
      column.notNull().references('incidents.id').onDelete('cascade'),
    )
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('incident_events_by_incident')
    .on('incident_events')
    .column('incident_id')
    .execute();
  await db.schema
    .createTable('maintenance')
    .addColumn('id', idType(db), numbered(db))
    .addColumn('platforms_json', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addColumn('repeat', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('changed_start', 'bigint')
    .addColumn('changed_end', 'bigint')
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('handover_notes')
    .addColumn('id', idType(db), numbered(db))
    .addColumn('written_by', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .execute();
}
