import { CONNECTION_STATUSES, type Connection } from '../../../contract/shapes/mesh.ts';
import { isMeshNode } from '../../config/mesh-config.ts';
import type { Database } from '../../database/database.ts';
import type { TermJournal } from '../../database/journal.ts';
import { failureText, storedFailure } from '../../outgoing/failure.ts';
import { causesOf } from '../../platforms/causes.ts';
import {
  forgetStatuses,
  listPlatforms,
  type PlatformState,
  saveAddresses,
} from '../../platforms/rows/states.ts';
import type { PeerStatus, PlatformName } from '../../round.ts';
import type { ViewEntry } from '../wire/messages.ts';
import { NEVER_PROBED } from './peer-status.ts';

/** The platforms as they are now, in their order, with their statuses. Kept in memory. */
export type PeerRegistry = ReturnType<typeof createPeerRegistry>;

/** @param isSimulated whether the mesh simulator runs it; none by default */
export function createPeerRegistry(
  platforms: readonly PlatformName[],
  isSimulated: (platform: PlatformName) => boolean = () => false,
) {
  let restored: ReadonlyMap<string, PeerStatus> = new Map();
  const measured = new Map<string, PeerStatus>();
  /** Those that are not paused. */
  const probed = () => platforms.filter(({ paused }) => paused !== true);
  /** Those of them that run this product. */
  const meshNodes = () => probed().filter(isMeshNode);
  const keyChanges = new Map<string, Connection['keyChange']>();
  /** From the last probe, even one of an earlier process. */
  const status = (id: string): PeerStatus => measured.get(id) ?? restored.get(id) ?? NEVER_PROBED;
  /** The connections with these statuses instead of the current ones. */
  function connectionsWith(
    statusOf: (id: string) => PeerStatus,
    causes = causesOf(platforms, (id) => statusOf(id).status),
  ): Connection[] {
    return platforms.map((platform) =>
      toConnection(platform, statusOf(platform.id), {
        keyChange: keyChanges.get(platform.id),
        simulated: isSimulated(platform),
        because: causes.get(platform.id),
      }),
    );
  }

  return {
    platforms,
    probed,
    meshNodes,
    status,
    /** By this process. */
    isMeasured: (id: string) => measured.has(id),
    /** Sets what an earlier process measured: new results are compared with it, but it is never shown. */
    restore(statuses: ReadonlyMap<string, PeerStatus>): void {
      restored = statuses;
    },
    /** Nothing that was measured of these platforms counts any more. */
    drop(isDropped: (id: string) => boolean): void {
      restored = new Map([...restored].filter(([id]) => !isDropped(id)));
      for (const id of [...measured.keys()].filter(isDropped)) measured.delete(id);
    },
    /** Takes all that was measured as what an earlier process measured: it is not known any more. */
    forget(): void {
      restored = new Map([...restored, ...measured]);
      measured.clear();
    },
    /** Sets what this process measured. */
    set(statuses: ReadonlyMap<string, PeerStatus>): void {
      const ids = new Set(probed().map(({ id }) => id));
      for (const [id, next] of statuses) if (ids.has(id)) measured.set(id, next);
    },
    /** @param change null when there is none, or none that is not acknowledged */
    setKeyChange: (id: string, change: Connection['keyChange']) => void keyChanges.set(id, change),
    connections: () =>
      connectionsWith(
        (id) => measured.get(id) ?? { ...status(id), status: 'unknown' },
        // A cause that was down before this process counts until it is probed.
        causesOf(platforms, (id) => status(id).status),
      ),
    connectionsWith,
    /** What is sent to peers: only what this process measured. */
    view: () => viewOf(platforms, measured),
  };
}

/** What peers are told: they know nodes of the mesh alone. */
export const viewOf = (
  platforms: readonly PlatformName[],
  statuses: ReadonlyMap<string, PeerStatus>,
): ViewEntry[] =>
  platforms.filter(isMeshNode).flatMap(({ id: platform }): ViewEntry[] => {
    const { status, lastSeen } = statuses.get(platform) ?? NEVER_PROBED;
    return status === 'unknown' ? [] : [{ platform, status, lastSeen }];
  });

interface OfConnection extends Pick<Connection, 'keyChange' | 'simulated'> {
  readonly because: string | undefined;
}

export function toConnection(
  platform: PlatformName,
  { status, failure, latencyMs, lastSeen, changedAt }: PeerStatus,
  { keyChange = null, simulated, because }: OfConnection,
): Connection {
  const { id, name, domain, kind = 'mesh', paused = false, runbook, group, tags } = platform;
  const { dependsOn } = platform;
  const since = status === 'unknown' ? null : changedAt;
  const reason = failure === null || status === 'unknown' ? null : failureText(failure);
  // Most are mesh nodes: each round sends all of them.
  const about = {
    id,
    name,
    domain,
    ...(kind !== 'mesh' && { kind }),
    ...(paused && { paused }),
    ...(simulated && { simulated }),
    ...(runbook !== undefined && { runbook }),
    ...(group !== undefined && { group }),
    ...(tags !== undefined && { tags }),
    ...(dependsOn && { dependsOn, because: (since && because) || null }),
  };
  return { ...about, status, latencyMs, lastSeen, since, failure: reason, keyChange };
}

/**
 * Reads the statuses that an earlier process stored, and clears them in the store: they count for nothing
 * until they are measured again.
 *
 * @param addresses where this process calls the platforms; stored for other instances
 */
export async function restoreStatuses(
  db: Database,
  journal: TermJournal,
  addresses: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, PeerStatus>> {
  const states = await listPlatforms(db);
  await journal.commit(async (tx) => {
    await forgetStatuses(tx);
    await saveAddresses(tx, addresses);
  });
  return statusesOf(states);
}

/** @returns stored states by platform */
export const statusesOf = (states: readonly PlatformState[]): Map<string, PeerStatus> =>
  new Map(
    states.map(({ id, status, failure, ...rest }) => {
      const known = CONNECTION_STATUSES.find((one) => one === status) ?? 'unknown';
      return [id, { ...rest, status: known, failure: storedFailure(failure) }];
    }),
  );
