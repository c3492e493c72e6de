import type { Journal } from '../store/journal.ts';

/** What only one instance of a database does, from the moment it leads to the moment it does not. */
export interface Term {
  /** Peers can be called: this instance listens. */
  start(): void;
  /** Ends everything; resolves when nothing of it is left. */
  close(): Promise<void>;
}

/** Creates a term, which stores by this journal: it refuses commits when the term is over. */
export type OpenTerm = (journal: Journal) => Promise<Term>;

/** Which instance probes, deploys, inspects and alerts. The owner closes it. */
export interface Leadership {
  /** Called before this instance listens. */
  open(): Promise<void>;
  /** Called once, when this instance listens. @returns resolves when it leads, or another does */
  start(): Promise<void>;
  /** Lets another instance take over at once, before this one is closed; it does not lead again. */
  handOver(): Promise<void>;
  close(): Promise<void>;
  /** For metrics. */
  state(): LeadershipState;
}

export interface LeadershipState {
  readonly isLeader: boolean;
  /** Grows with each take-over; 0 where there is one instance. */
  readonly token: number;
  /** How often this instance has begun to lead since its start. */
  readonly terms: number;
}

/** For a database with one instance: its term is as long as its life. */
export function createSoleLeadership(journal: Journal, openTerm: OpenTerm): Leadership {
  let term: Term | undefined;
  return {
    async open() {
      term = await openTerm(journal);
    },
    start: async () => term?.start(),
    handOver: async () => undefined,
    close: async () => term?.close(),
    state: () => ({ isLeader: true, token: 0, terms: 1 }),
  };
}
