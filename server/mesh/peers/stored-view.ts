import type { Connection } from '../../../contract/shapes/mesh.ts';
import { type Witnesses, WitnessesSchema } from '../../../contract/shapes/witness.ts';
import { readSetting } from '../../database/settings.ts';
import type { NodeBase } from '../../feature.ts';
import { causesOf } from '../../platforms/causes.ts';
import { listPlatforms } from '../../platforms/rows/states.ts';
import type { PeerStatus, PlatformName } from '../../round.ts';
import { lastAbsenceEnd } from '../rows/absences.ts';
import { listKeyChanges } from '../rows/peer-keys.ts';
import { lastRoundAt } from '../rows/probes.ts';
import type { ViewEntry } from '../wire/messages.ts';
import { statusesOf, toConnection, viewOf } from './peer-registry.ts';
import { NEVER_PROBED } from './peer-status.ts';

/** The setting that has what the leader knows of who sees whom. */
export const WITNESSES = 'witnesses';
const NO_WITNESSES = { at: 0, needed: 0, cutOff: null, nodes: [], statements: [] };

interface StoredViewDeps extends Pick<NodeBase, 'db' | 'now'> {
  readonly platforms: readonly PlatformName[];
  /** Platforms whose key changes need no warning. */
  readonly isPinned: (platform: string) => boolean;
  readonly isSimulated: (platform: PlatformName) => boolean;
  /** After a longer time without a round nothing is known any more. */
  readonly gapMaxMs: number;
}

/** The mesh as the leader has stored it: for an instance that does not measure it. */
export function createStoredView(deps: StoredViewDeps) {
  const { db, platforms, isPinned, isSimulated, now, gapMaxMs } = deps;

  /** @returns when the last round was, with a network or without; undefined: never, epoch milliseconds */
  async function lastAt(): Promise<number | undefined> {
    const ends = [await lastRoundAt(db), await lastAbsenceEnd(db, now())];
    const known = ends.filter((end) => end !== undefined);
    return known.length === 0 ? undefined : Math.max(...known);
  }

  async function readStatuses(): Promise<ReadonlyMap<string, PeerStatus>> {
    const statuses = statusesOf(await listPlatforms(db));
    const at = await lastRoundAt(db);
    if (at !== undefined && Math.abs(now() - at) <= gapMaxMs) return statuses;
    return new Map([...statuses].map(([id, one]) => [id, { ...one, status: 'unknown' }]));
  }

  return {
    lastRoundAt: lastAt,
    async connections(): Promise<Connection[]> {
      const statuses = await readStatuses();
      const changes = await listKeyChanges(db);
      const changeOf = new Map(
        changes.map(({ platform, from, to, at }) => [platform, { from, to, at }]),
      );
      const statusOf = (id: string) => statuses.get(id) ?? NEVER_PROBED;
      const causes = causesOf(platforms, (id) => statusOf(id).status);
      return platforms.map((platform) => {
        const { id } = platform;
        const keyChange = isPinned(id) ? null : changeOf.get(id);
        const simulated = isSimulated(platform);
        const because = causes.get(id);
        return toConnection(platform, statusOf(id), { keyChange, simulated, because });
      });
    },
    witnesses: async (): Promise<Witnesses> =>
      (await readSetting(db, WITNESSES, WitnessesSchema)) ?? NO_WITNESSES,
    /** What is sent to peers. */
    async view(): Promise<ViewEntry[]> {
      return viewOf(platforms, await readStatuses());
    },
  };
}
