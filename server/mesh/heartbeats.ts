import type { Heartbeat } from '../../contract/shapes/watchdog.ts';
import { recordActivity } from '../store/activity.ts';
import { addHeartbeats, type HeartbeatCount, type SentHeartbeat } from '../store/heartbeats.ts';
import type { Journal } from '../store/journal.ts';
import type { Caller } from './caller.ts';
import type { Clock } from './clock.ts';
import { wordsOf } from './failure.ts';
import { inLanes } from './lanes.ts';
import { fullNameOf, type Named, type Roster } from './roster.ts';

interface HeartbeatParts {
  readonly roster: Roster;
  readonly caller: Caller;
  readonly journal: Journal;
  readonly clock: Clock;
}

/** How many sisters were sent a heartbeat, and how many took it. */
export interface Beaten {
  readonly sent: number;
  readonly taken: number;
}

/** Sends signed heartbeats to every sister and writes down what became of each. */
export function createHeartbeats({ roster, caller, journal, clock }: HeartbeatParts) {
  let beats = 0;

  async function send(platform: Named, beat: number, signal: AbortSignal): Promise<SentHeartbeat> {
    const heard = await caller.call(platform.id, 'heartbeat', { beat }, signal);
    const error = heard.ok ? null : `${fullNameOf(platform)} ${wordsOf(heard.reason)}`;
    return { platform: platform.id, at: clock.now(), error };
  }

  /** @param byHand leaves a row in the activity log, as an operator's deed does */
  return async function beat(signal: AbortSignal, byHand: boolean): Promise<Beaten> {
    beats += 1;
    const number = beats;
    const sent = await inLanes(roster.platforms, (one) => send(one, number, signal));
    const taken = sent.filter(({ error }) => error === null).length;
    const result = { sent: sent.length, taken };
    if (signal.aborted) return result;
    await journal.commit(async (tx, tell) => {
      await addHeartbeats(tx, sent);
      if (byHand) await recordActivity(tx, tell, { ...activityOf(result), at: clock.now() });
    });
    return result;
  };
}

function activityOf({ sent, taken }: Beaten) {
  const severity = taken === sent ? 'success' : taken === 0 ? 'error' : 'warning';
  return { message: `Heartbeat sent by hand: ${sentenceOf({ sent, taken })}`, severity } as const;
}

/** @returns such as '5 of 6 platforms took it' */
export const sentenceOf = ({ sent, taken }: Beaten): string =>
  sent === 0 ? 'there is no other platform' : `${taken} of ${sent} platforms took it`;

/** @returns the watchdog's card, out of what was counted for the platforms that are configured */
export function heartbeatOf(
  counts: readonly HeartbeatCount[],
  settings: { readonly enabled: boolean; readonly intervalSec: number },
): Heartbeat {
  const errors = counts.flatMap(({ lastError }) => (lastError === null ? [] : [lastError]));
  const successes = counts.flatMap(({ lastSuccess }) =>
    lastSuccess === null ? [] : [lastSuccess],
  );
  return {
    enabled: settings.enabled,
    lastError: errors.length === 0 ? null : errors.join('; '),
    lastSuccess: successes.length === 0 ? null : new Date(Math.max(...successes)).toISOString(),
    sentCount: counts.reduce((sum, { sent }) => sum + sent, 0),
    intervalSec: settings.intervalSec,
  };
}
