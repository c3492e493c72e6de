import type { Migration } from 'kysely';
import { EARLIER_MIGRATIONS, statements } from './earlier-migrations.ts';

/** Every change of the tables, in order, run at start. What a released migration does is never changed: a new one follows it. */
export const MIGRATIONS: Record<string, Migration> = {
  ...EARLIER_MIGRATIONS,
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
  /** What platforms show over TLS, and whom it is said to that it expires. */
  '024-certificates': statements(`
    create table certificates (
      platform text primary key, not_after bigint not null, issuer text not null,
      names_json text not null, seen_at bigint not null
    );
    alter table incidents add column kind text default 'platform' not null;
    insert into alert_rules (rule_json) values (
      '{"name":"Certificates that expire","about":"certificate","enabled":true,"platforms":[],' ||
      '"status":"warning","afterSec":0,"repeatMin":null,"recovered":true,"quiet":null,"channels":["push"]}'
    )
  `),
  /** Who wrote a comment or an update stands before its text, and is left out where the public reads it. */
  '025-event-authors': statements(`alter table incident_events add column written_by text`),
  /** Who has seen an incident, so that the next step of a rule need not come early. Rules had one step; they still do. */
  '026-seen': statements(`alter table incidents add column seen_by_json text`),
  /** Texts of alert channels, web push too, in place of the built-in ones. */
  '027-alert-texts': statements(`
    create table alert_texts (
      channel text primary key, title text not null, text text not null, failed_at bigint, error text
    )
  `),
  /** Incidents that people open, and which platforms each affects. */
  '028-incidents-by-people': statements(`
    alter table incidents add column opened_by text;
    alter table incidents add column platforms_json text
  `),
  /** How much room there was, by the hour. */
  '028-space-history': statements(`
    create table space_history (
      at bigint primary key, free_bytes bigint not null, database_bytes bigint not null
    )
  `),
  /** The log of what was measured, which only grows, and what is signed of it and of those of peers. */
  '029-uptime-log': statements(`
    create table log_entries (position bigint primary key, at bigint not null, entry text not null);
    create table log_blocks (
      number bigint primary key, root text not null, first_at bigint not null, last_at bigint not null,
      entries text
    );
    create table log_signatures (
      platform text primary key, size bigint not null, signed_json text not null
    );
    create table witnessed_logs (platform text primary key, size bigint not null, root text not null)
  `),
  /** What other nodes say: of what an incident is, their testimony, and the time in which nobody else said anything. */
  '030-witnesses': statements(`
    alter table incidents add column scope text;
    alter table incidents add column testimony_json text;
    alter table probe_spans add column alone_ms bigint default 0 not null
  `),
  /** When a log began, so that a node may begin a new one, and when its head was signed. Heads are signed again each hour. */
  '031-log-beginnings': statements(`
    delete from log_signatures;
    alter table witnessed_logs add column begun bigint default 0 not null;
    alter table witnessed_logs add column at bigint default 0 not null
  `),
  /** What people open is said to the devices that hear of platforms that are down. */
  '032-rule-about-people': statements(`
    insert into alert_rules (rule_json) values (
      '{"name":"Incidents that people open","about":"person","enabled":true,"platforms":[],' ||
      '"status":"error","afterSec":0,"repeatMin":null,"recovered":true,"quiet":null,"channels":["push"]}'
    )
  `),
  /** When a window was changed last, for readers of the public feed. */
  '033-maintenance-changed-at': statements(`alter table maintenance add column changed_at bigint`),
  /** Incidents that are offered to somebody, and whom a notification is for. */
  '034-offers': statements(`
    alter table incidents add column offered_by text;
    alter table incidents add column offered_to text;
    alter table incidents add column offered_at bigint;
    alter table incidents add column offer_until bigint;
    alter table notifications add column recipient text
  `),
  /** What displays say of themselves, whether and when they are watched, and what is wrong with them. */
  '035-watched-displays': statements(`
    alter table displays add column report_json text;
    alter table displays add column watch_json text;
    alter table displays add column trouble_json text;
    alter table displays add column incident_id bigint;
    insert into alert_rules (rule_json) values (
      '{"name":"Displays that are not well","about":"display","enabled":true,"platforms":[],' ||
      '"status":"error","afterSec":0,"repeatMin":null,"recovered":true,"quiet":null,"channels":["push"]}'
    )
  `),
  /** What jobs say of their runs. */
  '036-job-runs': statements(`
    create table job_runs (
      id {numbered}, platform text not null, rid text, state text not null, started_at bigint,
      ended_at bigint, exit_status bigint, message text not null, log text not null
    );
    create index job_runs_by_platform on job_runs (platform, id)
  `),
  /** Downtime because of another platform. */
  '037-affected': statements(`
    alter table probe_spans add column affected_ms bigint default 0 not null
  `),
  /** Metrics of the hosts of platforms: their addresses, limits and counters, and the last values. */
  '038-hosts': statements(`
    create table hosts (
      platform text primary key, secret_hash text unique, limits_json text not null,
      counters_json text not null, seen_at bigint
    );
    create table host_series (
      id {numbered}, platform text not null, measure text not null, name text not null,
      value double precision not null, at bigint not null, over_since bigint, incident_id bigint,
      constraint host_series_once unique (platform, measure, name)
    );
    insert into alert_rules (rule_json) values (
      '{"name":"Hosts over a limit","about":"host","enabled":true,"platforms":[],' ||
      '"status":"error","afterSec":0,"repeatMin":null,"recovered":true,"quiet":null,"channels":["push"]}'
    )
  `),
};
