import type { Generated } from 'kysely';

/** The tables of who may come in. Times are epoch milliseconds; columns whose name ends in `_json` hold JSON text. */
export interface PeopleTables {
  accounts: AccountTable;
  sessions: SessionTable;
  passkeys: PasskeyTable;
  recovery_codes: RecoveryCodeTable;
  auth_challenges: AuthChallengeTable;
  invitations: InvitationTable;
  api_tokens: ApiTokenTable;
  oidc_identities: OidcIdentityTable;
  settings: SettingTable;
  audit: AuditTable;
}

interface AccountTable {
  id: string;
  username: string;
  /** The username folded (NFKC, lower case), unique: two names that look alike are one. */
  username_key: string;
  email: string;
  /** '' for an account without a password: one of the OpenID provider, or a deleted one. */
  password_hash: string;
  sovereign_level: string;
  created_at: number;
  role: string;
  /** When a session of it was last used, to a few minutes; null: never signed in. */
  seen_at: number | null;
  /** Since when it cannot sign in. */
  disabled_at: number | null;
  /** The row stays, so that its name is not given to somebody else. */
  deleted_at: number | null;
  /** Encrypted secret of one-time codes; set before the first code has confirmed it. */
  totp_secret: string | null;
  /** When the first code confirmed it; null: codes are not in use. */
  totp_since: number | null;
  /** Time step of the last code that was accepted: no code counts twice (RFC 6238 section 5.2). */
  totp_step: number | null;
}

interface SessionTable {
  /** SHA-256 of the cookie's value, hexadecimal: the value itself is never stored. */
  token_hash: string;
  account_id: string;
  created_at: number;
  seen_at: number;
  expires_at: number;
  /** When its owner last proved who they are: at sign-in, or when asked again. */
  proven_at: number;
  /** As its browser named itself at sign-in. */
  user_agent: string;
  /** Network address of its last use. */
  address: string;
}

/** A WebAuthn credential. */
interface PasskeyTable {
  /** Credential id, base64url. */
  id: string;
  account_id: string;
  name: string;
  /** COSE key, base64url. */
  public_key: string;
  /** Signature counter of the authenticator; 0 if it has none. */
  counter: number;
  transports_json: string;
  /** The host name that it was made for. */
  rp_id: string;
  /** 1: kept by a password manager on several devices. */
  synced: number;
  created_at: number;
  last_used_at: number | null;
}

interface RecoveryCodeTable {
  account_id: string;
  /** SHA-256, hexadecimal. The row is deleted when the code is used. */
  code_hash: string;
}

/** What this server waits for in the middle of a sign-in or an enrolment; used once. */
export interface AuthChallengeTable {
  /** SHA-256 of the secret in the browser's cookie. */
  id_hash: string;
  /** What for: a text that the code which made it knows. */
  kind: string;
  account_id: string | null;
  data_json: string;
  /** Wrong answers so far. */
  tries: number;
  expires_at: number;
}

interface InvitationTable {
  id: string;
  /** SHA-256 of its secret. */
  token_hash: string;
  role: string;
  note: string;
  created_by: string;
  created_at: number;
  expires_at: number;
  used_by: string | null;
  used_at: number | null;
}

interface ApiTokenTable {
  id: string;
  /** SHA-256 of the token. */
  token_hash: string;
  account_id: string;
  name: string;
  role: string;
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
}

/** Which account belongs to a subject of an OpenID provider. */
interface OidcIdentityTable {
  issuer: string;
  subject: string;
  account_id: string;
}

/** What admins decide in the console. */
interface SettingTable {
  name: string;
  value_json: string;
}

/** Append only: see `audit.ts`. */
export interface AuditTable {
  id: Generated<number>;
  at: number;
  action: string;
  actor: string;
  actor_kind: string;
  address: string;
  target: string;
  detail: string;
  previous_hash: string;
  hash: string;
}
