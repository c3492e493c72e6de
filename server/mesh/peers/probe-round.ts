import type { Tx } from '../../database/database.ts';
import { idsOfLeft } from '../../database/platform-definitions.ts';
import type { NodeBase } from '../../feature.ts';
import { addAbsence, lastAbsenceEnd } from '../rows/absences.ts';
import { lastRoundAt } from '../rows/probes.ts';
import type { Caller } from '../transport/caller.ts';
import type { PeerRegistry } from './peer-registry.ts';
import { type CheckPlatform, createPeerProbes, hadNoNetwork } from './probe-peers.ts';
import type { LastRound, RoundListener } from './round.ts';
import { storeProbes, storeUnknown } from './store-round.ts';

interface ProbeRoundDeps extends Pick<NodeBase, 'journal' | 'clock'> {
  readonly registry: PeerRegistry;
  readonly caller: Caller;
  readonly lateMs: number;
  readonly check: CheckPlatform;
  /** After a longer time without a round, as when a device slept, the time counts as not measured. */
  readonly gapMaxMs: number;
  readonly onRound: RoundListener;
  /** Whether a platform is in maintenance at a moment (epoch milliseconds). */
  readonly isPlanned: (platform: string, at: number) => boolean;
  /** @returns the last round of the former leader, if this one goes on with it */
  readonly formerRound?: () => LastRound | undefined;
}

/**
 * Probes every peer and stores the results in one commit: statuses, probe rows, how long the results of the round before
 * held, an activity row for each notable change, and one live message with all connections. Times in which this node
 * measured nothing are stored as its absences.
 *
 * @returns makes one round; a round that the signal aborts stores nothing
 */
export function createProbeRound(deps: ProbeRoundDeps) {
  const { registry, journal, clock, gapMaxMs, onRound, isPlanned, formerRound } = deps;
  const probePeers = createPeerProbes(deps);
  let rounds = 0;
  let last: LastRound | undefined;

  return async function probeRound(signal: AbortSignal): Promise<void> {
    last ??= formerRound?.();
    const at = clock.now();
    const all = await probePeers(signal);
    if (signal.aborted) return;
    const hasNetwork = !hadNoNetwork(all);
    let probed = all;
    const gapMs = last === undefined ? undefined : at - last.at;
    const follows = gapMs !== undefined && gapMs > 0 && gapMs <= gapMaxMs;
    const since = follows && last?.hadNetwork && hasNetwork ? last.at : undefined;
    await journal.commit(async (tx, emit) => {
      // Removed or paused while they were probed.
      const left = await idsOfLeft(tx);
      probed = all.filter(({ platform }) => !left.has(platform.id));
      const round = { updates: hasNetwork ? probed : [], at, since, number: rounds };
      // Before this round is the last one that is stored.
      if (since === undefined) await storeAbsence(tx, at);
      const networkChanged = hasNetwork !== (last?.hadNetwork ?? true);
      if (hasNetwork)
        await storeProbes(tx, emit, { ...round, probed, registry, isPlanned, networkChanged });
      else await storeUnknown(tx, emit, { at, registry, networkChanged });
      await onRound(tx, emit, round);
    });
    rounds += 1;
    last = { at, hadNetwork: hasNetwork };
    if (hasNetwork)
      registry.set(new Map(probed.map(({ platform, after }) => [platform.id, after])));
    else registry.forget();
  };

  /** Says why nothing was measured until this round. */
  async function storeAbsence(tx: Tx, at: number): Promise<void> {
    if (last !== undefined) {
      const reason = at - last.at > gapMaxMs ? 'asleep' : 'no-network';
      return addAbsence(tx, { from: last.at, to: at, reason });
    }
    const ends = [await lastRoundAt(tx), await lastAbsenceEnd(tx)];
    const from = Math.max(...ends.map((end) => end ?? 0));
    if (from > 0 && at - from > gapMaxMs) await addAbsence(tx, { from, to: at, reason: 'off' });
  }
}
