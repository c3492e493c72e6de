import { keyOf } from '../../contract/paths.ts';
import { type NewActivity, recordActivity } from '../store/activity.ts';
import type { Tx } from '../store/database.ts';
import type { Journal, Tell } from '../store/journal.ts';
import { type PlatformState, savePlatforms } from '../store/platforms.ts';
import { addToSpans } from '../store/probe-spans.ts';
import { addProbes, type Probe } from '../store/probes.ts';
import { tellStats } from '../store/stats.ts';
import type { Caller } from './caller.ts';
import type { Clock, DelayWatch } from './clock.ts';
import { inLanes } from './lanes.ts';
import { dropOld } from './retention.ts';
import { connectionsOf, fullNameOf, type Named, type Roster } from './roster.ts';
import {
  type Finding,
  isNews,
  isOwnDelay,
  NEVER_PROBED,
  needsSecondLook,
  newsOf,
  SEVERITY,
  type Standing,
  standingAfter,
} from './standing.ts';

/** One look, a second at bad news, a third when this process itself was too busy to tell. */
const LOOKS_MAX = 3;

interface ProbingParts {
  readonly roster: Roster;
  readonly caller: Caller;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly lateMs: number;
}

interface Outcome {
  readonly platform: Named;
  readonly before: Standing;
  readonly after: Standing;
}

/**
 * Probes every sister and writes what was found in one commit: states, probe rows, a row of
 * activity for each change, and one live message with all connections.
 *
 * @returns runs one round; a round that the signal cuts short writes nothing
 */
export function createProbing({ roster, caller, journal, clock, lateMs }: ProbingParts) {
  let rounds = 0;

  async function probe(id: string, signal: AbortSignal): Promise<Finding> {
    const heard = await caller.call(id, 'probe', {}, signal);
    return heard.ok
      ? { answered: true, latencyMs: heard.value.latencyMs }
      : { answered: false, failure: heard.reason };
  }

  async function look(platform: Named, signal: AbortSignal, delay: DelayWatch): Promise<Outcome> {
    const before = roster.standing(platform.id);
    let finding = await probe(platform.id, signal);
    for (let looks = 1; looks < LOOKS_MAX; looks++) {
      if (!needsSecondLook(before, finding, lateMs)) break;
      if (looks > 1 && !isOwnDelay(finding, lateMs, delay.worstMs())) break;
      finding = await probe(platform.id, signal);
    }
    return { platform, before, after: standingAfter(before, finding, { at: clock.now(), lateMs }) };
  }

  async function lookAtAll(signal: AbortSignal): Promise<Outcome[]> {
    const delay = clock.watchDelay();
    try {
      return await inLanes(roster.platforms, (one) => look(one, signal, delay));
    } finally {
      delay.end();
    }
  }

  return async function round(signal: AbortSignal): Promise<void> {
    const at = clock.now();
    const outcomes = await lookAtAll(signal);
    if (signal.aborted) return;
    await journal.commit((tx, tell) => write(tx, tell, { outcomes, at, turn: rounds }));
    rounds += 1;
    roster.set(new Map(outcomes.map(({ platform, after }) => [platform.id, after])));
  };
}

interface Round {
  readonly outcomes: readonly Outcome[];
  /** Epoch milliseconds of its start. */
  readonly at: number;
  /** How many rounds were before it. */
  readonly turn: number;
}

async function write(tx: Tx, tell: Tell, round: Round): Promise<void> {
  const { outcomes, at } = round;
  await savePlatforms(tx, outcomes.map(stateOf));
  const probes = outcomes.map((outcome) => probeOf(outcome, at));
  await addProbes(tx, probes);
  await addToSpans(tx, probes);
  await dropOld(tx, { platforms: probes.map(({ platform }) => platform), at, turn: round.turn });
  const news = outcomes.filter(({ before, after }) => isNews(before, after));
  for (const outcome of news) await recordActivity(tx, tell, activityOf(outcome, at));
  const after = new Map(outcomes.map(({ platform, after }) => [platform.id, after]));
  const platforms = outcomes.map(({ platform }) => platform);
  tell(
    keyOf('connections'),
    'replace',
    connectionsOf(platforms, (id) => after.get(id) ?? NEVER_PROBED),
  );
  if (news.length > 0) await tellStats(tx, tell);
}

const stateOf = ({ platform, after }: Outcome): PlatformState => ({
  id: platform.id,
  status: after.status,
  latencyMs: after.latencyMs,
  lastSeen: after.lastSeen,
  changedAt: after.changedAt,
});

const probeOf = ({ platform, after }: Outcome, at: number): Probe => ({
  platform: platform.id,
  at,
  status: after.status,
  latencyMs: after.status === 'error' ? null : after.latencyMs,
});

const activityOf = ({ platform, before, after }: Outcome, at: number): NewActivity => ({
  message: newsOf(fullNameOf(platform), before, after),
  severity: SEVERITY[after.status],
  at,
});
