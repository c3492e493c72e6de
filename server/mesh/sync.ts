import type { Severity } from '../../contract/shapes/activity.ts';
import { recordActivity } from '../store/activity.ts';
import { addToCounter } from '../store/counters.ts';
import type { Journal } from '../store/journal.ts';
import { HANDSHAKES_COUNTER, tellStats } from '../store/stats.ts';
import type { Caller } from './caller.ts';
import type { Clock } from './clock.ts';
import { type Failure, wordsOf } from './failure.ts';
import { inLanes } from './lanes.ts';
import type { ViewEntry } from './messages.ts';
import { fullNameOf, type Named, type Roster } from './roster.ts';
import { type Disagreement, disagreementsOf } from './views.ts';

interface SyncParts {
  /** This node, as it is called in sentences. */
  readonly self: Named;
  readonly roster: Roster;
  readonly caller: Caller;
  readonly journal: Journal;
  readonly clock: Clock;
}

/** What came of a sync. */
export interface Synced {
  readonly asked: number;
  readonly reached: number;
  readonly disagreements: readonly Disagreement[];
  /** The same in one sentence. */
  readonly message: string;
}

interface Shaken {
  readonly platform: Named;
  readonly view: readonly ViewEntry[] | null;
  readonly failure: Failure | null;
}

/** Named in a sentence at most; the rest is counted. */
const NAMED_MAX = 3;

/**
 * Handshakes with every sister: each is told this node's view of the mesh and tells its own. Leaves one
 * row of activity with the outcome; completed handshakes are counted.
 */
export function createSync({ self, roster, caller, journal, clock }: SyncParts) {
  async function shake(platform: Named, signal: AbortSignal): Promise<Shaken> {
    const heard = await caller.call(platform.id, 'handshake', { view: roster.view() }, signal);
    return heard.ok
      ? { platform, view: heard.value.answer.view, failure: null }
      : { platform, view: null, failure: heard.reason };
  }

  function summarise(shaken: readonly Shaken[]): Synced {
    const said = shaken.flatMap(({ platform, view }) =>
      view === null ? [] : [{ from: platform.id, view }],
    );
    const disagreements = disagreementsOf(self.id, roster.view(), said);
    const facts = { asked: shaken.length, reached: said.length, disagreements };
    return { ...facts, message: messageOf(shaken, facts, nameIn(self, roster)) };
  }

  return async function sync(signal: AbortSignal): Promise<Synced> {
    const shaken = await inLanes(roster.platforms, (one) => shake(one, signal));
    const synced = summarise(shaken);
    if (signal.aborted) return synced;
    await journal.commit(async (tx, tell) => {
      const activity = { message: synced.message, severity: severityOf(synced), at: clock.now() };
      await recordActivity(tx, tell, activity);
      if (synced.reached === 0) return;
      await addToCounter(tx, HANDSHAKES_COUNTER, synced.reached);
      await tellStats(tx, tell);
    });
    return synced;
  };
}

function severityOf({ asked, reached, disagreements }: Synced): Severity {
  if (reached === asked) return disagreements.length === 0 ? 'success' : 'warning';
  return reached === 0 ? 'error' : 'warning';
}

function messageOf(
  shaken: readonly Shaken[],
  { asked, reached, disagreements }: Omit<Synced, 'message'>,
  nameOf: (id: string) => string,
): string {
  if (asked === 0) return 'Mesh sync: there is no other platform';
  const failed = shaken.flatMap(({ platform, failure }) =>
    failure === null ? [] : [`${fullNameOf(platform)} ${wordsOf(failure)}`],
  );
  const differing = disagreements.map(
    ({ from, about, theirs, ours }) =>
      `${nameOf(from)} sees ${nameOf(about)} as ${theirs}, this node as ${ours}`,
  );
  const views = differing.length === 0 ? ['no disagreements'] : few(differing);
  return `Mesh sync: ${[`${reached} of ${asked} platforms answered`, ...few(failed), ...views].join('; ')}`;
}

const few = (sentences: readonly string[]): string[] =>
  sentences.length <= NAMED_MAX
    ? [...sentences]
    : [...sentences.slice(0, NAMED_MAX), `and ${sentences.length - NAMED_MAX} more`];

const nameIn = (self: Named, roster: Roster) => (id: string) =>
  [self, ...roster.platforms].find((platform) => platform.id === id)?.name ?? id;
