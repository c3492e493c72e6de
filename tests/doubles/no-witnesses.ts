import type { Asking } from '../../server/mesh/witness/asking.ts';
import type { WitnessTerm } from '../../server/mesh/witness/witnesses.ts';

/** A mesh in which no node says anything of another. */
export const noWitnesses: WitnessTerm = {
  outgoing: () => ({}),
  answer: async () => ({}),
  receive: async () => undefined,
  judgeRound: () => undefined,
  testify: () => undefined,
  view: () => ({ at: 0, needed: 2, cutOff: null, nodes: [], statements: [] }),
};

/** Nobody is asked to look at a platform. */
export const asksNobody: Pick<Asking, 'platforms' | 'askSoon' | 'agreements'> = {
  platforms: () => [],
  askSoon: () => undefined,
  agreements: () => [],
};
