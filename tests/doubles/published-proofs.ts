import type { PublishedProofs } from '../../server/mesh/rows/shared-wire.ts';

/** In memory, for peers without a database. */
export function createPublishedProofs(): PublishedProofs {
  const tokens = new Map<string, string>();
  return {
    async publish(challenge, token) {
      tokens.set(challenge, token);
      return true;
    },
    read: async (challenge) => tokens.get(challenge) ?? null,
  };
}
