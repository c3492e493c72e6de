import type { Clock, DelayWatch } from '../../base/clock.ts';
import { isMeshNode } from '../../config/mesh-config.ts';
import type { PlatformAnswer } from '../../database/platforms.ts';
import { mapConcurrent } from '../concurrency.ts';
import { isOwnFailure } from '../failure.ts';
import type { Caller } from '../transport/caller.ts';
import type { PeerRegistry, PlatformName } from './peer-registry.ts';
import { isOwnDelay, needsConfirmation, nextStatus, type ProbeOutcome } from './peer-status.ts';
import type { StatusUpdate } from './round.ts';

/** A probe, one to confirm a change for the worse, and one more when this process itself was delayed. */
const ATTEMPTS_MAX = 3;

interface ProbePeersDeps {
  readonly registry: PeerRegistry;
  readonly caller: Caller;
  readonly clock: Clock;
  readonly lateMs: number;
  readonly check: CheckPlatform;
}

/**
 * Probes a platform that is no mesh node. It rejects for nothing that the platform does.
 *
 * @returns null when nothing can be said yet
 */
export type CheckPlatform = (
  platform: PlatformName,
  signal: AbortSignal,
) => Promise<ProbeOutcome | null>;

/** A confirmed probe of one peer. */
export interface ProbedPeer extends StatusUpdate {
  /** What its signed answer says; null without one. */
  readonly answer: PlatformAnswer | null;
}

/** @returns probes every peer, several at a time, and a second time before a status becomes worse */
export function createPeerProbes({ registry, caller, clock, lateMs, check }: ProbePeersDeps) {
  async function probeOnce(
    platform: PlatformName,
    signal: AbortSignal,
  ): Promise<{ outcome: ProbeOutcome | null; answer: PlatformAnswer | null }> {
    if (!isMeshNode(platform)) return { outcome: await check(platform, signal), answer: null };
    const result = await caller.call(platform.id, 'probe', {}, signal);
    if (!result.ok) return { outcome: { answered: false, failure: result.reason }, answer: null };
    const { latencyMs, clockOffsetMs, answer } = result.value;
    return {
      outcome: { answered: true, latencyMs },
      answer: { version: answer.version ?? null, clockOffsetMs },
    };
  }

  async function probePeer(
    platform: PlatformName,
    signal: AbortSignal,
    delay: DelayWatch,
  ): Promise<ProbedPeer> {
    const before = registry.status(platform.id);
    let { outcome, answer } = await probeOnce(platform, signal);
    for (let attempts = 1; attempts < ATTEMPTS_MAX; attempts++) {
      if (outcome === null || !needsConfirmation(before, outcome, lateMs)) break;
      if (attempts > 1 && !isOwnDelay(outcome, lateMs, delay.worstMs())) break;
      ({ outcome, answer } = await probeOnce(platform, signal));
    }
    const at = clock.now();
    const after = outcome === null ? before : nextStatus(before, outcome, { at, lateMs });
    return { platform, before, after, answer };
  }

  return async function probePeers(signal: AbortSignal): Promise<ProbedPeer[]> {
    const delay = clock.watchDelay();
    try {
      return await mapConcurrent(registry.probed(), (one) => probePeer(one, signal, delay));
    } finally {
      delay.stop();
    }
  };
}

/** @returns whether this node could call nobody: then nothing is known about any platform */
export function hadNoNetwork(probed: readonly ProbedPeer[]): boolean {
  // Those that report themselves were not called.
  const called = probed.filter(({ platform }) => platform.kind !== 'report');
  const failures = called.map(({ after }) => after.failure);
  return (
    failures.some((failure) => failure !== null && isOwnFailure(failure)) &&
    // A platform without an address is never called.
    failures.every(
      (failure) => failure !== null && (isOwnFailure(failure) || failure === 'no-address'),
    )
  );
}
