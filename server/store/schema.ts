import type { Generated } from 'kysely';
import type { InstancesTables } from './instances-schema.ts';
import type { PeopleTables } from './people-schema.ts';

/** The tables. Times are epoch milliseconds; columns whose name ends in `_json` hold JSON text. */
export interface Tables extends PeopleTables, InstancesTables {
  activity: ActivityTable;
  bundles: BundleTable;
  bundle_history: BundleHistoryTable;
  bundle_targets: BundleTargetTable;
  upload_receipts: UploadReceiptTable;
  platforms: PlatformTable;
  peer_keys: PeerKeyTable;
  probes: ProbeTable;
  probe_spans: ProbeSpanTable;
  heartbeats: HeartbeatTable;
  counters: CounterTable;
  secrets: SecretTable;
  challenges: ChallengeTable;
  displays: DisplayTable;
  pairings: PairingTable;
  notifications: NotificationTable;
  notification_reads: NotificationReadTable;
  push_subscriptions: PushSubscriptionTable;
  node_absences: NodeAbsenceTable;
  incidents: IncidentTable;
  incident_events: IncidentEventTable;
  maintenance: MaintenanceTable;
  handover_notes: HandoverNoteTable;
  alert_channels: AlertChannelTable;
  alert_rules: AlertRuleTable;
  alert_decisions: AlertDecisionTable;
  alert_deliveries: AlertDeliveryTable;
  live_log: LiveLogTable;
}

interface ActivityTable {
  id: Generated<number>;
  message: string;
  severity: string;
  /** Id of the platform that the row is about; null if it is about none or several. */
  platform: string | null;
  created_at: number;
}

export interface BundleTable {
  id: string;
  name: string;
  size: number;
  status: string;
  target_platforms_json: string;
  priority: string;
  sha256: string;
  uploaded_by: string;
  problems_json: string;
  files_json: string;
  file_count: number;
  created_at: number;
}

interface BundleHistoryTable {
  bundle_id: string;
  /** Of the bundle, or `deploying` and `incomplete` of its deployments. */
  status: string;
  at: number;
  note: string | null;
}

interface BundleTargetTable {
  bundle_id: string;
  platform: string;
  status: string;
  sent_bytes: number;
  message: string | null;
  /** When the status changed; null before the first change. */
  changed_at: number | null;
}

/** What an upload with a key of the sender's own became, so that a repeat is harmless. */
interface UploadReceiptTable {
  account_id: string;
  key: string;
  sha256: string;
  /** The bundle as it was answered. */
  bundle_json: string;
  created_at: number;
}

/** The result of the last probe of each platform; stored so that `last_seen` survives a restart. */
interface PlatformTable {
  id: string;
  status: string;
  latency_ms: number | null;
  last_seen: number | null;
  changed_at: number;
  version: string | null;
  clock_offset_ms: number | null;
  /** Code of why the last probe failed; null when it was answered. */
  failure: string | null;
  /** Where the leader calls it; null: nowhere. */
  address: string | null;
}

/** A key that a platform has published. */
interface PeerKeyTable {
  platform: string;
  thumbprint: string;
  seen_at: number;
  /** Among the keys that were first seen at the same time, newest first. */
  position: number;
  /** The key that was known before; null for the first keys of a platform. */
  replaces: string | null;
  acknowledged_at: number | null;
}

interface ProbeTable {
  platform: string;
  at: number;
  status: string;
  latency_ms: number | null;
  /** Why it failed, as a text for people; null when it was answered. */
  failure: string | null;
}

/** Probes of one platform, rolled up: see `probe-spans.ts`. */
export interface ProbeSpanTable {
  platform: string;
  span_ms: number;
  /** Start of the span. */
  at: number;
  /** Place of the worst status in the contract's list. */
  worst: number;
  answered: number;
  /** How long each status held within the span, in milliseconds; the rest was not measured. */
  up_ms: number;
  late_ms: number;
  down_ms: number;
  /** Down in a maintenance window; not part of `down_ms`. */
  planned_ms: number;
  latency_min: number | null;
  latency_max: number | null;
  /** How the latencies spread, to take the median from: see `latency-histogram.ts`. */
  latency_histogram: string;
}

interface HeartbeatTable {
  platform: string;
  sent: number;
  succeeded: number;
  failed: number;
  last_success: number | null;
  last_error: string | null;
}

/** Random keys of this server, by what they are for. */
interface SecretTable {
  name: string;
  value: string;
}

/** Counts that only ever grow, such as completed handshakes. */
interface CounterTable {
  name: string;
  value: number;
}

/** A proof that this node requested from a peer; each factor has the time at which it was fulfilled. */
export interface ChallengeTable {
  id: string;
  peer: string;
  nonce: string;
  origin: string;
  created_at: number;
  deadline: number;
  server_at: number | null;
  callback_at: number | null;
  file_at: number | null;
  /** When it was verified, refused, or out of time. */
  ended_at: number | null;
}

/** A screen that reads along, with the session that it was given. */
interface DisplayTable {
  id: string;
  name: string;
  /** SHA-256 of the cookie's value; null until the screen has fetched its session. */
  token_hash: string | null;
  /** Username of who approved it. */
  approved_by: string;
  created_at: number;
  /** When its live socket was last opened or closed. */
  seen_at: number | null;
  /** The build of the console that it runs. */
  build: string | null;
}

/** A screen that asks to be approved. The code and the asking browser's secret are stored as hashes. */
interface PairingTable {
  secret_hash: string;
  code_hash: string;
  expires_at: number;
  /** Set once somebody has approved it: the code is used up. */
  display_id: string | null;
}

/** A device that receives alerts by push. It is removed with the session in which it subscribed. */
export interface PushSubscriptionTable {
  /** Where the push service takes messages for it: whoever knows it can send to it. */
  endpoint: string;
  account_id: string;
  /** Of `sessions.token_hash`. */
  session: string;
  p256dh: string;
  auth: string;
  kinds_json: string;
  /** When the device last said that it is still there. */
  confirmed_at: number;
  /** Messages that its push service refused since it last took one. */
  failures: number;
}

/** Alerts behind the bell, the same for all accounts. */
interface NotificationTable {
  id: Generated<number>;
  kind: string;
  title: string;
  text: string;
  severity: string;
  at: number;
  link: string;
}

/** Which account has read which notification. */
interface NotificationReadTable {
  account_id: string;
  notification_id: number;
}

/** Times in which this node measured nothing. */
interface NodeAbsenceTable {
  from_at: number;
  to_at: number;
  /** off, asleep or no-network. */
  reason: string;
}

/** From a platform's leaving `connected` until it is back; or a drill, which is deleted when it ends. */
export interface IncidentTable {
  id: Generated<number>;
  platform: string;
  /** The worst that it had. */
  status: string;
  started_at: number;
  ended_at: number | null;
  cause: string | null;
  /** 1: all of it so far lies in maintenance windows. */
  planned: number;
  /** Set for a drill alone. */
  drill_until: number | null;
  acknowledged_by: string | null;
  acknowledged_at: number | null;
  acknowledged_note: string | null;
}

interface IncidentEventTable {
  id: Generated<number>;
  incident_id: number;
  at: number;
  kind: string;
  text: string;
}

export interface MaintenanceTable {
  id: Generated<number>;
  platforms_json: string;
  note: string;
  /** Of the first occurrence. */
  starts_at: number;
  ends_at: number;
  repeat: string;
  time_zone: string;
  /** The occurrence that starts then ends at another time. */
  changed_start: number | null;
  changed_end: number | null;
  /** Start of the occurrence whose beginning was recorded, and its end was not. */
  begun_start: number | null;
  created_by: string;
  created_at: number;
}

interface HandoverNoteTable {
  id: Generated<number>;
  written_by: string;
  at: number;
  text: string;
}

export interface AlertChannelTable {
  id: string;
  kind: string;
  name: string;
  enabled: number;
  settings_json: string;
  /** Encrypted; null when there is none. */
  secret: string | null;
  created_at: number;
}

interface AlertRuleTable {
  id: Generated<number>;
  /** The contract's `RulePayload`. */
  rule_json: string;
}

/** That a channel is alerted of a step of an incident: at most once, whatever becomes of the deliveries. */
export interface AlertDecisionTable {
  incident_id: number;
  channel: string;
  /** late, down, repeat:<n>, acknowledged or recovered. */
  step: string;
  /** Of the incident: the row of a drill is deleted when it is over. */
  platform: string;
  drill: number;
  at: number;
}

export interface AlertDeliveryTable {
  id: Generated<number>;
  /** Of what it is about: a repeated decision inserts no second row. */
  dedupe_key: string;
  channel: string;
  /** The device of a push; '' elsewhere. */
  target: string;
  incident_id: number | null;
  title: string;
  message_json: string;
  state: string;
  attempts: number;
  created_at: number;
  due_at: number;
  tried_at: number | null;
  error: string | null;
}

/** Numbered live messages: the socket's content, and what `GET /api/live?since=` replays. */
export interface LiveLogTable {
  seq: Generated<number>;
  key_json: string;
  op: string;
  data_json: string;
  at: number;
}
