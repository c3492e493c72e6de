import type { Database } from '../../database/database.ts';
import type { TermBase } from '../../feature.ts';
import { listPlatforms, saveAddresses } from '../../platforms/rows/states.ts';
import { lastAbsenceEnd } from '../rows/absences.ts';
import { lastRoundAt } from '../rows/probes.ts';
import { type PeerRegistry, restoreStatuses, statusesOf } from './peer-registry.ts';
import type { LastRound } from './probe-round.ts';

interface TakeOverDeps extends Pick<TermBase, 'db' | 'journal' | 'clock'> {
  readonly registry: PeerRegistry;
  readonly addresses: () => ReadonlyMap<string, string>;
  /** What the former leader measured holds no longer than this. */
  readonly gapMaxMs: number;
}

/**
 * Goes on with what another instance of this node measured, if that was just before: the node was there all the time.
 * Otherwise nothing is known, as at a start.
 *
 * @returns the last round, if it still holds
 */
export async function goOnFromFormerLeader(deps: TakeOverDeps): Promise<LastRound | undefined> {
  const { db, journal, clock, registry, addresses, gapMaxMs } = deps;
  const last = await lastStoredRound(db, clock.now());
  if (last === undefined || Math.abs(clock.now() - last.at) > gapMaxMs) {
    registry.restore(await restoreStatuses(db, journal, addresses()));
    return undefined;
  }
  const statuses = [...statusesOf(await listPlatforms(db))];
  registry.restore(new Map(statuses));
  registry.set(new Map(statuses.filter(([, { status }]) => status !== 'unknown')));
  await journal.commit((tx) => saveAddresses(tx, addresses()));
  return last;
}

/** A round without a network stores no probes, but an absence that ends with it. */
async function lastStoredRound(db: Database, now: number): Promise<LastRound | undefined> {
  const probedAt = (await lastRoundAt(db)) ?? 0;
  const absentUntil = (await lastAbsenceEnd(db, now)) ?? 0;
  const at = Math.max(probedAt, absentUntil);
  return at === 0 ? undefined : { at, hadNetwork: probedAt === at };
}
