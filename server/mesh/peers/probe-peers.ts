import type { Clock, DelayWatch } from '../../base/clock.ts';
import { isMeshNode, type Thresholds } from '../../config/mesh-config.ts';
import type { PlatformAnswer } from '../../database/platforms.ts';
import { mapConcurrent } from '../concurrency.ts';
import { isOwnFailure } from '../failure.ts';
import type { Caller } from '../transport/caller.ts';
import type { Transport } from '../transport/transport.ts';
import type { WitnessTerm } from '../witness/witnesses.ts';
import type { PeerRegistry, PlatformName } from './peer-registry.ts';
import { isOwnDelay, needsConfirmation, nextStatus, type ProbeOutcome } from './peer-status.ts';
import type { StatusUpdate } from './round.ts';

/** A probe, one to confirm a change for the worse, and one more when this process itself was delayed. */
const ATTEMPTS_MAX = 3;

export interface ProbePeersDeps {
  readonly registry: PeerRegistry;
  readonly caller: Caller;
  readonly clock: Clock;
  /** Those of a platform, or of the mesh. */
  readonly thresholdsOf: (platform?: PlatformName) => Thresholds;
  readonly transport: Pick<Transport, 'certificateOf'>;
  readonly check: CheckPlatform;
  readonly witnesses: Pick<WitnessTerm, 'outgoing' | 'receive'>;
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

/** @returns probes peers, several at a time, and a second time before a status becomes worse */
export function createPeerProbes(deps: ProbePeersDeps) {
  const { registry, caller, clock, thresholdsOf, transport, check, witnesses } = deps;
  /** How many rounds in a row found no answer. A new leader counts anew. */
  const failed = new Map<string, number>();

  async function probeOnce(
    platform: PlatformName,
    signal: AbortSignal,
  ): Promise<{ outcome: ProbeOutcome | null; answer: PlatformAnswer | null }> {
    if (!isMeshNode(platform)) return { outcome: await check(platform, signal), answer: null };
    const { id } = platform;
    const result = await caller.call(id, 'probe', witnesses.outgoing(id), signal);
    if (!result.ok) return { outcome: { answered: false, failure: result.reason }, answer: null };
    const { latencyMs, clockOffsetMs, answer } = result.value;
    await witnesses.receive(answer);
    return {
      outcome: { answered: true, latencyMs, certificate: transport.certificateOf(id) },
      answer: { version: answer.version ?? null, clockOffsetMs },
    };
  }

  async function probeUntilSure(
    platform: PlatformName,
    signal: AbortSignal,
    delay: DelayWatch,
  ): ReturnType<typeof probeOnce> {
    const { lateMs } = thresholdsOf(platform);
    const before = registry.status(platform.id);
    let found = await probeOnce(platform, signal);
    for (let attempts = 1; attempts < ATTEMPTS_MAX; attempts++) {
      const { outcome } = found;
      if (outcome === null || !needsConfirmation(before, outcome, lateMs)) break;
      if (attempts > 1 && !isOwnDelay(outcome, lateMs, delay.worstMs())) break;
      found = await probeOnce(platform, signal);
    }
    return found;
  }

  /** @returns whether it counts: a platform that is up is down after so many rounds in a row */
  function counts({ id }: PlatformName, outcome: ProbeOutcome, failures: number): boolean {
    const misses = outcome.answered ? 0 : (failed.get(id) ?? 0) + 1;
    failed.set(id, misses);
    const isUp = registry.isMeasured(id) && registry.status(id).status !== 'error';
    return outcome.answered || misses >= failures || !isUp;
  }

  async function probePeer(
    platform: PlatformName,
    signal: AbortSignal,
    delay: DelayWatch,
  ): Promise<ProbedPeer> {
    const { lateMs, failures } = thresholdsOf(platform);
    const before = registry.status(platform.id);
    const { outcome, answer } = await probeUntilSure(platform, signal, delay);
    const isCounted = outcome !== null && counts(platform, outcome, failures);
    const after = isCounted ? nextStatus(before, outcome, { at: clock.now(), lateMs }) : before;
    return { platform, before, after, answer, outcome };
  }

  return async function probePeers(
    platforms: readonly PlatformName[],
    signal: AbortSignal,
  ): Promise<ProbedPeer[]> {
    const delay = clock.watchDelay();
    try {
      return await mapConcurrent(platforms, (one) => probePeer(one, signal, delay));
    } finally {
      delay.stop();
    }
  };
}

/** @returns whether this node could call nobody: then nothing is known about any platform */
export function hadNoNetwork(probed: readonly ProbedPeer[]): boolean {
  // Those that report themselves were not called.
  const called = probed.filter(({ platform }) => platform.kind !== 'report');
  const failures = called.map(({ outcome }) =>
    outcome?.answered === false ? outcome.failure : null,
  );
  return (
    failures.some((failure) => failure !== null && isOwnFailure(failure)) &&
    // A platform without an address is never called.
    failures.every(
      (failure) => failure !== null && (isOwnFailure(failure) || failure === 'no-address'),
    )
  );
}
