import type { Config } from './config.ts';
import { type Identity, openIdentity } from './mesh/identity.ts';
import type { MeshLog } from './mesh/log.ts';
import { createMesh, type Mesh } from './mesh/mesh.ts';
import type { PracticeMesh } from './practice/practice-mesh.ts';
import type { Database } from './store/database.ts';
import type { Journal } from './store/journal.ts';

export interface SisterParts {
  readonly config: Config;
  readonly db: Database;
  readonly journal: Journal;
  readonly now: () => number;
  readonly log: MeshLog;
}

/** This node's mesh, and the practice sisters when the configuration names no address at all. */
export async function joinSisters(
  parts: SisterParts,
): Promise<{ mesh: Mesh; close(): Promise<void> }> {
  const { config, db, journal, now, log } = parts;
  const identity = await openIdentity(config.dataDir, config.mesh.node.id, now);
  const practice = isPractice(config) ? await practise(config, identity, now) : null;
  const addresses = practice?.addresses ?? configuredAddresses(config);
  const mesh = createMesh({ config: config.mesh, db, journal, identity, addresses, now, log });
  return {
    mesh,
    async close() {
      await mesh.stop();
      await practice?.close();
    },
  };
}

export const isPractice = ({ mesh }: Config) =>
  mesh.platforms.every((platform) => platform.address === undefined);

/** Loaded only when it is wanted: a node of a real mesh has no use for it. */
async function practise(
  { mesh }: Config,
  identity: Identity,
  now: () => number,
): Promise<PracticeMesh> {
  const { startPracticeMesh } = await import('./practice/practice-mesh.ts');
  const node = { id: mesh.node.id, jwks: identity.jwks() };
  return startPracticeMesh(mesh.platforms, { node, lateMs: mesh.probe.lateMs, now });
}

function configuredAddresses({ mesh }: Config): Map<string, string> {
  return new Map(
    mesh.platforms.flatMap(({ id, address }) => (address === undefined ? [] : [[id, address]])),
  );
}
