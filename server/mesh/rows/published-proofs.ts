import * as z from 'zod/mini';
import { countRows, type Database } from '../../database/database.ts';
import { ChallengeIdSchema } from '../wire/messages.ts';

/** Where every node publishes its signed nonces. */
export const PROOF_PATH = '/.well-known/route66';

/** The signed nonces that a node publishes, one for each challenge. */
export interface PublishedProofs {
  /** @returns false when too many are published, or the name is not a challenge id */
  publish(challenge: string, token: string): Promise<boolean>;
  /** @returns null when there is none */
  read(challenge: string): Promise<string | null>;
}

const PUBLISHED_MAX = 256;
/** Longer than the longest deadline. */
const KEEP_MS = 10 * 60 * 1000;

const isChallenge = (name: string) => z.safeParse(ChallengeIdSchema, name).success;

/** Every instance finds them, and they survive a restart. */
export function publishedProofs(db: Database, now: () => number): PublishedProofs {
  return {
    async publish(challenge, token) {
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
    async read(challenge) {
      const row = await db
        .selectFrom('publishedProofs')
        .select('token')
        .where('challenge', '=', challenge)
        .executeTakeFirst();
      return row?.token ?? null;
    },
  };
}
