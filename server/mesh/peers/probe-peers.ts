import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../base/clock.ts';
import { isMeshNode, type Thresholds } from '../../config/mesh-config.ts';
import type { TermJournal } from '../../database/journal.ts';
import type { CheckPlatform } from '../../platforms/node-check.ts';
import type { PlatformAnswer } from '../../platforms/rows/states.ts';
import type { PlatformName, ProbeOutcome, StatusUpdate } from '../../round.ts';
import { mapPaced } from '../concurrency.ts';
import type { MeshLog } from '../task-group.ts';
import type { Caller } from '../transport/caller.ts';
import type { Transport } from '../transport/transport.ts';
import type { WitnessTerm } from '../witness/witnesses.ts';
import type { PeerRegistry } from './peer-registry.ts';
import { needsConfirmation, nextStatus } from './peer-status.ts';
import { createRelatedProbes } from './related-probes.ts';

export interface ProbePeersDeps {
  readonly journal: TermJournal;
  readonly registry: PeerRegistry;
  readonly caller: Caller;
  readonly clock: Clock;
  readonly log: Pick<MeshLog, 'error'>;
  /** Those of a platform, or of the mesh. */
  readonly thresholdsOf: (platform?: PlatformName) => Thresholds;
  readonly transport: Pick<Transport, 'certificateOf'>;
  readonly check: CheckPlatform;
  readonly witnesses: Pick<WitnessTerm, 'outgoing' | 'receive'>;
}

/** A confirmed probe of one peer. */
export interface ProbedPeer extends StatusUpdate {
  /** When it began, epoch milliseconds. */
  readonly at: number;
  /** What its signed answer says; null without one. */
  readonly answer: PlatformAnswer | null;
}

/** While nothing can be stored, so many results are kept for each platform. */
const KEPT_FOR_EACH = 4;

/**
 * Probes peers, a second time before a status becomes worse, and keeps what was found until it is stored.
 *
 * @param onFound called with each result
 */
export function createPeerProbes(deps: ProbePeersDeps, onFound: (one: ProbedPeer) => void) {
  const { registry, clock, log, thresholdsOf } = deps;
  const probeOnce = createProbe(deps);
  /** How many rounds in a row found no answer. A new leader counts anew. */
  const failed = new Map<string, number>();
  const running = new Map<string, { readonly as: PlatformName; readonly ending: Promise<void> }>();
  const found = new Set<ProbedPeer>();
  const lastFound = new Map<string, ProbedPeer>();

  /** One that runs already is not begun again. @returns resolves when all have ended */
  function begin(platforms: readonly PlatformName[], signal: AbortSignal): Promise<unknown> {
    return mapPaced(platforms, (one) => probeAndKeep(one, signal), clock);
  }

  /** @returns whether it counts: a platform that is up is down after so many rounds in a row */
  function counts({ id }: PlatformName, outcome: ProbeOutcome, isUp: boolean, failures: number) {
    const misses = outcome.answered ? 0 : (failed.get(id) ?? 0) + 1;
    failed.set(id, misses);
    return outcome.answered || misses >= failures || !isUp;
  }

  const related = createRelatedProbes({
    ...deps,
    statusOf: (id) => (lastFound.get(id)?.after ?? registry.status(id)).status,
    missesOf: (id) => failed.get(id) ?? 0,
    isRunning: (id) => running.has(id),
    begin,
  });

  async function probe(platform: PlatformName, signal: AbortSignal): Promise<ProbedPeer> {
    const { lateMs, failures } = thresholdsOf(platform);
    const { id } = platform;
    const at = clock.now();
    const last = lastFound.get(id);
    const before = last?.after ?? registry.status(id);
    let result = await probeOnce(platform, signal);
    if (result.outcome !== null && needsConfirmation(before, result.outcome, lateMs))
      result = await probeOnce(platform, signal);
    const { outcome, answer } = result;
    const isKnown = outcome && (await related({ platform, before, outcome, lateMs }, signal));
    const isUp = (last !== undefined || registry.isMeasured(id)) && before.status !== 'error';
    const isCounted = outcome !== null && counts(platform, outcome, isUp, failures) && isKnown;
    const after = isCounted ? nextStatus(before, outcome, { at: clock.now(), lateMs }) : before;
    return { platform, at, before, after, answer, outcome };
  }

  /** Call it with what was stored, or is not to be. */
  function drop(some: readonly ProbedPeer[]): void {
    for (const one of some) {
      found.delete(one);
      if (lastFound.get(one.platform.id) === one) lastFound.delete(one.platform.id);
    }
  }

  /** Of a platform that was changed meanwhile nothing is kept. */
  async function probeAndKeep(platform: PlatformName, signal: AbortSignal): Promise<void> {
    const { id } = platform;
    const known = running.get(id);
    if (known !== undefined && isDeepStrictEqual(known.as, platform)) return known.ending;
    const ending = probe(platform, signal).then(
      (one) => {
        if (running.get(id) !== mine || signal.aborted) return;
        found.add(one);
        lastFound.set(id, one);
        onFound(one);
        const [oldest] = found;
        if (oldest && found.size > KEPT_FOR_EACH * registry.platforms.length) drop([oldest]);
      },
      (error) => log.error({ err: error, platform: id }, 'mesh probe failed'),
    );
    const mine = { as: platform, ending };
    running.set(id, mine);
    await ending;
    if (running.get(id) === mine) running.delete(id);
  }

  return {
    begin,
    /** @returns what is not stored yet, oldest first */
    found: (): readonly ProbedPeer[] => [...found],
    drop,
  };
}

function createProbe({ journal, caller, transport, check, witnesses }: ProbePeersDeps) {
  return async (
    platform: PlatformName,
    signal: AbortSignal,
  ): Promise<{ outcome: ProbeOutcome | null; answer: PlatformAnswer | null }> => {
    if (!isMeshNode(platform))
      return { outcome: await check(platform, signal, journal), answer: null };
    const { id } = platform;
    const result = await caller.call(id, 'probe', witnesses.outgoing(id), signal);
    if (!result.ok) return { outcome: { answered: false, failure: result.reason }, answer: null };
    const { latencyMs, phasesMs, clockOffsetMs, answer } = result.value;
    await witnesses.receive(answer);
    return {
      outcome: { answered: true, latencyMs, phasesMs, certificate: transport.certificateOf(id) },
      answer: { version: answer.version ?? null, clockOffsetMs },
    };
  };
}
