import type { Clock } from '../../base/clock.ts';
import type { Identity } from '../keys/identity.ts';
import type { MeshLog, TaskGroup } from '../task-group.ts';
import { type Answer, PASSED_ON_MAX, type Payload } from '../wire/messages.ts';
import type { FindKey } from '../wire/verdict.ts';
import {
  checkTestimony,
  fitting,
  type Seen,
  type SignedTestimony,
  signTestimony,
} from './testimony.ts';

/** What goes with a probe. */
export type Asked = Payload<'probe'>;
/** What comes with its answer: its testimony, and those of others as they signed them. */
export type Answered = Pick<Answer<'probe'>, 'testimony' | 'passedOn'>;

export interface TestimonyDeps {
  readonly identity: Identity;
  readonly findKey: FindKey;
  readonly clock: Pick<Clock, 'now'>;
  /** What is older says nothing any more. */
  readonly freshMs: number;
  readonly spawn: TaskGroup['spawn'];
  readonly log: Pick<MeshLog, 'warn'>;
}

const KEY_WAIT_MS = 3000;

/** The newest testimony of each node, in memory, and how nodes exchange them. */
export function createTestimonies(deps: TestimonyDeps, ids: () => readonly string[]) {
  const { identity, findKey, clock, freshMs, spawn, log } = deps;
  let noRoom = 0;
  const received = new Map<string, SignedTestimony>();
  let own: SignedTestimony | undefined;

  const isFresh = (at: number) => at >= clock.now() - freshMs;
  const ownTestimony = () => (own && isFresh(own.said.at) ? { testimony: own } : {});
  const freshOf = (id: string) => {
    const known = received.get(id);
    return known && isFresh(known.said.at) ? known : undefined;
  };

  /** Most come twice, with a probe of this node and with one of theirs: the second is not new. */
  async function take(testimony: SignedTestimony): Promise<void> {
    const { from } = testimony.said;
    const lastAt = received.get(from)?.said.at ?? 0;
    const options = { findKey, freshMs, now: clock.now(), lastAt };
    const checked = await checkTestimony(testimony, options, AbortSignal.timeout(KEY_WAIT_MS));
    if (checked.ok) received.set(from, testimony);
  }

  return {
    isFresh,
    /** @returns the newest one of a node, however old; undefined: it never said anything */
    of: (id: string) => received.get(id)?.said,
    /** @param isReached whether a node says it itself. @returns what goes with the next probe of this node */
    outgoing(to: string, isReached: (id: string) => boolean): Asked {
      const nodes = ids();
      // Each is asked for others first, so that all are asked for.
      const at = nodes.indexOf(to) + 1;
      const others = [...nodes.slice(at), ...nodes.slice(0, Math.max(0, at - 1))];
      const wants = others.filter((id) => freshOf(id) === undefined || !isReached(id));
      const isAsked = received.size > 0 && wants.length > 0;
      return { ...ownTestimony(), ...(isAsked && { wants: wants.slice(0, PASSED_ON_MAX) }) };
    },
    /** @returns what goes with the answer to a probe of this node */
    async answer({ testimony, wants = [] }: Asked): Promise<Answered> {
      if (testimony !== undefined) await take(testimony);
      const passedOn = wants.flatMap((id) => freshOf(id) ?? []);
      return { ...ownTestimony(), ...(passedOn.length > 0 && { passedOn }) };
    },
    /** Takes what came with an answer. What others passed on is checked later: its key may have to be fetched. */
    async receive({ testimony, passedOn = [] }: Answered): Promise<void> {
      if (testimony !== undefined) await take(testimony);
      for (const one of passedOn) spawn('testimony', () => take(one));
    },
    /** Signs what this node has measured, as much as fits. */
    sign(round: number, at: number, measured: readonly Seen[]): void {
      const seen = fitting(measured);
      const left = measured.length - seen.length;
      if (left > noRoom) log.warn({ nodes: left }, 'testimony has no room for all nodes');
      noRoom = left;
      const said = { round, at, seen, ...(left > 0 && { noRoom }) };
      own = seen.length === 0 ? undefined : signTestimony(identity, said);
    },
    /** @returns of how many nodes this one says nothing, because there is no room */
    noRoom: () => noRoom,
  };
}
