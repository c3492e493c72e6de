import { rmSync } from 'node:fs';
import { isIPv6, type Server } from 'node:net';
import { join } from 'node:path';
import { Counter } from 'prom-client';
import type { Config } from '../config/config.ts';
import { isMeshNode } from '../config/mesh-config.ts';
import { saveSetting } from '../database/settings.ts';
import type { Feature, NodeBase } from '../feature.ts';
import type { RouteList } from '../http/routes.ts';
import { readDeadManCall } from '../leader/dead-man.ts';
import { failureText, REJECTED } from '../outgoing/failure.ts';
import type { CheckPlatform } from '../platforms/node-check.ts';
import type { PlatformList } from '../platforms/platform-list.ts';
import type { KeyStore } from '../secrets/key-store.ts';
import { meshCalls, proofCalls } from './calls.ts';
import { type Identity, openIdentity } from './keys/identity.ts';
import { createLeaderCalls, NO_LEADER } from './leader-calls.ts';
import { createMesh, type Mesh } from './mesh.ts';
import type { MeshTerm, MeshTermOptions } from './mesh-term.ts';
import { WITNESSES } from './peers/stored-view.ts';
import { deleteMeasured } from './rows/retention.ts';
import { type PublishedProofs, publishedProofs, tableNonces } from './rows/shared-wire.ts';
import type { TransferHandlers } from './transfers/transfer-receiver.ts';
import { type CountCalls, registerPeerRoutes } from './transport/peer-routes.ts';
import { NONCES_PER_ISSUER } from './wire/nonces.ts';
import { witnessingCalls } from './witness/calls.ts';
import type { LookingDeps } from './witness/looking.ts';
import { saveWitnessing } from './witness/witnessing.ts';

interface MeshNeeds extends Pick<LookingDeps, 'checkForPeer'> {
  readonly keys: KeyStore;
  readonly platformList: Pick<PlatformList, 'onChange'>;
  /** The platforms without an address of their own are simulated. */
  readonly simulated: boolean;
  readonly check: CheckPlatform;
  /** This node's own server, which simulated peers call back. */
  readonly app: { readonly server: Pick<Server, 'address'> };
  /** Of this node, for the endpoint audit. */
  readonly routes: RouteList;
  readonly maintenance: { isPlanned(platform: string, at: number): boolean };
  /** Receives what peers deploy to this node, and to simulated ones. */
  readonly bundles: {
    readonly transfers: TransferHandlers;
    openSimulatorInboxes(directory: string): {
      readonly transfersOf: (peer: string) => TransferHandlers;
      close(): Promise<void>;
    };
  };
}

interface MeshFeature extends Feature {
  readonly mesh: Mesh;
}

/** This node and its peers: real ones, or simulated ones when the configuration has no address at all. */
export async function setUpMesh(node: NodeBase, needs: MeshNeeds): Promise<MeshFeature> {
  const { config, db, clock, now } = node;
  const hasOthers = config.database !== null;
  const leaderCalls = hasOthers ? createLeaderCalls(node) : null;
  const identity = await openIdentity(needs.keys, config.mesh.node.id, now);
  const published = publishedProofs(db, now);
  const { simulated } = needs;
  const mesh = createMesh({
    ...node,
    config: config.mesh,
    identity,
    simulated,
    check: needs.check,
    checkForPeer: needs.checkForPeer,
    isPlanned: needs.maintenance.isPlanned,
    ca: config.meshCa,
    version: node.build,
    leader: leaderCalls?.commands ?? NO_LEADER,
    published,
    // One instance keeps them in memory.
    ...(hasOthers && { nonces: tableNonces(db, now, NONCES_PER_ISSUER) }),
    transfers: needs.bundles.transfers,
    bulkTimeoutMs: config.deployAnswerMs,
    counted: countCalls(node),
    clock,
  });

  const stopFollowing = needs.platformList.onChange(mesh.onPlatforms);

  /** Only the leader has simulated peers. */
  async function openTerm(options: MeshTermOptions): Promise<MeshTerm> {
    if (!simulated) return mesh.lead(options);
    const simulation = await startSimulation(node, needs, { identity, mesh, published });
    const term = mesh.lead({ ...options, addresses: simulation.addresses });
    const close = () => term.close().finally(simulation.close);
    return { ...term, close };
  }

  return {
    mesh,
    calls(app) {
      registerPeerRoutes(app, mesh.peerRoutes);
      meshCalls(app, {
        mesh,
        routes: needs.routes,
        domain: config.mesh.node.domain,
        deadMan: () => readDeadManCall(config, node.db),
      });
      witnessingCalls(app, node);
      proofCalls(app, { mesh, platforms: config.mesh.platforms });
    },
    async lead(journal, afterRound) {
      const term = await openTerm({ journal, afterRound, goesOn: hasOthers });
      const stopServing = leaderCalls?.serve(term);
      return {
        start: term.start,
        async close() {
          stopServing?.();
          await term.close();
        },
      };
    },
    /** Other instances answer what this one knows. */
    async afterRound(tx) {
      if (hasOthers) await saveSetting(tx, WITNESSES, await mesh.witnesses());
    },
    async platformLeft(tx, emit, { platform: { id }, how }) {
      if (how !== 'paused') await mesh.proof.endOf(tx, emit, id);
      // Who comes back under this id is agreed on anew.
      if (how !== 'paused') await saveWitnessing(tx, id);
      if (how === 'erased') await deleteMeasured(tx, id);
    },
    async close() {
      stopFollowing();
      await mesh.close();
    },
  };
}

/** @param config of the file alone */
export const isSimulated = ({ mesh }: Config) =>
  mesh.platforms.every((one) => !isMeshNode(one) || one.address === undefined);

/** The simulator is imported only when it is used: a node of a real mesh never loads it. */
async function startSimulation(
  { config, clock, loops }: NodeBase,
  { app: { server }, bundles }: Pick<MeshNeeds, 'app' | 'bundles'>,
  {
    identity,
    mesh,
    published,
  }: {
    readonly identity: Identity;
    readonly mesh: Pick<Mesh, 'peerRoutes'>;
    readonly published: PublishedProofs;
  },
) {
  const { openLoopbackListener, startSimulator } = await import('./simulator/simulator.ts');
  const directory = join(config.dataDir, 'simulator');
  rmSync(directory, { recursive: true, force: true });
  const inboxes = bundles.openSimulatorInboxes(directory);
  const listener = config.tls === null ? null : await openLoopbackListener(mesh.peerRoutes);
  const address = () => listener?.address ?? addressOf(server);
  const simulatedPeers = config.mesh.platforms.filter(
    (one) => isMeshNode(one) && one.address === undefined,
  );
  const simulator = await startSimulator(simulatedPeers, {
    node: { id: identity.id, jwks: identity.jwks(), address },
    lateMs: config.mesh.probe.lateMs,
    clock,
    loops,
    published,
    transfersOf: inboxes.transfersOf,
  });
  return {
    addresses: simulator.addresses,
    async close() {
      await simulator.close();
      await inboxes.close();
      await listener?.close();
    },
  };
}

const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

/** @returns the node's HTTP address on this machine; undefined until it listens */
function addressOf(server: Pick<Server, 'address'>): string | undefined {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') return undefined;
  const host = ANY_ADDRESS.has(bound.address) ? '127.0.0.1' : bound.address;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${bound.port}`;
}

/** Counts the calls of peers, of every peer and for every reason from 0 on, and logs those that are refused. */
function countCalls({ registry, platforms, log }: NodeBase): CountCalls {
  const taken = new Counter({
    name: 'meridian_mesh_calls_taken_total',
    help: 'Signed calls of peers that were accepted.',
    labelNames: ['platform'],
    registers: [registry],
    collect() {
      for (const { id } of platforms.filter(isMeshNode)) this.inc({ platform: id }, 0);
    },
  });
  const refused = new Counter({
    name: 'meridian_mesh_calls_refused_total',
    help: 'Calls of peers that were refused.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of REJECTED) refused.inc({ reason }, 0);
  return {
    onCall: (platform) => taken.inc({ platform }),
    onRejectedCall(reason, call) {
      refused.inc({ reason });
      log.warn({ reason, why: failureText(reason), ...call }, 'mesh call refused');
    },
  };
}
