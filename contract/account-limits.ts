/** Limits of accounts and of their audit log that console and server must agree on. */

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
