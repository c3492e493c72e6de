import { MESH_CONNECTIONS_MAX } from '../../../contract/limits.ts';

/** @returns the share of the mesh that is connected: 6 of 7 is '85.7% uptime'. */
export function uptimeNote(meshConnections: number): string {
  const share = Math.min(Math.max(meshConnections / MESH_CONNECTIONS_MAX, 0), 1);
  return `${Number((share * 100).toFixed(1))}% uptime`;
}
