import type { Connection } from '../../contract/shapes/mesh.ts';
import { isMeshNode } from './mesh-origin.ts';

/** What a platform is called: by its given name, everywhere but in short lists and as a peer. */

type Named = Pick<Connection, 'id' | 'name'>;

/** @returns undefined for one that the mesh does not have any more */
export const givenName = (id: string, platforms: readonly Named[]): string | undefined =>
  platforms.find((one) => one.id === id)?.name;

/** @returns the names of platforms; of one that the mesh does not have any more, its id */
export function platformNames(ids: readonly string[], platforms: readonly Named[]): string {
  if (ids.length > 1 && platforms.length > 0 && platforms.every(({ id }) => ids.includes(id)))
    return 'All platforms';
  return ids.map((id) => givenName(id, platforms) ?? id).join(', ');
}

/** @returns the name in short lists: a mesh node's domain where it begins with the name, as `forge.mesh.example` of Forge */
export const listedName = ({ name, domain, kind }: Pick<Connection, 'name' | 'domain' | 'kind'>) =>
  isMeshNode({ kind }) && !/[:/]/.test(domain) && domain.startsWith(`${name.toLowerCase()}.`)
    ? domain
    : name;

/** @param peer domain of a platform, or another address. @returns it, behind the given name that it does not begin with */
export function peerName(peer: string, platforms: readonly Connection[]): string {
  const platform = platforms.find(({ domain }) => domain === peer);
  const name = platform ? listedName(platform) : peer;
  return name === peer ? peer : `${name} (${peer})`;
}
