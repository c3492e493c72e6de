import { keyOf } from '../../../contract/paths.ts';
import type { Clock, DelayWatch } from '../../clock.ts';
import { type NewActivity, recordActivity } from '../../store/activity.ts';
import type { Tx } from '../../store/database.ts';
import type { Emit, Journal } from '../../store/journal.ts';
import { type PlatformState, savePlatforms } from '../../store/platforms.ts';
import { addToSpans, type HeldStatus } from '../../store/probe-spans.ts';
import { addProbes, type Probe } from '../../store/probes.ts';
import { emitStats } from '../../store/stats.ts';
import { mapConcurrent } from '../concurrency.ts';
import type { Caller } from '../transport/caller.ts';
import { dropOld } from './mesh-history.ts';
import type { PeerRegistry, PlatformName } from './peer-registry.ts';
import {
  describeChange,
  isNotableChange,
  isOwnDelay,
  NEVER_PROBED,
  needsConfirmation,
  nextStatus,
  type PeerStatus,
  type ProbeOutcome,
  SEVERITY,
} from './peer-status.ts';

/** A probe, one to confirm a change for the worse, and one more when this process itself was delayed. */
const ATTEMPTS_MAX = 3;

interface ProbeRoundDeps {
  readonly registry: PeerRegistry;
  readonly caller: Caller;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly lateMs: number;
  /** After a longer time without a round, as when a device slept, the time counts as not measured. */
  readonly gapMaxMs: number;
  readonly onRound: RoundListener;
}

/** Stores what follows from a round, in the transaction that stores its results. */
export type RoundListener = (tx: Tx, emit: Emit, round: Round) => Promise<void>;

export interface StatusUpdate {
  readonly platform: PlatformName;
  readonly before: PeerStatus;
  readonly after: PeerStatus;
}

/**
 * Probes every peer and stores the results in one commit: statuses, probe rows, an activity row for each
 * notable change, and one live message with all connections.
 *
 * @returns makes one round; a round that the signal aborts stores nothing
 */
export function createProbeRound(deps: ProbeRoundDeps) {
  const { registry, caller, journal, clock, lateMs, gapMaxMs, onRound } = deps;
  let rounds = 0;
  let lastAt: number | undefined;

  async function probeOnce(id: string, signal: AbortSignal): Promise<ProbeOutcome> {
    const result = await caller.call(id, 'probe', {}, signal);
    return result.ok
      ? { answered: true, latencyMs: result.value.latencyMs }
      : { answered: false, failure: result.reason };
  }

  async function probePeer(
    platform: PlatformName,
    signal: AbortSignal,
    delay: DelayWatch,
  ): Promise<StatusUpdate> {
    const before = registry.status(platform.id);
    let outcome = await probeOnce(platform.id, signal);
    for (let attempts = 1; attempts < ATTEMPTS_MAX; attempts++) {
      if (!needsConfirmation(before, outcome, lateMs)) break;
      if (attempts > 1 && !isOwnDelay(outcome, lateMs, delay.worstMs())) break;
      outcome = await probeOnce(platform.id, signal);
    }
    return { platform, before, after: nextStatus(before, outcome, { at: clock.now(), lateMs }) };
  }

  async function probeAll(signal: AbortSignal): Promise<StatusUpdate[]> {
    const delay = clock.watchDelay();
    try {
      return await mapConcurrent(registry.platforms, (one) => probePeer(one, signal, delay));
    } finally {
      delay.stop();
    }
  }

  return async function probeRound(signal: AbortSignal): Promise<void> {
    const at = clock.now();
    const updates = await probeAll(signal);
    if (signal.aborted) return;
    const since = lastAt !== undefined && at - lastAt <= gapMaxMs ? lastAt : undefined;
    await journal.commit(async (tx, emit) => {
      const round = { updates, at, since, number: rounds };
      await storeRound(tx, emit, registry, round);
      await onRound(tx, emit, round);
    });
    rounds += 1;
    lastAt = at;
    registry.set(new Map(updates.map(({ platform, after }) => [platform.id, after])));
  };
}

export interface Round {
  readonly updates: readonly StatusUpdate[];
  /** When it began, in epoch milliseconds. */
  readonly at: number;
  /** Start of the round before it; undefined when its results do not hold until now. */
  readonly since: number | undefined;
  /** From 0. */
  readonly number: number;
}

async function storeRound(tx: Tx, emit: Emit, registry: PeerRegistry, round: Round): Promise<void> {
  const { updates, at, since, number } = round;
  await savePlatforms(tx, updates.map(toState));
  const probes = updates.map((update) => toProbe(update, at));
  await addProbes(tx, probes);
  const held = since === undefined ? [] : updates.map((update) => toHeld(update, since, at));
  await addToSpans(tx, probes, held);
  await dropOld(tx, { platforms: probes.map(({ platform }) => platform), at, round: number });
  const notable = updates.filter(({ before, after }) => isNotableChange(before, after));
  for (const update of notable) await recordActivity(tx, emit, toActivity(update, at));
  const after = new Map(updates.map(({ platform, after }) => [platform.id, after]));
  const connections = registry.connectionsWith((id) => after.get(id) ?? NEVER_PROBED);
  emit(keyOf('connections'), 'replace', connections);
  if (notable.length > 0) await emitStats(tx, emit);
}

const toState = ({ platform, after }: StatusUpdate): PlatformState => ({
  id: platform.id,
  status: after.status,
  latencyMs: after.latencyMs,
  lastSeen: after.lastSeen,
  changedAt: after.changedAt,
});

const toProbe = ({ platform, after }: StatusUpdate, at: number): Probe => ({
  platform: platform.id,
  at,
  status: after.status,
  latencyMs: after.status === 'error' ? null : after.latencyMs,
});

const toHeld = ({ platform, before }: StatusUpdate, from: number, to: number): HeldStatus => ({
  platform: platform.id,
  status: before.status,
  from,
  to,
});

const toActivity = ({ platform, before, after }: StatusUpdate, at: number): NewActivity => ({
  message: describeChange(platform.name, before, after),
  severity: SEVERITY[after.status],
  at,
  platform: platform.id,
});
