/**
 * Numbers with business meaning (specification section 9 and design sections 3 and 4).
 * A tuning constant that one file uses stands atop that file instead.
 */

/** Six sister platforms and this node. */
export const MESH_CONNECTIONS_MAX = 7;

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
export const TYPE_AHEAD_RESET_MS = 1000;

/** Length limits of what a person types; the server refuses more, the forms do not let it be typed. */
export const TEXT_MAX = {
  username: 64,
  email: 254,
  password: 256,
  search: 200,
  bundleName: 255,
  displayName: 64,
  build: 64,
} as const;

/** Characters of a pairing code as somebody may type it: eight, with spaces or dashes between them. */
export const DISPLAY_CODE_TYPED_MAX = 32;

/** Challenges that the list of recent proofs names at most. */
export const PROOFS_LISTED_MAX = 50;

/** ASVS 6.2.1. The specification shows no strength rule, so length is the only one. */
export const PASSWORD_MIN = 8;

/** Activity rows: what one answer holds at most, and what a console keeps at most. */
export const ACTIVITY = { pageDefault: 100, pageMax: 500, ringMax: 5000 } as const;
