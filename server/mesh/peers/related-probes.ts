import type { Clock } from '../../base/clock.ts';
import type { PeerStatus, PlatformName, ProbeOutcome } from '../../round.ts';
import { waitAtMost } from '../concurrency.ts';
import type { PeerRegistry } from './peer-registry.ts';
import { isWorse } from './peer-status.ts';

interface RelatedProbesDeps {
  readonly registry: Pick<PeerRegistry, 'probed'>;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Of the last probe, stored or not. */
  readonly statusOf: (id: string) => PeerStatus['status'];
  /** How many rounds in a row found no answer. */
  readonly missesOf: (id: string) => number;
  readonly isRunning: (id: string) => boolean;
  readonly begin: (platforms: readonly PlatformName[], signal: AbortSignal) => Promise<unknown>;
}

interface Probed {
  readonly platform: PlatformName;
  readonly before: PeerStatus;
  readonly outcome: ProbeOutcome;
  readonly lateMs: number;
}

/** Each probe has its own deadline; this is for a chain of them. */
const RELATED_MAX_MS = 30_000;

/**
 * Probes what a platform depends on before its trouble is found, and what is down and depends on it before its return is: so each is
 * judged by what came first, wherever in their intervals they have their places.
 *
 * @returns whether what was found counts: not while one on which it depends has missed a round and is not down yet
 */
export function createRelatedProbes(deps: RelatedProbesDeps) {
  const { registry, clock, statusOf, missesOf, isRunning, begin } = deps;
  const isDown = ({ id }: PlatformName) => statusOf(id) === 'error';
  const isInDoubt = (one: PlatformName) => !isDown(one) && missesOf(one.id) > 0;
  /** It would be down sooner than it is to be if each failure of others were one of its own. */
  const isUp = (one: PlatformName) => !isDown(one) && !isInDoubt(one);

  async function probeWhile(
    isWanted: (one: PlatformName) => boolean,
    platforms: readonly PlatformName[],
    signal: AbortSignal,
  ): Promise<void> {
    const wanted = platforms.filter(isWanted);
    if (wanted.length === 0) return;
    // A probe that runs already began too early.
    const early = wanted.filter(({ id }) => isRunning(id));
    const ending = begin(wanted, signal).then(() => begin(early.filter(isWanted), signal));
    await waitAtMost(RELATED_MAX_MS, ending, clock);
  }

  return async (
    { platform, before, outcome, lateMs }: Probed,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const { id, dependsOn = [] } = platform;
    if (isWorse(before, outcome, lateMs)) {
      if (dependsOn.length === 0) return true;
      const causes = registry.probed().filter((one) => dependsOn.includes(one.id));
      await probeWhile(isUp, causes, signal);
      return !causes.some(isInDoubt);
    }
    if (before.status !== 'error' || !outcome.answered) return true;
    const dependents = registry.probed().filter((one) => one.dependsOn?.includes(id));
    await probeWhile(isDown, dependents, signal);
    return true;
  };
}
