import { rmSync } from 'node:fs';
import { isIPv6, type Server } from 'node:net';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Bundles } from './bundles/bundles.ts';
import { createDepot } from './bundles/deploy-receiving.ts';
import { createInspectionThreads } from './bundles/thread.ts';
import { createTrials } from './bundles/trial-depot.ts';
import { inspectionLimits } from './bundles/zip/limits.ts';
import type { Config } from './config.ts';
import { type Identity, openIdentity } from './mesh/identity.ts';
import { createMesh, type Mesh } from './mesh/mesh.ts';
import { createParcels } from './mesh/parcels.ts';
import { openShelf } from './mesh/shelf.ts';
import type { openPracticeDoor, PracticeDoor } from './practice/practice-door.ts';
import type { PracticeMesh } from './practice/practice-mesh.ts';
import type { Database } from './store/database.ts';
import type { Journal } from './store/journal.ts';

export interface SisterParts {
  readonly config: Config;
  readonly db: Database;
  readonly journal: Journal;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  /** Where bundles go that sisters deploy to this node. */
  readonly bundles: Pick<Bundles, 'keep'>;
  /** This node's own server: practice sisters call back where it listens. */
  readonly server: Pick<Server, 'address'>;
}

/** This node's mesh, and the practice sisters when the configuration names no address at all. */
export async function joinSisters(
  parts: SisterParts,
): Promise<{ mesh: Mesh; close(): Promise<void> }> {
  const { config, db, journal, bundles, now, log, server } = parts;
  const identity = await openIdentity(config.dataDir, config.mesh.node.id, now);
  let door: PracticeDoor | null = null;
  const address = () => door?.address ?? addressOf(server, config.tls !== null);
  const practice = isPractice(config)
    ? await practise(config, { identity, address, now, log })
    : null;
  const addresses = practice?.addresses ?? configuredAddresses(config);
  const shelf = await openShelf(join(config.dataDir, 'well-known', 'route66'), now);
  const { dataDir, uploadMaxBytes: maxBytes } = config;
  const { platforms } = config.mesh;
  const depot = createDepot({ db, dataDir, maxBytes, platforms, bundles });
  const mesh = createMesh({
    config: config.mesh,
    db,
    journal,
    identity,
    addresses,
    shelf,
    parcels: createParcels({ depot, now }),
    now,
    log,
  });
  if (practice !== null && config.tls !== null) door = await practice.openDoor(mesh.peer);
  return {
    mesh,
    async close() {
      await mesh.stop();
      await practice?.close();
      await door?.close();
    },
  };
}

export const isPractice = ({ mesh }: Config) =>
  mesh.platforms.every((platform) => platform.address === undefined);

interface PracticeParts {
  readonly identity: Identity;
  readonly address: () => string | undefined;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
}

/** Loaded only when it is wanted: a node of a real mesh has no use for it. */
async function practise(
  { mesh, dataDir, uploadMaxBytes: maxBytes, zip }: Config,
  { identity, address, now, log }: PracticeParts,
): Promise<PracticeMesh & { openDoor: typeof openPracticeDoor }> {
  const { startPracticeMesh } = await import('./practice/practice-mesh.ts');
  const { openPracticeDoor: openDoor } = await import('./practice/practice-door.ts');
  const node = { id: mesh.node.id, jwks: identity.jwks(), address };
  const directory = join(dataDir, 'practice');
  rmSync(directory, { recursive: true, force: true });
  const threads = createInspectionThreads(log);
  const limits = inspectionLimits(zip);
  const trials = createTrials({ directory, maxBytes, limits, threads });
  const { lateMs } = mesh.probe;
  const sisters = await startPracticeMesh(mesh.platforms, { node, lateMs, now, ...trials });
  return {
    openDoor,
    addresses: sisters.addresses,
    async close() {
      await sisters.close();
      await trials.close();
      await threads.close();
    },
  };
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
