import { isIPv6, type Server } from 'node:net';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { type Identity, openIdentity } from './mesh/identity.ts';
import type { MeshLog } from './mesh/log.ts';
import { createMesh, type Mesh } from './mesh/mesh.ts';
import { openShelf } from './mesh/shelf.ts';
import type { PracticeMesh } from './practice/practice-mesh.ts';
import type { Database } from './store/database.ts';
import type { Journal } from './store/journal.ts';

export interface SisterParts {
  readonly config: Config;
  readonly db: Database;
  readonly journal: Journal;
  readonly now: () => number;
  readonly log: MeshLog;
  /** This node's own server: practice sisters call back where it listens. */
  readonly server: Pick<Server, 'address'>;
}

/** This node's mesh, and the practice sisters when the configuration names no address at all. */
export async function joinSisters(
  parts: SisterParts,
): Promise<{ mesh: Mesh; close(): Promise<void> }> {
  const { config, db, journal, now, log, server } = parts;
  const identity = await openIdentity(config.dataDir, config.mesh.node.id, now);
  const address = () => addressOf(server, config.tls !== null);
  const practice = isPractice(config) ? await practise(config, { identity, address, now }) : null;
  const addresses = practice?.addresses ?? configuredAddresses(config);
  const shelf = await openShelf(join(config.dataDir, 'well-known', 'route66'), now);
  const mesh = createMesh({
    config: config.mesh,
    db,
    journal,
    identity,
    addresses,
    shelf,
    now,
    log,
  });
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

interface PracticeParts {
  readonly identity: Identity;
  readonly address: () => string | undefined;
  readonly now: () => number;
}

/** Loaded only when it is wanted: a node of a real mesh has no use for it. */
async function practise(
  { mesh }: Config,
  { identity, address, now }: PracticeParts,
): Promise<PracticeMesh> {
  const { startPracticeMesh } = await import('./practice/practice-mesh.ts');
  const node = { id: mesh.node.id, jwks: identity.jwks(), address };
  return startPracticeMesh(mesh.platforms, { node, lateMs: mesh.probe.lateMs, now });
}

function configuredAddresses({ mesh }: Config): Map<string, string> {
  return new Map(
    mesh.platforms.flatMap(({ id, address }) => (address === undefined ? [] : [[id, address]])),
  );
}

const EVERYWHERE = new Set(['0.0.0.0', '::']);

/** @returns where a server on the same machine reaches this one; undefined while it does not listen */
function addressOf(server: Pick<Server, 'address'>, tls: boolean): string | undefined {
  const at = server.address();
  if (at === null || typeof at === 'string') return undefined;
  const host = EVERYWHERE.has(at.address) ? '127.0.0.1' : at.address;
  return `${tls ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${at.port}`;
}
