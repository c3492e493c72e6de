import { type Kysely, sql } from 'kysely';
import { idType, numbered } from './id-column.ts';

/** What every node was alerted of before there were rules. */
const FIRST_RULE = {
  name: 'Platforms that are down',
  enabled: true,
  platforms: [],
  status: 'error',
  afterSec: 0,
  repeatMin: null,
  recovered: true,
  quiet: null,
  channels: ['push'],
};

/** Channels, rules, and every alert on its way. */
export async function alerts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alert_channels')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('settings_json', 'text', (column) => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('alert_rules')
    .addColumn('id', idType(db), numbered(db))
    .addColumn('rule_json', 'text', (column) => column.notNull())
    .execute();
  await sql`insert into alert_rules (rule_json) values (${JSON.stringify(FIRST_RULE)})`.execute(db);
  await db.schema
    .createTable('alert_decisions')
    .addColumn('incident_id', idType(db), (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('drill', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('alert_decisions_once', ['incident_id', 'channel', 'step'])
    .execute();
  await db.schema
    .createTable('alert_deliveries')
    .addColumn('id', idType(db), numbered(db))
    .addColumn('dedupe_key', 'text', (column) => column.notNull().unique())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('incident_id', idType(db))
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('message_json', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('tried_at', 'bigint')
    .addColumn('error', 'text')
    .execute();
  await db.schema
    .createIndex('alert_deliveries_by_state')
    .on('alert_deliveries')
    .columns(['state', 'due_at'])
    .execute();
  await db.schema
    .createIndex('alert_deliveries_by_channel')
    .on('alert_deliveries')
    .columns(['channel', 'id'])
    .execute();
  await db.schema
    .createIndex('alert_deliveries_by_incident')
    .on('alert_deliveries')
    .column('incident_id')
    .execute();
}
