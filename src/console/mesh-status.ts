import { useSyncExternalStore } from 'react';
import type { AnswerOf } from '../../contract/calls.ts';
import { keyOf } from '../../contract/paths.ts';
import type { Connection } from '../../contract/shapes/mesh.ts';
import { openWindows } from '../domain/open-incidents.ts';
import { type Judged, judgePlatforms, type MeshVerdict, meshVerdict } from '../domain/verdict.ts';
import type { Age } from '../shared/model.ts';
import { undoAll } from '../shared/subscribable.ts';
import { ageNow, serverNowShown } from './connection.ts';
import { pageCache } from './page-cache.ts';
import { onCacheTickOrStatus } from './reads.ts';
import { workerClient } from './worker-client.ts';

/** The one verdict about the mesh, which several parts of the shell show: found once, whoever asks. */

/** The incidents say what is a drill, what is planned and who is on it, the windows what is planned until when. */
const READS = ['connections', 'incidents', 'maintenance'] as const;

/** Keeps current what the verdict is about. @returns the undo */
export const followMesh = () => undoAll(READS.map((name) => workerClient.subscribe(name)));

/** Renders again when the verdict is another. */
export function useMeshVerdict(): MeshVerdict {
  return useSyncExternalStore(onCacheTickOrStatus, () => statusNow().verdict);
}

/** The platforms by what they count as; undefined while they are not known. */
export function useJudgedPlatforms(): readonly Judged<Connection>[] | undefined {
  return useSyncExternalStore(onCacheTickOrStatus, () => statusNow().platforms);
}

interface MeshStatus {
  /** What it was found from. */
  readonly from: readonly unknown[];
  readonly platforms: readonly Judged<Connection>[] | undefined;
  readonly verdict: MeshVerdict;
}

let known: MeshStatus | undefined;

function statusNow(): MeshStatus {
  const connections = entryOf('connections')?.data;
  const incidents = entryOf('incidents')?.data;
  const windows = openWindows(entryOf('maintenance')?.data, serverNowShown());
  const age: Age =
    workerClient.status.get().connection.state === 'live'
      ? ageNow(entryOf('connections'))
      : 'unknown';
  const from = [connections, incidents, age, ...windows];
  if (
    !known ||
    from.length !== known.from.length ||
    from.some((one, at) => one !== known?.from[at])
  )
    known = {
      from,
      platforms: connections && judgePlatforms(connections, incidents, windows),
      verdict: meshVerdict(connections, age, incidents, windows),
    };
  return known;
}

const entryOf = <Name extends (typeof READS)[number]>(name: Name) =>
  pageCache.entry<AnswerOf<Name>>(KEYS[name]);

const KEYS = {
  connections: keyOf('connections'),
  incidents: keyOf('incidents'),
  maintenance: keyOf('maintenance'),
};
