import { soleTermJournal, type TermJournal } from '../database/journal.ts';
import type { AfterRound, Feature, Led, NodeBase } from '../feature.ts';

/** What only one instance of a database does, from the moment it leads to the moment it does not. */
export interface Term {
  /**
   * Peers can be called: this instance listens. Not to be waited for: the server answers meanwhile, and probe results follow as
   * live messages. @throws when the term has to be closed, because not all of it could begin
   */
  start(): Promise<void>;
  /** Ends everything; resolves when nothing of it is left. */
  close(): Promise<void>;
}

/** Creates a term, which stores by this journal: it refuses commits when the term is over. */
export type OpenTerm = (journal: TermJournal) => Promise<Term>;

/** What the features do while this instance leads: begun in their order with each term, ended in the opposite one. */
export function createTerms(features: readonly Feature[]): OpenTerm {
  const afterRound: AfterRound = async (tx, emit, round) => {
    for (const feature of features) await feature.afterRound?.(tx, emit, round);
  };
  return async (journal) => {
    const led: Led[] = [];
    const close = async () => {
      for (const part of led.splice(0).reverse()) await part.close();
    };
    try {
      for (const feature of features) {
        const part = await feature.lead?.(journal, afterRound);
        if (part !== undefined) led.push(part);
      }
    } catch (error) {
      await close();
      throw error;
    }
    return {
      async start() {
        await Promise.all(led.map(async (part) => part.start?.()));
      },
      close,
    };
  };
}

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

interface LeadershipState {
  readonly isLeader: boolean;
  /** Grows with each take-over; 0 where there is one instance. */
  readonly token: number;
  /** How often this instance has begun to lead since its start. */
  readonly terms: number;
}

interface SoleLeadershipDeps extends Pick<NodeBase, 'journal' | 'loops' | 'log'> {
  readonly openTerm: OpenTerm;
}

const BEGIN = { name: 'begin to lead', everyMs: 1_000, limitMs: 15 * 60_000 };

/** For a database with one instance: it leads as long as it lives. A term that cannot begin is opened again. */
export function createSoleLeadership(deps: SoleLeadershipDeps): Leadership {
  const { journal, loops, log, openTerm } = deps;
  const closing = new AbortController();
  let term: Term | undefined;
  let beginning: Promise<unknown> = Promise.resolve();

  async function begin(): Promise<boolean> {
    try {
      term ??= await openTerm(soleTermJournal(journal));
      await (closing.signal.aborted ? term.close() : term.start());
      return true;
    } catch (error) {
      log.error({ err: error }, 'term not begun in full');
      await term?.close();
      term = undefined;
      return false;
    }
  }

  return {
    async open() {
      term = await openTerm(soleTermJournal(journal));
    },
    async start() {
      beginning = loops.until(BEGIN, closing.signal, begin);
    },
    handOver: async () => undefined,
    async close() {
      closing.abort();
      await term?.close();
      await beginning;
    },
    state: () => ({ isLeader: true, token: 0, terms: 1 }),
  };
}
