import type { Heartbeat, PlatformHeartbeat } from '../../../contract/shapes/watchdog.ts';
import { recordActivity } from '../../activity/rows.ts';
import type { TermBase } from '../../feature.ts';
import { failureText } from '../../outgoing/failure.ts';
import type { PlatformName } from '../../round.ts';
import { mapPaced } from '../concurrency.ts';
import { addHeartbeats, type HeartbeatCount, type SentHeartbeat } from '../rows/heartbeats.ts';
import type { Caller } from '../transport/caller.ts';
import type { PeerRegistry } from './peer-registry.ts';

interface HeartbeatDeps extends Pick<TermBase, 'journal' | 'clock'> {
  readonly registry: PeerRegistry;
  readonly caller: Caller;
}

export interface HeartbeatResult {
  /** To how many peers a heartbeat was sent. */
  readonly sent: number;
  /** How many replied. */
  readonly replied: number;
}

/** Sends a signed heartbeat to every peer and stores each result. */
export function createHeartbeats({ registry, caller, journal, clock }: HeartbeatDeps) {
  let beats = 0;

  async function sendTo(
    platform: PlatformName,
    beat: number,
    signal: AbortSignal,
  ): Promise<SentHeartbeat> {
    const result = await caller.call(platform.id, 'heartbeat', { beat }, signal);
    const error = result.ok ? null : `${platform.name}: ${failureText(result.reason)}`;
    return { platform: platform.id, at: clock.now(), error };
  }

  /** @param manual adds a row to the activity log, as for every action of an operator */
  return async function sendHeartbeats(
    signal: AbortSignal,
    manual: boolean,
  ): Promise<HeartbeatResult> {
    beats += 1;
    const beat = beats;
    const sent = await mapPaced(registry.meshNodes(), (one) => sendTo(one, beat, signal), clock);
    const replied = sent.filter(({ error }) => error === null).length;
    const result = { sent: sent.length, replied };
    if (signal.aborted) return result;
    await journal.commit(async (tx, emit) => {
      await addHeartbeats(tx, sent);
      if (manual) await recordActivity(tx, emit, { ...toActivity(result), at: clock.now() });
    });
    return result;
  };
}

function toActivity(result: HeartbeatResult) {
  const { sent, replied } = result;
  const severity = replied === sent ? 'success' : replied === 0 ? 'error' : 'warning';
  return { message: `Manual ping: ${describeHeartbeats(result)}`, severity } as const;
}

/** @returns such as '5 of 6 platforms replied' */
export const describeHeartbeats = ({ sent, replied }: HeartbeatResult): string =>
  sent === 0 ? 'no other platform is configured' : `${replied} of ${sent} platforms replied`;

/** @returns the watchdog's heartbeat card, in the order of the configured platforms; other counts are left out */
export function summariseHeartbeats(
  all: readonly HeartbeatCount[],
  platforms: readonly PlatformName[],
  settings: { readonly enabled: boolean; readonly intervalSec: number },
): Heartbeat {
  const byId = new Map(all.map((count) => [count.platform, count]));
  const counts = platforms.map(({ id }) => byId.get(id)).filter((count) => count !== undefined);
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
    platforms: platforms.map((platform) => toPlatformHeartbeat(platform, byId.get(platform.id))),
  };
}

function toPlatformHeartbeat(
  { id, name }: PlatformName,
  count: HeartbeatCount | undefined,
): PlatformHeartbeat {
  return {
    id,
    name,
    sent: count?.sent ?? 0,
    answered: count?.succeeded ?? 0,
    missed: count?.failed ?? 0,
    lastAnswer: count?.lastSuccess ?? null,
    // Stored with the platform's name in front, which the row shows already.
    lastError: count?.lastError?.replace(`${name}: `, '') ?? null,
  };
}
