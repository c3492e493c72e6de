import { hash, randomBytes } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import type { Database, Tx } from '../../database/database.ts';
import type { Row, Tables } from '../../database/schema.ts';

/**
 * What this server waits for in the middle of a sign-in or an enrolment: the browser has a random secret in a cookie,
 * of which only the SHA-256 is stored. A challenge is good for one answer and a few minutes.
 */
interface AuthChallenge {
  readonly accountId: string | null;
  /** As it was given to `createAuthChallenge`, or written by `updateAuthChallenge`. */
  readonly data: unknown;
}

/** What a challenge is for; it is found for this alone. */
type AuthChallengeKind =
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
  await tx.deleteFrom('authChallenges').where('expiresAt', '<=', at).execute();
  await dropOldest(tx);
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await tx
    .insertInto('authChallenges')
    .values({
      idHash: idOf(secret),
      kind,
      accountId,
      dataJson: JSON.stringify(data),
      tries: 0,
      expiresAt: at + AUTH_CHALLENGE_MS,
    })
    .execute();
  return secret;
}

async function dropOldest(tx: Tx): Promise<void> {
  const oldest = tx
    .selectFrom('authChallenges')
    .select('idHash')
    .orderBy('expiresAt', 'desc')
    // SQLite knows no offset without a limit.
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(ROWS_MAX - 1);
  await tx.deleteFrom('authChallenges').where('idHash', 'in', oldest).execute();
}

type Sought = readonly [kind: AuthChallengeKind, secret: string, now: number];

const isOpen =
  (...[kind, secret, now]: Sought) =>
  (eb: ExpressionBuilder<Tables, 'authChallenges'>) =>
    eb.and([eb.and({ idHash: idOf(secret), kind }), eb('expiresAt', '>', now)]);

/** @returns undefined if there is none of this kind, or it has expired */
export const findAuthChallenge = (db: Database, ...sought: Sought) =>
  challengeOf(
    db
      .selectFrom('authChallenges')
      .selectAll()
      .where(isOpen(...sought)),
  );

/** Deletes it, so that no other answer counts. @returns undefined as `findAuthChallenge` */
export const consumeAuthChallenge = (tx: Tx, ...sought: Sought) =>
  challengeOf(
    tx
      .deleteFrom('authChallenges')
      .where(isOpen(...sought))
      .returningAll(),
  );

/**
 * Counts an answer to a challenge that allows a few wrong ones, and leaves it for the next.
 *
 * @returns undefined as `findAuthChallenge`, and after too many answers
 */
export const tryAuthChallenge = (tx: Tx, ...sought: Sought) =>
  challengeOf(
    tx
      .updateTable('authChallenges')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
      .where(isOpen(...sought))
      .where('tries', '<', TRIES_MAX)
      .returningAll(),
  );

export async function updateAuthChallenge(tx: Tx, secret: string, data: object): Promise<void> {
  await tx
    .updateTable('authChallenges')
    .set({ dataJson: JSON.stringify(data) })
    .where('idHash', '=', idOf(secret))
    .execute();
}

/** Whoever began with a password of before has to begin anew. */
export async function dropAuthChallenges(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('authChallenges').where('accountId', '=', accountId).execute();
}

async function challengeOf(query: {
  executeTakeFirst(): Promise<Row<'authChallenges'> | undefined>;
}): Promise<AuthChallenge | undefined> {
  const row = await query.executeTakeFirst();
  return row && { accountId: row.accountId, data: JSON.parse(row.dataJson) };
}

const idOf = (secret: string) => hash('sha256', secret);
