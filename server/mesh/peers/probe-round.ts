import type { Tx } from '../../database/database.ts';
import { idsOfLeft } from '../../database/platform-definitions.ts';
import { saveSetting } from '../../database/settings.ts';
import type { NodeBase } from '../../feature.ts';
import { addAbsence, lastAbsenceEnd } from '../rows/absences.ts';
import { lastRoundAt } from '../rows/probes.ts';
import type { WitnessedRound } from '../witness/verdict.ts';
import type { WitnessTerm } from '../witness/witnesses.ts';
import { createDueProbes } from './due-probes.ts';
import type { PeerRegistry, PlatformName } from './peer-registry.ts';
import { createPeerProbes, hadNoNetwork, type ProbePeersDeps } from './probe-peers.ts';
import type { LastRound, RoundListener, StatusUpdate } from './round.ts';
import { storeProbes, storeUnknown } from './store-round.ts';
import { WITNESSES } from './stored-view.ts';

interface ProbeRoundDeps extends ProbePeersDeps, Pick<NodeBase, 'journal'> {
  readonly witnesses: WitnessTerm;
  /** There are other instances, which answer what this one knows. */
  readonly goesOn?: boolean;
  /** After a longer time without a round, as when a device slept, the time counts as not measured. */
  readonly gapMaxMs: number;
  readonly onRound: RoundListener;
  /** Whether a platform is in maintenance at a moment (epoch milliseconds). */
  readonly isPlanned: (platform: string, at: number) => boolean;
  /** @returns the last round of the former leader, if this one goes on with it */
  readonly formerRound?: () => LastRound | undefined;
}

/**
 * Probes the peers that are due and stores the results in one commit: statuses, probe rows, how long the results of the round before
 * held, also of those that were not due, an activity row for each notable change, and one live message with all connections. Times in which this node
 * measured nothing are stored as its absences.
 *
 * @returns makes one round, by default with everyone; a round that the signal aborts stores nothing
 */
export function createProbeRound(deps: ProbeRoundDeps) {
  const { registry, journal, clock, gapMaxMs, onRound, isPlanned, formerRound, witnesses } = deps;
  const probePeers = createPeerProbes(deps);
  const dueProbes = createDueProbes(deps);
  let rounds = 0;
  let last: LastRound | undefined;
  let lastWitnessed: WitnessedRound | undefined;

  async function probeRound(signal: AbortSignal, isDueOnly = false): Promise<void> {
    last ??= formerRound?.();
    const at = clock.now();
    const { due, others } = dueProbes.begin(isDueOnly);
    const all = await probePeers(due, signal);
    // Whether that is this node's network, the others say.
    if (hadNoNetwork(all)) all.push(...(await probePeers(others.splice(0), signal)));
    if (signal.aborted) return;
    const hasNetwork = !hadNoNetwork(all);
    let probed = all;
    let witnessed: WitnessedRound | undefined;
    const since = hasNetwork ? measuredSince(at) : undefined;
    await journal.commit(async (tx, emit) => {
      // Removed or paused while they were probed.
      const left = await idsOfLeft(tx);
      probed = all.filter(({ platform }) => !left.has(platform.id));
      const held = others.filter(({ id }) => !left.has(id)).map((one) => heldOf(registry, one));
      const updates = [...probed, ...held];
      const measured = hasNetwork ? updates : [];
      witnessed = witnesses.judgeRound(measured, at);
      const round = { updates: measured, at, since, number: rounds, witnessed };
      // Before this round is the last one that is stored.
      if (since === undefined) await storeAbsence(tx, at);
      const networkChanged = hasNetwork !== (last?.hadNetwork ?? true);
      const found = { probed, held, registry, isPlanned, networkChanged, lastWitnessed };
      if (hasNetwork) await storeProbes(tx, emit, { ...round, ...found });
      else await storeUnknown(tx, emit, { at, registry, networkChanged });
      await shareView(tx);
      await onRound(tx, emit, round);
    });
    witnesses.testify(rounds);
    lastWitnessed = witnessed;
    rounds += 1;
    last = { at, hadNetwork: hasNetwork };
    if (!hasNetwork) return registry.forget();
    dueProbes.end(all.map(({ platform }) => platform));
    registry.set(new Map(probed.map(({ platform, after }) => [platform.id, after])));
  }

  async function shareView(tx: Tx): Promise<void> {
    if (deps.goesOn) await saveSetting(tx, WITNESSES, witnesses.view());
  }

  /** @returns the round before, if what it found holds until now */
  function measuredSince(at: number): number | undefined {
    const gapMs = last === undefined ? 0 : at - last.at;
    return last?.hadNetwork && gapMs > 0 && gapMs <= gapMaxMs ? last.at : undefined;
  }

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

  return Object.assign(probeRound, { nextAfterMs: dueProbes.nextAfterMs });
}

/** A platform that was not due is as it was. */
function heldOf(registry: PeerRegistry, platform: PlatformName): StatusUpdate {
  const status = registry.status(platform.id);
  return { platform, before: status, after: status, outcome: null };
}
