import type { Generated } from 'kysely';

/** The tables. Times are epoch milliseconds; columns whose name ends in `_json` hold JSON text. */
export interface Tables {
  accounts: AccountTable;
  sessions: SessionTable;
  activity: ActivityTable;
  bundles: BundleTable;
  bundle_history: BundleHistoryTable;
  bundle_targets: BundleTargetTable;
  upload_receipts: UploadReceiptTable;
  platforms: PlatformTable;
  probes: ProbeTable;
  probe_spans: ProbeSpanTable;
  heartbeats: HeartbeatTable;
  counters: CounterTable;
  challenges: ChallengeTable;
  displays: DisplayTable;
  pairings: PairingTable;
  push_subscriptions: PushSubscriptionTable;
  live_log: LiveLogTable;
}

export interface AccountTable {
  id: string;
  username: string;
  /** The username folded (NFKC, lower case), unique: two names that look alike are one. */
  username_key: string;
  email: string;
  password_hash: string;
  sovereign_level: string;
  created_at: number;
}

export interface SessionTable {
  /** SHA-256 of the cookie's value, hexadecimal: the value itself is never stored. */
  token_hash: string;
  account_id: string;
  created_at: number;
  seen_at: number;
  expires_at: number;
}

export interface ActivityTable {
  id: Generated<number>;
  message: string;
  severity: string;
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

export interface BundleHistoryTable {
  bundle_id: string;
  status: string;
  at: number;
}

export interface BundleTargetTable {
  bundle_id: string;
  platform: string;
  status: string;
  sent_bytes: number;
  message: string | null;
}

/** What an upload with a key of the sender's own became, so that a repeat is harmless. */
export interface UploadReceiptTable {
  account_id: string;
  key: string;
  sha256: string;
  /** The bundle as it was answered. */
  bundle_json: string;
  created_at: number;
}

/** What the last probe of each sister found; kept so that a restart does not forget `last_seen`. */
export interface PlatformTable {
  id: string;
  status: string;
  latency_ms: number | null;
  last_seen: number | null;
  changed_at: number;
}

export interface ProbeTable {
  platform: string;
  at: number;
  status: string;
  latency_ms: number | null;
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
  latency_sum: number;
}

export interface HeartbeatTable {
  platform: string;
  sent: number;
  succeeded: number;
  failed: number;
  last_success: number | null;
  last_error: string | null;
}

/** Counts that only ever grow, such as completed handshakes. */
export interface CounterTable {
  name: string;
  value: number;
}

/** A proof that this node asked a sister for; each factor has the time when it was there. */
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
export interface DisplayTable {
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
export interface PairingTable {
  secret_hash: string;
  code_hash: string;
  expires_at: number;
  /** Set once somebody has approved it: the code is used up. */
  display_id: string | null;
}

/** A device that is told of trouble by push; it ends with the session that it was made in. */
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

/** Numbered live messages: the socket's content, and what `GET /api/live?since=` replays. */
export interface LiveLogTable {
  seq: Generated<number>;
  key_json: string;
  op: string;
  data_json: string;
  at: number;
}
