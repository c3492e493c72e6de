import { isMeshNode, type MeshConfig } from '../config/mesh-config.ts';
import type { Definition } from '../database/platform-definitions.ts';
import { settingsOf } from './definition-from.ts';

interface MeshFileOptions {
  readonly mesh: MeshConfig;
  readonly platforms: readonly Definition[];
  readonly isSimulated: (platform: Definition) => boolean;
}

/** @returns what `MESH_CONFIG` reads. The simulator does not run beside a mesh node with an address. */
export function meshFile({ mesh, platforms, isSimulated }: MeshFileOptions): MeshConfig {
  const isReal = platforms.some((one) => isMeshNode(one) && one.address !== undefined);
  const kept = platforms.filter((one) => !(isReal && isSimulated(one)));
  return { ...mesh, platforms: kept.map(entryOf) };
}

/** Secrets stay here; of the address that a platform reports itself at the file has the hash. */
const entryOf = ({ paused, secret, ...platform }: Definition) => ({
  ...settingsOf(platform),
  ...(paused && { paused }),
  ...(platform.kind === 'report' && secret !== undefined && { secret }),
});
