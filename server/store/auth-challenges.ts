import { hash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database, Tx } from './database.ts';
import type { AuthChallengeTable } from './people-schema.ts';

/**
 * What this server waits for in the middle of a sign-in or an enrolment: the browser has a random secret in a cookie,
 * of which only the SHA-256 is stored. A challenge is good for one answer and a few minutes.
 */
export interface AuthChallenge {
  readonly accountId: string | null;
  /** As it was given to `createAuthChallenge`, or written by `updateAuthChallenge`. */
  readonly data: unknown;
}

/** What a challenge is for; it is found for this alone. */
export type AuthChallengeKind =
  /** The password was right; a second factor has to follow. */
  'second-factor' | 'passkey-sign-in' | 'passkey-set-up' | 'confirm' | 'oidc';

interface NewAuthChallenge {
  readonly kind: AuthChallengeKind;
  /** Null where it is not known yet who answers. */
  readonly accountId: string | null;
  /** Stored as JSON. */
  readonly data: object;
  readonly at: number;
}

export const AUTH_CHALLENGE_MS = 5 * 60_000;
/** Wrong answers to one challenge. */
const TRIES_MAX = 5;
const SECRET_BYTES = 32;
/** Challenges without an account cost a request each: the oldest make room. */
const ROWS_MAX = 10_000;

/** @returns the secret for the browser's cookie, which is stored nowhere */
export async function createAuthChallenge(tx: Tx, challenge: NewAuthChallenge): Promise<string> {
  const { kind, accountId, data, at } = challenge;
  await tx.deleteFrom('auth_challenges').where('expires_at', '<=', at).execute();
  await dropOldest(tx);
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await tx
    .insertInto('auth_challenges')
    .values({
      id_hash: idOf(secret),
      kind,
      account_id: accountId,
      data_json: JSON.stringify(data),
      tries: 0,
      expires_at: at + AUTH_CHALLENGE_MS,
    })
    .execute();
  return secret;
}

async function dropOldest(tx: Tx): Promise<void> {
  const oldest = tx
    .selectFrom('auth_challenges')
    .select('id_hash')
    .orderBy('expires_at', 'desc')
    // SQLite knows no offset without a limit.
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(ROWS_MAX - 1);
  await tx.deleteFrom('auth_challenges').where('id_hash', 'in', oldest).execute();
}

/** @returns undefined if there is none of this kind, or it has expired */
export async function findAuthChallenge(
  db: Database | Tx,
  kind: AuthChallengeKind,
  secret: string,
  now: number,
): Promise<AuthChallenge | undefined> {
  const row = await db
    .selectFrom('auth_challenges')
    .selectAll()
    .where('id_hash', '=', idOf(secret))
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && challengeOf(row);
}

/** Deletes it, so that no other answer counts. @returns undefined as `findAuthChallenge` */
export async function consumeAuthChallenge(
  tx: Tx,
  kind: AuthChallengeKind,
  secret: string,
  now: number,
): Promise<AuthChallenge | undefined> {
  const row = await tx
    .deleteFrom('auth_challenges')
    .where('id_hash', '=', idOf(secret))
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
  return row && challengeOf(row);
}

/**
 * Counts an answer to a challenge that allows a few wrong ones, and leaves it for the next.
 *
 * @returns undefined as `findAuthChallenge`, and after too many answers
 */
export async function tryAuthChallenge(
  tx: Tx,
  kind: AuthChallengeKind,
  secret: string,
  now: number,
): Promise<AuthChallenge | undefined> {
  const row = await tx
    .updateTable('auth_challenges')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('id_hash', '=', idOf(secret))
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .where('tries', '<', TRIES_MAX)
    .returningAll()
    .executeTakeFirst();
  return row && challengeOf(row);
}

export async function updateAuthChallenge(tx: Tx, secret: string, data: object): Promise<void> {
  await tx
    .updateTable('auth_challenges')
    .set({ data_json: JSON.stringify(data) })
    .where('id_hash', '=', idOf(secret))
    .execute();
}

/** Whoever began with a password of before has to begin anew. */
export async function dropAuthChallenges(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('auth_challenges').where('account_id', '=', accountId).execute();
}

const challengeOf = (row: Selectable<AuthChallengeTable>): AuthChallenge => ({
  accountId: row.account_id,
  data: JSON.parse(row.data_json),
});

const idOf = (secret: string) => hash('sha256', secret);
