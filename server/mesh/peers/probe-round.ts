import type { Loops } from '../../base/loop.ts';
import type { Tx } from '../../database/database.ts';
import type { TermJournal } from '../../database/journal.ts';
import type { AfterRound } from '../../feature.ts';
import { idsOfLeft } from '../../platforms/rows/definitions.ts';
import type { PlatformName, StatusUpdate, WitnessedRound } from '../../round.ts';
import { addAbsence, endAbsencesAt, lastAbsenceEnd } from '../rows/absences.ts';
import { lastRoundAt } from '../rows/probes.ts';
import type { WitnessTerm } from '../witness/witnesses.ts';
import type { PeerRegistry } from './peer-registry.ts';
import type { ProbedPeer } from './probe-peers.ts';
import { causesIn, storeProbes, storeUnknown } from './store-round.ts';

/** The round before, as far as the next one depends on it. */
export interface LastRound {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly hadNetwork: boolean;
}

export interface StoreRoundDeps {
  readonly journal: TermJournal;
  readonly loops: Pick<Loops, 'awakeMs'>;
  readonly registry: PeerRegistry;
  readonly witnesses: WitnessTerm;
  /** After a longer time without a round, as when a device slept, the time counts as not measured. */
  readonly gapMaxMs: number;
  readonly afterRound: AfterRound;
  /** Whether a platform is in maintenance at a moment (epoch milliseconds). */
  readonly isPlanned: (platform: string, at: number) => boolean;
  /** @returns the last round of the former leader, if this one goes on with it */
  readonly formerRound?: () => LastRound | undefined;
}

interface FoundInRound {
  /** Every result since the round before, oldest first. */
  readonly found: readonly ProbedPeer[];
  /** When the round began, epoch milliseconds. */
  readonly at: number;
  /** Without one, nothing is known of any platform. */
  readonly hasNetwork: boolean;
}

/**
 * Stores what was found since the round before in one commit: statuses, probe rows, how long the results of the round before
 * held, also of those that were not probed since, an activity row for each notable change, and one live message with what changed of the
 * connections. Times in which this node measured nothing are stored as its absences.
 */
export function createRoundStore(deps: StoreRoundDeps) {
  const { registry, journal, gapMaxMs, afterRound, isPlanned, formerRound, witnesses, loops } =
    deps;
  let rounds = 0;
  let last: LastRound | undefined;
  let lastAwakeMs = loops.awakeMs();
  let lastWitnessed: WitnessedRound | undefined;
  function hadNetwork(): boolean {
    last ??= formerRound?.();
    return last?.hadNetwork ?? true;
  }

  async function store({ found, at, hasNetwork }: FoundInRound): Promise<void> {
    const networkChanged = hasNetwork !== hadNetwork();
    const all = oneOfEach(found);
    const known = new Set(all.map(({ platform }) => platform.id));
    const others = registry.probed().filter(({ id }) => !known.has(id));
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
      const single = found.filter(({ platform }) => !left.has(platform.id));
      witnessed = witnesses.judgeRound(measured, at);
      const round = {
        updates: measured,
        results: single,
        at,
        since,
        number: rounds,
        witnessed,
        isPlanned: (platform: string) => isPlanned(platform, at),
        causes: causesIn(registry, measured, 'after'),
      };
      // Before this round is the last one that is stored.
      if (since === undefined) await storeAbsence(tx, at);
      const { causes } = round;
      const what = { probed, single, held, registry, networkChanged, lastWitnessed, causes };
      const wasPlanned = (platform: string) => since !== undefined && isPlanned(platform, since);
      if (hasNetwork)
        await storeProbes(tx, emit, { at, since, number: rounds, wasPlanned, ...what });
      else await storeUnknown(tx, emit, { at, registry, networkChanged });
      await afterRound(tx, emit, round);
    });
    witnesses.testify(rounds);
    lastWitnessed = witnessed;
    rounds += 1;
    last = { at, hadNetwork: hasNetwork };
    lastAwakeMs = loops.awakeMs();
    if (hasNetwork)
      registry.set(new Map(probed.map(({ platform, after }) => [platform.id, after])));
    else registry.forget();
  }

  /** @returns the round before, if what it found holds until now */
  function measuredSince(at: number): number | undefined {
    const gapMs = last === undefined ? 0 : at - last.at;
    return last?.hadNetwork && gapMs > 0 && gapMs <= gapMaxMs ? last.at : undefined;
  }

  /** Says why nothing was measured until this round. */
  async function storeAbsence(tx: Tx, at: number): Promise<void> {
    await endAbsencesAt(tx, at);
    if (last !== undefined) {
      const gap = loops.awakeMs() - lastAwakeMs > gapMaxMs ? 'standstill' : 'asleep';
      const reason = at - last.at > gapMaxMs ? gap : 'no-network';
      return addAbsence(tx, { from: last.at, to: at, reason });
    }
    const ends = [await lastRoundAt(tx), await lastAbsenceEnd(tx, at)];
    const from = Math.max(...ends.map((end) => end ?? 0));
    if (from > 0 && at - from > gapMaxMs) await addAbsence(tx, { from, to: at, reason: 'off' });
  }

  return { store, hadNetwork };
}

/** @returns the last result of each, with how it was before the first */
function oneOfEach(found: readonly ProbedPeer[]): ProbedPeer[] {
  const byId = new Map<string, ProbedPeer>();
  for (const one of found) {
    const { id } = one.platform;
    byId.set(id, { ...one, before: byId.get(id)?.before ?? one.before });
  }
  return [...byId.values()];
}

/** A platform that was not probed is as it was. */
function heldOf(registry: PeerRegistry, platform: PlatformName): StatusUpdate {
  const status = registry.status(platform.id);
  return { platform, before: status, after: status, outcome: null };
}
