import { type Kysely, type Migration, sql } from 'kysely';
import { history } from './migrations/013-history.ts';
import { incidents } from './migrations/014-incidents.ts';
import { alerts } from './migrations/015-alerts.ts';
import { medians } from './migrations/016-medians.ts';
import { maintenanceBegun } from './migrations/017-maintenance-begun.ts';
import { people } from './migrations/018-people.ts';
import { instances } from './migrations/019-instances.ts';
import { idType, numbered } from './migrations/id-column.ts';

/**
 * Every change of the tables, in order, run at start. A released migration is never edited: a new one
 * follows it. Kysely's builder, so that the same list serves SQLite and PostgreSQL.
 */
export const MIGRATIONS: Record<string, Migration> = {
  '001-ground-floor': { up: groundFloor },
  '002-challenges': { up: challenges },
  '003-upload-receipts': { up: uploadReceipts },
  '004-probe-spans': { up: probeSpans },
  '005-displays': { up: displays },
  '006-push-subscriptions': { up: pushSubscriptions },
  '007-held-times': { up: heldTimes },
  '008-activity-platform': { up: activityPlatform },
  '009-notifications': { up: notifications },
  '010-secrets': { up: secrets },
  '011-peer-keys': { up: peerKeys },
  '012-deploy-times': { up: deployTimes },
  '013-history': { up: history },
  '014-incidents': { up: incidents },
  '015-alerts': { up: alerts },
  '016-medians': { up: medians },
  '017-maintenance-begun': { up: maintenanceBegun },
  '018-people': { up: people },
  '019-instances': { up: instances },
};

async function groundFloor(db: Kysely<unknown>): Promise<void> {
  await accounts(db);
  await activity(db);
  await bundles(db);
  await mesh(db);
}

async function accounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('username_key', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('sovereign_level', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute();
}

async function activity(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('activity')
    .addColumn('id', idType(db), numbered(db))
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('severity', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('live_log')
    .addColumn('seq', idType(db), numbered(db))
    .addColumn('key_json', 'text', (column) => column.notNull())
    .addColumn('op', 'text', (column) => column.notNull())
    .addColumn('data_json', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
}

async function bundles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bundles')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('target_platforms_json', 'text', (column) => column.notNull())
    .addColumn('priority', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('uploaded_by', 'text', (column) => column.notNull())
    .addColumn('problems_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('files_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('file_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('bundle_history')
    .addColumn('bundle_id', 'text', (column) =>
      column.notNull().references('bundles.id').onDelete('cascade'),
    )
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('bundle_targets')
    .addColumn('bundle_id', 'text', (column) =>
      column.notNull().references('bundles.id').onDelete('cascade'),
    )
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('sent_bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('message', 'text')
    .addPrimaryKeyConstraint('bundle_targets_key', ['bundle_id', 'platform'])
    .execute();
}

async function mesh(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('platforms')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('latency_ms', sql`double precision`)
    .addColumn('last_seen', 'bigint')
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('probes')
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('latency_ms', sql`double precision`)
    .execute();
  await db.schema
    .createIndex('probes_by_platform_and_time')
    .on('probes')
    .columns(['platform', 'at'])
    .execute();
  await db.schema
    .createTable('heartbeats')
    .addColumn('platform', 'text', (column) => column.primaryKey())
    .addColumn('sent', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('succeeded', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('failed', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('last_success', 'bigint')
    .addColumn('last_error', 'text')
    .execute();
  await db.schema
    .createTable('counters')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}

async function challenges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('challenges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('peer', 'text', (column) => column.notNull())
    .addColumn('nonce', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('deadline', 'bigint', (column) => column.notNull())
    .addColumn('server_at', 'bigint')
    .addColumn('callback_at', 'bigint')
    .addColumn('file_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .execute();
}

async function uploadReceipts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('upload_receipts')
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('bundle_json', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('upload_receipts_key', ['account_id', 'key'])
    .execute();
  await db.schema
    .createIndex('upload_receipts_by_age')
    .on('upload_receipts')
    .column('created_at')
    .execute();
}

async function probeSpans(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('probe_spans')
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('span_ms', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('worst', 'integer', (column) => column.notNull())
    .addColumn('answered', 'bigint', (column) => column.notNull())
    .addColumn('latency_sum', sql`double precision`, (column) => column.notNull())
    .addPrimaryKeyConstraint('probe_spans_key', ['platform', 'span_ms', 'at'])
    .execute();
  for (const spanMs of [60_000, 3_600_000])
    await sql`
      insert into probe_spans (platform, span_ms, at, worst, answered, latency_sum)
      select platform, ${sql.lit(spanMs)}, at - at % ${sql.lit(spanMs)},
        max(case status when 'connected' then 0 when 'warning' then 1 else 2 end),
        count(latency_ms), coalesce(sum(latency_ms), 0)
      from probes
      group by platform, at - at % ${sql.lit(spanMs)}
    `.execute(db);
}

async function displays(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('displays')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.unique())
    .addColumn('approved_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint')
    .addColumn('build', 'text')
    .execute();
  await db.schema
    .createTable('pairings')
    .addColumn('secret_hash', 'text', (column) => column.primaryKey())
    .addColumn('code_hash', 'text', (column) => column.notNull().unique())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('display_id', 'text', (column) =>
      column.references('displays.id').onDelete('cascade'),
    )
    .execute();
}

async function pushSubscriptions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('push_subscriptions')
    .addColumn('endpoint', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('session', 'text', (column) =>
      column.notNull().references('sessions.token_hash').onDelete('cascade'),
    )
    .addColumn('p256dh', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('kinds_json', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  for (const column of ['account_id', 'session'])
    await db.schema
      .createIndex(`push_subscriptions_by_${column}`)
      .on('push_subscriptions')
      .column(column)
      .execute();
}

/** Spans of before count as measured where there was a probe in the minute, by the worst that it found. */
async function heldTimes(db: Kysely<unknown>): Promise<void> {
  for (const column of ['up_ms', 'late_ms', 'down_ms'])
    await db.schema
      .alterTable('probe_spans')
      .addColumn(column, 'bigint', (added) => added.notNull().defaultTo(0))
      .execute();
  await sql`
    update probe_spans set
      up_ms = case when worst = 0 then 60000 else 0 end,
      late_ms = case when worst = 1 then 60000 else 0 end,
      down_ms = case when worst = 2 then 60000 else 0 end
    where span_ms = 60000
  `.execute(db);
  for (const column of ['up_ms', 'late_ms', 'down_ms'].map((name) => sql.ref(name)))
    await sql`
      update probe_spans set ${column} = (
        select coalesce(sum(minute.${column}), 0) from probe_spans as minute
        where minute.platform = probe_spans.platform and minute.span_ms = 60000
          and minute.at >= probe_spans.at and minute.at < probe_spans.at + 3600000
      ) where span_ms = 3600000
    `.execute(db);
}

async function activityPlatform(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('activity').addColumn('platform', 'text').execute();
  await db.schema
    .createIndex('activity_by_platform')
    .on('activity')
    .columns(['platform', 'id'])
    .execute();
}

async function notifications(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notifications')
    .addColumn('id', idType(db), numbered(db))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('severity', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('link', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('notification_reads')
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('notification_id', idType(db), (column) =>
      column.notNull().references('notifications.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('notification_reads_key', ['account_id', 'notification_id'])
    .execute();
}

async function secrets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}

async function peerKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('peer_keys')
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('thumbprint', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('replaces', 'text')
    .addColumn('acknowledged_at', 'bigint')
    .addPrimaryKeyConstraint('peer_keys_key', ['platform', 'thumbprint'])
    .execute();
}

async function deployTimes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('bundle_targets').addColumn('changed_at', 'bigint').execute();
  await db.schema.alterTable('bundle_history').addColumn('note', 'text').execute();
  await db.schema.createIndex('bundles_by_sha256').on('bundles').column('sha256').execute();
}
