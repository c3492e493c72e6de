import type { Generated } from 'kysely';

/** The tables of who may come in. Times are epoch milliseconds; columns whose name ends in `Json` hold JSON text. */
export interface PeopleTables {
  accounts: {
    id: string;
    username: string;
    /** The username folded (NFKC, lower case), unique: two names that look alike are one. */
    usernameKey: string;
    email: string;
    /** '' for an account without a password: one of the OpenID provider, or a deleted one. */
    passwordHash: string;
    sovereignLevel: string;
    createdAt: number;
    role: string;
    /** When a session of it was last used, to a few minutes; null: never signed in. */
    seenAt: number | null;
    /** Since when it cannot sign in. */
    disabledAt: number | null;
    /** 'provider': it can again once its OpenID provider gives it a role. Null: an admin disabled it, if it is. */
    disabledBy: 'provider' | null;
    /** The row stays, so that its name is not given to somebody else. */
    deletedAt: number | null;
    /** Encrypted secret of one-time codes; set before the first code has confirmed it. */
    totpSecret: string | null;
    /** When the first code confirmed it; null: codes are not in use. */
    totpSince: number | null;
    /** Time step of the last code that was accepted: no code counts twice (RFC 6238 section 5.2). */
    totpStep: number | null;
  };
  sessions: {
    /** SHA-256 of the cookie's value, hexadecimal: the value itself is never stored. */
    tokenHash: string;
    accountId: string;
    createdAt: number;
    seenAt: number;
    expiresAt: number;
    /** When its owner last proved who they are: at sign-in, or when asked again. */
    provenAt: number;
    /** As its browser named itself at sign-in. */
    userAgent: string;
    /** Network address of its last use. */
    address: string;
  };
  /** A WebAuthn credential. */
  passkeys: {
    /** Credential id, base64url. */
    id: string;
    accountId: string;
    name: string;
    /** COSE key, base64url. */
    publicKey: string;
    /** Signature counter of the authenticator; 0 if it has none. */
    counter: number;
    transportsJson: string;
    /** The host name that it was made for. */
    rpId: string;
    /** 1: kept by a password manager on several devices. */
    synced: number;
    createdAt: number;
    lastUsedAt: number | null;
  };
  recoveryCodes: {
    accountId: string;
    /** SHA-256, hexadecimal. The row is deleted when the code is used. */
    codeHash: string;
  };
  /** What this server waits for in the middle of a sign-in or an enrolment; used once. */
  authChallenges: {
    /** SHA-256 of the secret in the browser's cookie. */
    idHash: string;
    /** What for: a text that the code which made it knows. */
    kind: string;
    accountId: string | null;
    dataJson: string;
    /** Wrong answers so far. */
    tries: number;
    expiresAt: number;
  };
  invitations: {
    id: string;
    /** SHA-256 of its secret. */
    tokenHash: string;
    role: string;
    note: string;
    createdBy: string;
    createdAt: number;
    expiresAt: number;
    usedBy: string | null;
    usedAt: number | null;
  };
  apiTokens: {
    id: string;
    /** SHA-256 of the token. */
    tokenHash: string;
    accountId: string;
    name: string;
    role: string;
    createdAt: number;
    expiresAt: number;
    lastUsedAt: number | null;
  };
  /** Which account belongs to a subject of an OpenID provider. */
  oidcIdentities: {
    issuer: string;
    subject: string;
    accountId: string;
  };
  /** What admins decide in the console. */
  settings: {
    name: string;
    valueJson: string;
  };
  /** Append only: see `audit.ts`. */
  audit: {
    id: Generated<number>;
    at: number;
    action: string;
    actor: string;
    actorKind: string;
    address: string;
    target: string;
    detail: string;
    previousHash: string;
    hash: string;
  };
}
