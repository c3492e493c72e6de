import { useSyncExternalStore } from 'react';
import { keyOf } from '../../contract/paths.ts';
import type { Incident } from '../../contract/shapes/incident.ts';
import type { Connection } from '../../contract/shapes/mesh.ts';
import { type MeshVerdict, meshVerdict } from '../domain/verdict.ts';
import type { Age } from '../shared/model.ts';
import { ageNow } from './connection.ts';
import { pageCache } from './page-cache.ts';
import { onCacheTickOrStatus } from './reads.ts';
import { workerClient } from './worker-client.ts';

/** The one verdict about the mesh, which several parts of the shell show: found once, whoever asks. */

const CONNECTIONS = keyOf('connections');
const INCIDENTS = keyOf('incidents');

/** Keeps current what the verdict is about. @returns the undo */
export function followMesh(): () => void {
  const undo = [workerClient.subscribe('connections'), workerClient.subscribe('incidents')];
  return () => {
    for (const stop of undo) stop();
  };
}

/** Renders again when the verdict is another. */
export function useMeshVerdict(): MeshVerdict {
  return useSyncExternalStore(onCacheTickOrStatus, verdictNow);
}

interface Known {
  readonly connections: readonly Connection[] | undefined;
  readonly incidents: readonly Incident[] | undefined;
  readonly age: Age;
  readonly verdict: MeshVerdict;
}

let known: Known | undefined;

function verdictNow(): MeshVerdict {
  const entry = pageCache.entry<readonly Connection[]>(CONNECTIONS);
  const connections = entry?.data;
  const incidents = pageCache.entry<readonly Incident[]>(INCIDENTS)?.data;
  const age = workerClient.status.get().connection.state === 'live' ? ageNow(entry) : 'unknown';
  const isSame =
    known?.connections === connections && known?.incidents === incidents && known?.age === age;
  if (!isSame || !known)
    known = { connections, incidents, age, verdict: meshVerdict(connections, age, incidents) };
  return known.verdict;
}
