import { type Kysely, type Migration, sql } from 'kysely';
import { isPostgres } from './database.ts';

/** The changes of the tables up to incidents; `migrations.ts` goes on. */
export const EARLIER_MIGRATIONS: Record<string, Migration> = {
  '001-ground-floor': statements(`
    create table accounts (
      id text primary key, username text not null, username_key text not null unique,
      email text not null, password_hash text not null, sovereign_level text not null,
      created_at bigint not null
    );
    create table sessions (
      token_hash text primary key,
      account_id text not null references accounts (id) on delete cascade,
      created_at bigint not null, seen_at bigint not null, expires_at bigint not null
    );
    create index sessions_by_expiry on sessions (expires_at);
    create table activity (
      id {numbered}, message text not null, severity text not null, created_at bigint not null
    );
    create table live_log (
      seq {numbered}, key_json text not null, op text not null, data_json text not null,
      at bigint not null
    );
    create table bundles (
      id text primary key, name text not null, size bigint not null, status text not null,
      target_platforms_json text not null, priority text not null, sha256 text not null,
      uploaded_by text not null, problems_json text default '[]' not null,
      files_json text default '[]' not null, file_count integer default 0 not null,
      created_at bigint not null
    );
    create table bundle_history (
      bundle_id text not null references bundles (id) on delete cascade, status text not null,
      at bigint not null
    );
    create table bundle_targets (
      bundle_id text not null references bundles (id) on delete cascade, platform text not null,
      status text not null, sent_bytes bigint default 0 not null, message text,
      constraint bundle_targets_key primary key (bundle_id, platform)
    );
    create table platforms (
      id text primary key, status text not null, latency_ms double precision, last_seen bigint,
      changed_at bigint not null
    );
    create table probes (
      platform text not null, at bigint not null, status text not null, latency_ms double precision
    );
    create index probes_by_platform_and_time on probes (platform, at);
    create table heartbeats (
      platform text primary key, sent bigint default 0 not null,
      succeeded bigint default 0 not null, failed bigint default 0 not null, last_success bigint,
      last_error text
    );
    create table counters (name text primary key, value bigint default 0 not null);
  `),
  '002-challenges': statements(`
    create table challenges (
      id text primary key, peer text not null, nonce text not null, origin text not null,
      created_at bigint not null, deadline bigint not null, server_at bigint, callback_at bigint,
      file_at bigint, ended_at bigint
    );
  `),
  '003-upload-receipts': statements(`
    create table upload_receipts (
      account_id text not null references accounts (id) on delete cascade, key text not null,
      sha256 text not null, bundle_json text not null, created_at bigint not null,
      constraint upload_receipts_key primary key (account_id, key)
    );
    create index upload_receipts_by_age on upload_receipts (created_at);
  `),
  '004-probe-spans': statements(`
    create table probe_spans (
      platform text not null, span_ms bigint not null, at bigint not null, worst integer not null,
      answered bigint not null, latency_sum double precision not null,
      constraint probe_spans_key primary key (platform, span_ms, at)
    );
    insert into probe_spans (platform, span_ms, at, worst, answered, latency_sum)
      select platform, 60000, at - at % 60000,
        max(case status when 'connected' then 0 when 'warning' then 1 else 2 end),
        count(latency_ms), coalesce(sum(latency_ms), 0)
      from probes group by platform, at - at % 60000;
    insert into probe_spans (platform, span_ms, at, worst, answered, latency_sum)
      select platform, 3600000, at - at % 3600000,
        max(case status when 'connected' then 0 when 'warning' then 1 else 2 end),
        count(latency_ms), coalesce(sum(latency_ms), 0)
      from probes group by platform, at - at % 3600000;
  `),
  '005-displays': statements(`
    create table displays (
      id text primary key, name text not null, token_hash text unique, approved_by text not null,
      created_at bigint not null, seen_at bigint, build text
    );
    create table pairings (
      secret_hash text primary key, code_hash text not null unique, expires_at bigint not null,
      display_id text references displays (id) on delete cascade
    );
  `),
  '006-push-subscriptions': statements(`
    create table push_subscriptions (
      endpoint text primary key,
      account_id text not null references accounts (id) on delete cascade,
      session text not null references sessions (token_hash) on delete cascade,
      p256dh text not null, auth text not null, kinds_json text not null,
      confirmed_at bigint not null, failures integer default 0 not null
    );
    create index push_subscriptions_by_account_id on push_subscriptions (account_id);
    create index push_subscriptions_by_session on push_subscriptions (session);
  `),
  /** Spans of before count as measured where there was a probe in the minute, by the worst that it found. */
  '007-held-times': statements(`
    alter table probe_spans add column up_ms bigint default 0 not null;
    alter table probe_spans add column late_ms bigint default 0 not null;
    alter table probe_spans add column down_ms bigint default 0 not null;
    update probe_spans set up_ms = case when worst = 0 then 60000 else 0 end,
      late_ms = case when worst = 1 then 60000 else 0 end,
      down_ms = case when worst = 2 then 60000 else 0 end where span_ms = 60000;
    ${sumOfMinutes('up_ms')}; ${sumOfMinutes('late_ms')}; ${sumOfMinutes('down_ms')};
  `),
  '008-activity-platform': statements(`
    alter table activity add column platform text;
    create index activity_by_platform on activity (platform, id);
  `),
  '009-notifications': statements(`
    create table notifications (
      id {numbered}, kind text not null, title text not null, text text not null,
      severity text not null, at bigint not null, link text not null
    );
    create table notification_reads (
      account_id text not null references accounts (id) on delete cascade,
      notification_id {number} not null references notifications (id) on delete cascade,
      constraint notification_reads_key primary key (account_id, notification_id)
    );
  `),
  '010-secrets': statements(`create table secrets (name text primary key, value text not null)`),
  '011-peer-keys': statements(`
    create table peer_keys (
      platform text not null, thumbprint text not null, seen_at bigint not null,
      position integer not null, replaces text, acknowledged_at bigint,
      constraint peer_keys_key primary key (platform, thumbprint)
    );
  `),
  '012-deploy-times': statements(`
    alter table bundle_targets add column changed_at bigint;
    alter table bundle_history add column note text;
    create index bundles_by_sha256 on bundles (sha256);
  `),
  /** Why probes failed, how latencies spread, downtime in maintenance, and when this node measured nothing. */
  '013-history': statements(`
    alter table probes add column failure text;
    alter table probe_spans add column planned_ms bigint default 0 not null;
    alter table probe_spans add column latency_min double precision;
    alter table probe_spans add column latency_max double precision;
    alter table probe_spans add column latency_histogram text default '' not null;
    alter table platforms add column version text;
    alter table platforms add column clock_offset_ms double precision;
    create table node_absences (
      from_at bigint primary key, to_at bigint not null, reason text not null
    );
  `),
  /** Incidents, maintenance windows and handover notes. */
  '014-incidents': statements(`
    create table incidents (
      id {numbered}, platform text not null, status text not null, started_at bigint not null,
      ended_at bigint, cause text, planned integer default 0 not null, drill_until bigint,
      acknowledged_by text, acknowledged_at bigint, acknowledged_note text
    );
    create index incidents_by_platform on incidents (platform, started_at);
    create index incidents_by_end on incidents (ended_at);
    create table incident_events (
      id {numbered}, incident_id {number} not null references incidents (id) on delete cascade,
      at bigint not null, kind text not null, text text not null
    );
    create index incident_events_by_incident on incident_events (incident_id);
    create table maintenance (
      id {numbered}, platforms_json text not null, note text not null, starts_at bigint not null,
      ends_at bigint not null, repeat text not null, time_zone text not null, changed_start bigint,
      changed_end bigint, created_by text not null, created_at bigint not null
    );
    create table handover_notes (
      id {numbered}, written_by text not null, at bigint not null, text text not null
    );
  `),
};

const SQLITE = { numbered: 'integer primary key autoincrement', number: 'integer', unlogged: '' };
const POSTGRES = {
  numbered: 'bigint generated by default as identity primary key',
  number: 'bigint',
  // A crash of the database may empty the table: in return its rows need not be synced.
  unlogged: 'unlogged',
};

/** SQL that both engines read, apart from what stands in braces; statements end with a semicolon. */
export function statements(text: string): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const words = isPostgres(db) ? POSTGRES : SQLITE;
      const named = (_: string, name: keyof typeof words) => words[name];
      for (const one of text.replaceAll(/\{(numbered|number|unlogged)\}/g, named).split(';'))
        if (one.trim() !== '') await sql.raw(one).execute(db);
    },
  };
}

function sumOfMinutes(column: string): string {
  return `
    update probe_spans set ${column} = (
      select coalesce(sum(minute.${column}), 0) from probe_spans as minute
      where minute.platform = probe_spans.platform and minute.span_ms = 60000
        and minute.at >= probe_spans.at and minute.at < probe_spans.at + 3600000
    ) where span_ms = 3600000`;
}
