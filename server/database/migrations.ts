import { type Kysely, type Migration, sql } from 'kysely';
import { isPostgres } from './database.ts';

/**
 * Every change of the tables, in order, run at start. What a released migration does is never changed: a new one follows it.
 * SQL that both engines read, apart from what stands in braces; statements end with a semicolon.
 */
export const MIGRATIONS: Record<string, Migration> = {
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
  /** Channels, rules, and every alert on its way. The rule is what every node was alerted of before there were rules. */
  '015-alerts': statements(`
    create table alert_channels (
      id text primary key, kind text not null, name text not null, enabled integer not null,
      settings_json text not null, secret text, created_at bigint not null
    );
    create table alert_rules (id {numbered}, rule_json text not null);
    insert into alert_rules (rule_json) values (
      '{"name":"Platforms that are down","enabled":true,"platforms":[],"status":"error",' ||
      '"afterSec":0,"repeatMin":null,"recovered":true,"quiet":null,"channels":["push"]}'
    );
    create table alert_decisions (
      incident_id {number} not null, channel text not null, step text not null,
      platform text not null, drill integer not null, at bigint not null,
      constraint alert_decisions_once primary key (incident_id, channel, step)
    );
    create table alert_deliveries (
      id {numbered}, dedupe_key text not null unique, channel text not null, target text not null,
      incident_id {number}, title text not null, message_json text not null, state text not null,
      attempts integer default 0 not null, created_at bigint not null, due_at bigint not null,
      tried_at bigint, error text
    );
    create index alert_deliveries_by_state on alert_deliveries (state, due_at);
    create index alert_deliveries_by_channel on alert_deliveries (channel, id);
    create index alert_deliveries_by_incident on alert_deliveries (incident_id);
  `),
  /** Medians come from histograms instead of sums of latencies. Days get rows, and so do the times of this node itself. */
  '016-medians': statements(`
    alter table probe_spans drop column latency_sum;
    insert into probe_spans (platform, span_ms, at, worst, answered, up_ms)
      select '', span_ms, at, 0, 0, max(up_ms + late_ms + down_ms)
      from probe_spans group by span_ms, at;
    insert into probe_spans (platform, span_ms, at, worst, answered, up_ms, late_ms, down_ms)
      select platform, 86400000, at - at % 86400000, max(worst), sum(answered), sum(up_ms),
        sum(late_ms), sum(down_ms)
      from probe_spans where span_ms = 3600000 group by platform, at - at % 86400000;
  `),
  /** So that the beginning and the end of a maintenance window are recorded once, also over a restart. */
  '017-maintenance-begun': statements(`alter table maintenance add column begun_start bigint`),
  /**
   * Roles, second factors, invitations, API tokens, the audit log. The oldest account becomes admin, the others operators;
   * nobody is signed out, and nobody counts as having just proved who they are.
   */
  '018-people': statements(`
    alter table accounts add column role text default 'operator' not null;
    alter table accounts add column seen_at bigint;
    alter table accounts add column disabled_at bigint;
    alter table accounts add column deleted_at bigint;
    alter table accounts add column totp_since bigint;
    alter table accounts add column totp_step bigint;
    alter table accounts add column totp_secret text;
    update accounts set seen_at =
      (select max(seen_at) from sessions where sessions.account_id = accounts.id);
    update accounts set role = 'admin'
      where id = (select id from accounts order by created_at, id limit 1);
    alter table sessions add column proven_at bigint default 0 not null;
    alter table sessions add column user_agent text default '' not null;
    alter table sessions add column address text default '' not null;
    create index sessions_by_account on sessions (account_id);
    create table passkeys (
      id text primary key, account_id text not null references accounts (id) on delete cascade,
      name text not null, public_key text not null, counter bigint not null,
      transports_json text not null, rp_id text not null, synced integer not null,
      created_at bigint not null, last_used_at bigint
    );
    create index passkeys_by_account on passkeys (account_id);
    create table recovery_codes (
      account_id text not null references accounts (id) on delete cascade, code_hash text not null,
      constraint recovery_codes_key primary key (account_id, code_hash)
    );
    create table auth_challenges (
      id_hash text primary key, kind text not null,
      account_id text references accounts (id) on delete cascade, data_json text not null,
      tries integer default 0 not null, expires_at bigint not null
    );
    create table invitations (
      id text primary key, token_hash text not null unique, role text not null, note text not null,
      created_by text not null, created_at bigint not null, expires_at bigint not null,
      used_by text, used_at bigint
    );
    create table api_tokens (
      id text primary key, token_hash text not null unique,
      account_id text not null references accounts (id) on delete cascade, name text not null,
      role text not null, created_at bigint not null, expires_at bigint not null,
      last_used_at bigint
    );
    create table oidc_identities (
      issuer text not null, subject text not null,
      account_id text not null references accounts (id) on delete cascade,
      constraint oidc_identities_key primary key (issuer, subject)
    );
    create table settings (name text primary key, value_json text not null);
    create table audit (
      id {numbered}, at bigint not null, action text not null, actor text not null,
      actor_kind text not null, address text not null, target text not null, detail text not null,
      previous_hash text not null, hash text not null
    );
    create index audit_by_time on audit (at);
  `),
  /** What several instances of one database share: who leads, who is there, what the others answer about platforms. */
  '019-instances': statements(`
    create table console_files (
      path text primary key, brotli text not null, seen_at bigint not null
    );
    create {unlogged} table attempts (
      name text not null, key text not null, times_json text not null, touched_at bigint not null,
      constraint attempts_key primary key (name, key)
    );
    create index attempts_by_time on attempts (name, touched_at);
    create table used_nonces (
      issuer text not null, nonce text not null, expires_at bigint not null,
      constraint used_nonces_key primary key (issuer, nonce)
    );
    create index used_nonces_by_expiry on used_nonces (expires_at);
    create table published_proofs (
      challenge text primary key, token text not null, expires_at bigint not null
    );
    create {unlogged} table claims (
      id text primary key, kind text not null, key text not null, expires_at bigint not null
    );
    create table leases (
      name text primary key, holder text not null, token bigint not null, expires_at bigint not null
    );
    create table instances (
      id text primary key, name text not null, build text not null, started_at bigint not null,
      seen_at bigint not null
    );
    alter table platforms add column failure text;
    alter table platforms add column address text;
    create table moves (origin text primary key, digest text not null, moved_at bigint not null);
  `),
  /** Who disabled an account. Those that are disabled now were by an admin. */
  '020-disabled-by': statements(`alter table accounts add column disabled_by text`),
  '021-platform-definitions': statements(`
    create table platform_definitions (
      id text primary key, name text not null, domain text not null, kind text not null,
      source text not null, paused {number} not null, position {number} not null,
      settings_json text not null, secret text, created_at bigint not null, removed_at bigint
    )
  `),
  /** Until when a platform that does not answer is tried. */
  '022-deploy-deadlines': statements(`alter table bundle_targets add column retry_until bigint`),
  /** What platforms say that report themselves. */
  '023-reports': statements(`
    alter table platforms add column reported_at bigint;
    alter table platforms add column report_status text;
    alter table platforms add column report_message text
  `),
};

const SQLITE = { numbered: 'integer primary key autoincrement', number: 'integer', unlogged: '' };
const POSTGRES = {
  numbered: 'bigint generated by default as identity primary key',
  number: 'bigint',
  // A crash of the database may empty the table: in return its rows need not be synced.
  unlogged: 'unlogged',
};

function statements(text: string): Migration {
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
