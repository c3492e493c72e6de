/** Numbers with business meaning. A tuning constant that only one file uses stands at the top of that file instead. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/** Six platforms and this node: the size of the mesh on a server that does not report it (`meshSize` of the stats). */
export const MESH_SIZE_DEFAULT = 7;

export const PRIORITIES = ['standard', 'high', 'emergency'] as const;
export type Priority = (typeof PRIORITIES)[number];
export const PRIORITY_DEFAULT: Priority = 'standard';

export const SOVEREIGN_LEVELS = ['S11.1', 'S11.1+Atom2', 'S11.1+Atom2+Prometheus'] as const;
export type SovereignLevel = (typeof SOVEREIGN_LEVELS)[number];

export const PROOF_DEADLINE_SEC = { default: 60, min: 10, max: 300 } as const;

export const TOAST = {
  /** Toasts visible at once. */
  visible: 1,
  showMs: 5000,
  /** How long a dismissed toast stays in the bell's list. */
  keepDismissedMs: 1_000_000,
  swipePx: 50,
  widthPx: 420,
} as const;

export const TOOLTIP_MS = { open: 700, skip: 300 } as const;

/** Length limits of what a person types. The forms do not allow more and the server refuses more. */
export const TEXT_MAX = {
  username: 64,
  email: 254,
  password: 256,
  search: 200,
  bundleName: 255,
  platformName: 100,
  platformDomain: 253,
  /** Of platforms. */
  group: 64,
  tag: 32,
  address: 2048,
  /** As long as a record of DNS may be (RFC 1035: 16 bits of length). */
  dnsValue: 65_535,
  displayName: 64,
  displayReported: 80,
  build: 64,
  /** Of an acknowledgement or a maintenance window. */
  note: 500,
  incidentTitle: 120,
  /** A comment on an incident, an update, or a part of its after-report. */
  incidentText: 2000,
  handoverNote: 4000,
  alertName: 64,
  alertSecret: 1024,
  /** Of a title or text that a channel has in place of the built-in one. */
  alertTemplate: 2000,
  /** Of a passkey or an API token. */
  credentialName: 64,
  invitationNote: 200,
  /** Of an invitation. */
  secret: 64,
  /** A one-time code or a recovery code, with spaces and dashes. */
  typedCode: 64,
} as const;

/** How long the old secret of a webhook may sign beside the new one. */
export const SECRET_KEPT_HOURS_MAX = 7 * 24;

/** Of every kind together. */
export const PLATFORMS_MAX = 1000;
/** Of one file. */
export const IMPORT_MAX = 500;

/** What a platform may be probed with, and how often one that reports itself may say that it calls. */
export const PROBE = {
  redirectsMax: 10,
  headersMax: 10,
  /** Of what a port is sent, and of what it has to say. */
  talkMax: 500,
  everySecMin: 10,
  everySecMax: 31 * 24 * 3600,
  /** Of a line of cron, and of the name of a time zone. */
  cronMax: 100,
} as const;

/** What a platform may have in place of the mesh's own. */
export const THRESHOLDS = {
  intervalSec: { min: 5, max: 3600 },
  lateMs: { min: 1, max: 60_000 },
  timeoutMs: { min: 10, max: 60_000 },
  failures: { min: 1, max: 10 },
} as const;

/** Tags of one platform. */
export const TAGS_MAX = 20;

/** Platforms on which one depends by itself. */
export const DEPENDS_ON_MAX = 20;

/** Control and format characters, and letters that are blank. Two names that differ only in these look the same. */
export const INVISIBLE_CHARACTERS = /[\p{C}\u115f\u1160\u2800\u3164\uffa0]/u;

/** Characters of a typed pairing code: eight, with spaces or dashes between them. */
export const DISPLAY_CODE_TYPED_MAX = 32;

/** Challenges in the list of recent proofs, at most. */
export const PROOFS_LISTED_MAX = 50;

/** Notifications behind the bell, at most; older ones are deleted. */
export const NOTIFICATIONS_LISTED_MAX = 100;

/** Incidents: ended ones in the list without a query, rows of one answer, and the longest drill. */
export const INCIDENTS = { endedDefault: 100, pageMax: 500, drillMaxMinutes: 120 } as const;

/** How long somebody has to accept an incident that is offered to them. */
export const OFFER_MS = 5 * 60_000;

export const HANDOVER_NOTES_MAX = 200;

/** OWASP ASVS 6.2.1. There is no rule on strength beside the length and the list of common passwords. */
export const PASSWORD_MIN = 8;

export const INVITATION_HOURS = { default: 72, max: 30 * 24 } as const;

export const TOKEN_DAYS = { default: 90, max: 366 } as const;

export const AUDIT_DAYS = { default: 365, min: 30, max: 3650 } as const;

/** Rows of the audit log in one answer. */
export const AUDIT = { pageDefault: 100, pageMax: 500 } as const;

/** How long it counts that somebody has proved who they are. */
export const CONFIRMED_MS = 15 * 60_000;

export const RECOVERY_CODES = 10;

/** Activity rows: in one answer, and in a console's memory. */
export const ACTIVITY = { pageDefault: 100, pageMax: 500, ringMax: 5000 } as const;

/** The severities with a colour of their own; any other value is displayed as primary. */
export const SEVERITIES = ['success', 'warning', 'error'] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * The kinds of alerts. All of them become notifications behind the bell; each device chooses those that it receives
 * by push.
 */
export const PUSH_KINDS = ['down', 'back', 'proof', 'deploy', 'validation'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/**
 * Ranges of the mesh history: so many slots of one length; of many platforms fewer, longer ones. Slots begin at multiples of their
 * length (UTC).
 */
export const HISTORY_RANGES = {
  '1h': { slotMs: MINUTE_MS, slots: 60 },
  '24h': { slotMs: 20 * MINUTE_MS, slots: 72 },
  '7d': { slotMs: 2 * HOUR_MS, slots: 84 },
  '90d': { slotMs: DAY_MS, slots: 90 },
} as const;
export type HistoryRange = keyof typeof HISTORY_RANGES;

/** Ranges of one platform's history, with finer slots than the whole mesh has room for. */
export const PLATFORM_RANGES = {
  '1h': { slotMs: MINUTE_MS, slots: 60 },
  '24h': { slotMs: 5 * MINUTE_MS, slots: 288 },
  '7d': { slotMs: HOUR_MS, slots: 168 },
  '30d': { slotMs: 4 * HOUR_MS, slots: 180 },
  '90d': { slotMs: 12 * HOUR_MS, slots: 180 },
  '1y': { slotMs: DAY_MS, slots: 366 },
} as const;
export type PlatformRange = keyof typeof PLATFORM_RANGES;
