import * as z from 'zod/mini';
import { countRows, type Database } from '../../database/database.ts';
import { ChallengeIdSchema } from '../wire/messages.ts';

/** Where every node publishes its signed nonces. */
export const PROOF_PATH = '/.well-known/route66';

/** The signed nonces that a node publishes, one for each challenge. */
export type PublishedProofs = ReturnType<typeof publishedProofs>;

const PUBLISHED_MAX = 256;
/** Longer than the longest deadline. */
const KEEP_MS = 10 * 60 * 1000;

const isChallenge = (name: string) => z.safeParse(ChallengeIdSchema, name).success;

/** Every instance finds them, and they survive a restart. */
export function publishedProofs(db: Database, now: () => number) {
  return {
    /** @returns false when too many are published, or the name is not a challenge id */
    async publish(challenge: string, token: string): Promise<boolean> {
      if (!isChallenge(challenge)) return false;
      await db.deleteFrom('publishedProofs').where('expiresAt', '<', now()).execute();
      if ((await countRows(db.selectFrom('publishedProofs'))) >= PUBLISHED_MAX) return false;
      const proof = { token, expiresAt: now() + KEEP_MS };
      await db
        .insertInto('publishedProofs')
        .values({ challenge, ...proof })
        .onConflict((conflict) => conflict.column('challenge').doUpdateSet(proof))
        .execute();
      return true;
    },
    /** @returns null when there is none */
    async read(challenge: string): Promise<string | null> {
      const row = await db
        .selectFrom('publishedProofs')
        .select('token')
        .where('challenge', '=', challenge)
        .executeTakeFirst();
      return row?.token ?? null;
    },
  };
}

const SWEEP_EVERY_MS = 5_000;

/** The nonces of peers' calls that any instance of a database has accepted. */
export function tableNonces(db: Database, now: () => number, keptPerIssuer: number) {
  let sweptAt = 0;

  async function sweep(): Promise<void> {
    if (Math.abs(now() - sweptAt) < SWEEP_EVERY_MS) return;
    sweptAt = now();
    await db.deleteFrom('usedNonces').where('expiresAt', '<', now()).execute();
  }

  return {
    /** Every call that is still valid is in the table. */
    since: 0,
    async claim(issuer: string, nonce: string, untilMs: number): Promise<'new' | 'used' | 'full'> {
      await sweep();
      const count = await countRows(
        db.selectFrom('usedNonces').where('issuer', '=', issuer).where('expiresAt', '>=', now()),
      );
      const { numInsertedOrUpdatedRows: added } = await db
        .insertInto('usedNonces')
        .values({ issuer, nonce, expiresAt: untilMs })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (added === 0n) return 'used';
      return count < keptPerIssuer ? 'new' : full(issuer, nonce);
    },
  };

  async function full(issuer: string, nonce: string): Promise<'full'> {
    const row = db.deleteFrom('usedNonces').where('issuer', '=', issuer);
    await row.where('nonce', '=', nonce).execute();
    return 'full';
  }
}
