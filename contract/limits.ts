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

/** How long the old secret of a webhook may sign beside the new one. */
export const SECRET_KEPT_HOURS_MAX = 7 * 24;

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
