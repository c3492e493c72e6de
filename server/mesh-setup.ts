import { rmSync } from 'node:fs';
import { isIPv6, type Server } from 'node:net';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createBundleInbox } from './bundles/deploy/bundle-inbox.ts';
import { createSimulatorInboxes } from './bundles/deploy/simulator-inbox.ts';
import { createInspectionThreads } from './bundles/inspection/inspection-threads.ts';
import { inspectionLimits } from './bundles/inspection/zip/limits.ts';
import type { BundleStore } from './bundles/store/bundle-store.ts';
import { createUploadLocker } from './bundles/uploads/upload-locker.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { type Identity, openIdentity } from './mesh/keys/identity.ts';
import { createMesh, type LeadOptions, type Mesh } from './mesh/mesh.ts';
import type { MeshCommands, MeshTerm } from './mesh/mesh-term.ts';
import { createTableProofFiles, openProofFiles } from './mesh/proof/proof-files.ts';
import { type BundleSink, createTransferReceiver } from './mesh/transfers/chunked-transfers.ts';
import { createSharedTransfers } from './mesh/transfers/shared-transfers.ts';
import { NONCES_PER_ISSUER } from './mesh/wire/nonces.ts';
import type { KeyStore } from './secrets/key-store.ts';
import type { Database } from './store/database.ts';
import type { Journal } from './store/journal.ts';
import type { PubSub } from './store/pubsub.ts';
import { tableNonces } from './store/used-nonces.ts';

interface MeshSetupDeps {
  readonly config: Config;
  readonly keys: KeyStore;
  readonly db: Database;
  readonly journal: Journal;
  readonly pubsub: PubSub;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly files: Pick<BundleStore, 'arriving' | 'scratch'>;
  /** Where bundles go that peers deploy to this node. */
  readonly bundles: Parameters<typeof createBundleInbox>[0]['bundles'];
  readonly disk: Parameters<typeof createBundleInbox>[0]['disk'];
  /** This node's own server, which simulated peers call back. */
  readonly server: Pick<Server, 'address'>;
  /** Name of this node's build. */
  readonly version: string;
  /** Asks the instance that leads, when it is another one. */
  readonly leader: MeshCommands;
}

/** A mesh with its peers: real ones, or simulated ones when the configuration has no address at all. */
export interface MeshSetup {
  readonly mesh: Mesh;
  /** Begins to measure; only the leader has simulated peers. The caller closes it. */
  lead(options: Omit<LeadOptions, 'addresses'>): Promise<MeshTerm>;
}

export async function setUpMesh(deps: MeshSetupDeps): Promise<MeshSetup> {
  const { config, db, journal, bundles, disk, clock, log } = deps;
  const { dataDir, uploadMaxBytes: maxBytes } = config;
  const { platforms } = config.mesh;
  const identity = await openIdentity(deps.keys, config.mesh.node.id, clock.now);
  const shared = config.database === null ? null : sharedWire(db, clock.now);
  const proofFiles = shared?.proofFiles ?? (await openOwnProofFiles(dataDir, clock.now));
  const sink = createBundleInbox({ db, dataDir, maxBytes, platforms, bundles, disk });
  const mesh = createMesh({
    config: config.mesh,
    db,
    journal,
    identity,
    addresses: configuredAddresses(config),
    simulated: isSimulated(config),
    ca: config.meshCa,
    version: deps.version,
    leader: deps.leader,
    proofFiles,
    ...(shared && { nonces: shared.nonces }),
    transfers: createTransfers(deps, sink),
    bulkTimeoutMs: config.deployAnswerMs,
    clock,
    log,
  });
  return {
    mesh,
    async lead(options) {
      if (!isSimulated(config)) return mesh.lead(options);
      const simulation = await startSimulation(deps, { identity, mesh });
      const term = mesh.lead({ ...options, addresses: simulation.addresses });
      return {
        ...term,
        async close() {
          await term.close();
          await simulation.close();
        },
      };
    },
  };
}

/** A peer's calls and questions arrive at any instance. */
const sharedWire = (db: Database, now: () => number) => ({
  proofFiles: createTableProofFiles(db, now),
  nonces: tableNonces(db, now, NONCES_PER_ISSUER),
});

/** Several instances keep what arrives where all of them find it. */
function createTransfers(
  { config, db, pubsub, clock, files, log }: MeshSetupDeps,
  sink: BundleSink,
) {
  const { now } = clock;
  if (config.database === null) return createTransferReceiver({ sink, now });
  const onError = (error: unknown) => log.error({ err: error }, 'received bundle not kept yet');
  const { tryRun } = createUploadLocker({ db, pubsub, now });
  return createSharedTransfers({
    ...{ sink, now, onError },
    pieces: files.arriving,
    directory: files.scratch.incoming,
    tryRun: (name, work) => tryRun(`arriving ${name}`, work, onError),
  });
}

const openOwnProofFiles = (dataDir: string, now: () => number) =>
  openProofFiles(join(dataDir, 'well-known', 'route66'), now);

export const isSimulated = ({ mesh }: Config) =>
  mesh.platforms.every((platform) => platform.address === undefined);

interface Simulation {
  /** Platform id to address. */
  readonly addresses: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

/** The simulator is imported only when it is used: a node of a real mesh never loads it. */
async function startSimulation(
  { config, clock, log, server }: MeshSetupDeps,
  { identity, mesh }: { readonly identity: Identity; readonly mesh: Pick<Mesh, 'peerRoutes'> },
): Promise<Simulation> {
  const { openLoopbackListener, startSimulator } = await import('./mesh/simulator/simulator.ts');
  const directory = join(config.dataDir, 'simulator');
  rmSync(directory, { recursive: true, force: true });
  const threads = createInspectionThreads(log);
  const limits = inspectionLimits(config.zip);
  const inboxes = createSimulatorInboxes({
    directory,
    maxBytes: config.uploadMaxBytes,
    limits,
    threads,
  });
  const listener = config.tls === null ? null : await openLoopbackListener(mesh.peerRoutes);
  const address = () => listener?.address ?? addressOf(server);
  const simulator = await startSimulator(config.mesh.platforms, {
    node: { id: identity.id, jwks: identity.jwks(), address },
    lateMs: config.mesh.probe.lateMs,
    clock,
    sinkFor: inboxes.inboxOf,
  });
  return {
    addresses: simulator.addresses,
    async close() {
      await simulator.close();
      await inboxes.close();
      await threads.close();
      await listener?.close();
    },
  };
}

function configuredAddresses({ mesh }: Config): Map<string, string> {
  return new Map(
    mesh.platforms.flatMap(({ id, address }) => (address === undefined ? [] : [[id, address]])),
  );
}

const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

/** @returns the node's HTTP address on this machine; undefined until it listens */
function addressOf(server: Pick<Server, 'address'>): string | undefined {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') return undefined;
  const host = ANY_ADDRESS.has(bound.address) ? '127.0.0.1' : bound.address;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${bound.port}`;
}
