import type { HistoryRange, PlatformRange } from '../../contract/limits.ts';
import type {
  Connection,
  MeshHealth,
  MeshHistory,
  PlatformDetails,
  PlatformHistory,
  ProbeResult,
} from '../../contract/shapes/mesh.ts';
import type { ProofHealth } from '../../contract/shapes/proof.ts';
import type { WatchdogSummary } from '../../contract/shapes/watchdog.ts';
import type { Clock } from '../clock.ts';
import type { MeshConfig } from '../config.ts';
import { recordActivity } from '../store/activity.ts';
import type { Database } from '../store/database.ts';
import type { Journal } from '../store/journal.ts';
import { createBoundedQueue } from './concurrency.ts';
import type { Identity } from './keys/identity.ts';
import { createKeyChanges } from './keys/key-changes.ts';
import { createKeyring, fetchJwksOver } from './keys/keyring.ts';
import { createHeartbeats, type HeartbeatResult } from './peers/heartbeats.ts';
import { readMeshHistory } from './peers/mesh-history.ts';
import { createPeerRegistry, restoreStatuses } from './peers/peer-registry.ts';
import { readPlatformDetails, readPlatformHistory } from './peers/platform-history.ts';
import { readHistory } from './peers/probe-history.ts';
import { createProbeRound, type RoundListener } from './peers/probe-round.ts';
import { createSync, type SyncResult } from './peers/sync.ts';
import type { ProofFiles } from './proof/proof-files.ts';
import type { ProofVerifier } from './proof/proof-verifier.ts';
import { createProofs } from './proof/proofs.ts';
import { createTaskGroup, type MeshLog } from './task-group.ts';
import { type Caller, createCaller } from './transport/caller.ts';
import { createHandlers, type MeshHandlers } from './transport/handlers.ts';
import { type CallCounts, createCallCounts, type PeerRoutesDeps } from './transport/peer-routes.ts';
import { createTransport } from './transport/transport.ts';
import { createWatchdog } from './watchdog.ts';
import { createNonces, type Nonces } from './wire/nonces.ts';
import { createCallVerifier } from './wire/verify.ts';

export interface MeshDeps {
  readonly config: MeshConfig;
  readonly db: Database;
  readonly journal: Journal;
  readonly identity: Identity;
  /** Platform id to address. A configured platform without one is never called. */
  readonly addresses: ReadonlyMap<string, string>;
  /** The peers are simulated: they have new keys at each start, which need no warning. */
  readonly simulated?: boolean;
  /** Certificates (PEM) of authorities that are trusted beside the public ones. */
  readonly ca?: string | undefined;
  readonly clock: Clock;
  readonly log: MeshLog;
  /** How long a peer may take to answer a call with a large body. */
  readonly bulkTimeoutMs: number;
  /** Name of this node's build, sent to peers. */
  readonly version?: string;
  /** Where this node publishes the nonces that it signs. */
  readonly proofFiles: ProofFiles;
  /** Of the peers' calls; in memory by default. */
  readonly nonces?: Nonces;
  /** Receives the bundles that peers deploy to this node; they are refused by default. */
  readonly transfers?: Pick<MeshHandlers, 'offer' | 'chunk'>;
  /** Stores what follows from a round of probes. */
  readonly onRound?: RoundListener;
  /** Whether a platform is in maintenance at a moment (epoch milliseconds); never by default. */
  readonly isPlanned?: (platform: string, at: number) => boolean;
}

/** This node's part in the mesh. The owner stops it. */
export interface Mesh {
  /** Resolves after the first round of probes. Call it when the server listens: peers fetch its keys. */
  start(): Promise<void>;
  /** Ends every loop and call; resolves when none is left. */
  stop(): Promise<void>;
  /** Waits for the first round, so that results of an earlier process are never returned. */
  connections(): Promise<Connection[]>;
  history(query: {
    platform?: string | undefined;
    since?: number | undefined;
  }): Promise<ProbeResult[]>;
  /** How long each platform was up, late, down, or not measured. */
  historyOf(range: HistoryRange): Promise<MeshHistory>;
  /** Both are undefined for an id that is not in this mesh. The history is kept of this node itself too. */
  platform(id: string): Promise<PlatformDetails | undefined>;
  platformHistory(id: string, range: PlatformRange): Promise<PlatformHistory | undefined>;
  /** Throws BusyError when too many requests wait for one; so do `ping` and `reconnect`. */
  sync(): Promise<SyncResult>;
  ping(): Promise<HeartbeatResult>;
  /** Drops every connection and probes all peers. */
  reconnect(): Promise<Connection[]>;
  /** @returns false when this platform has no new key to acknowledge */
  acknowledgeKey(platform: string, username: string): Promise<boolean>;
  /** @param endpoints as `GET /path`, from this node's own router */
  summary(endpoints: readonly string[]): Promise<NonNullable<WatchdogSummary>>;
  health(): MeshHealth;
  readonly proof: Pick<ProofVerifier, 'start' | 'status' | 'recent'> & {
    health(): Promise<ProofHealth>;
  };
  /** For calls with large bodies: it waits longer than the caller of probes. */
  readonly bulkCaller: Caller;
  /** What `registerPeerRoutes` needs to answer the peers' calls. */
  readonly peerRoutes: PeerRoutesDeps;
  /** For metrics. */
  readonly counts: CallCounts;
}

/** After this many missed rounds, each with its slowest probe, time counts as not measured. */
const GAP_MAX_ROUNDS = 3;

export function createMesh(deps: MeshDeps): Mesh {
  const { config, db, journal, addresses, clock, log } = deps;
  const { lateMs, timeoutMs, intervalSec } = config.probe;

  const registry = createPeerRegistry(config.platforms);
  const tasks = createTaskGroup(clock, log);
  const pins = pinsOf(config);
  const pinned = new Set(deps.simulated === true ? addresses.keys() : pins.keys());
  const keyChanges = createKeyChanges({ db, journal, registry, clock, pinned });
  const outbound = createOutbound(deps, pins, (platform, thumbprints) =>
    tasks.spawn('key check', () => keyChanges.onPublished(platform, thumbprints)),
  );
  const gapMaxMs = GAP_MAX_ROUNDS * (intervalSec * 1000 + timeoutMs);
  const peerDeps = { registry, caller: outbound.caller, journal, clock };
  const { onRound = async () => undefined, isPlanned = () => false } = deps;
  const probeAll = createProbeRound({ ...peerDeps, lateMs, gapMaxMs, onRound, isPlanned });
  const sendHeartbeats = createHeartbeats(peerDeps);
  const handshakeAll = createSync({ ...peerDeps, self: config.node });
  const watchdog = createWatchdog({ config, db, addresses, clock });
  const proofs = createProofs({ ...deps, ...outbound, ...config, tasks, timeoutMs });
  const inbound = createInbound(deps, outbound, {
    view: registry.view,
    uptimeSec: watchdog.uptimeSec,
    version: deps.version,
    ...proofs.handlers,
  });

  const firstRound = createLatch();
  const queues = createQueues();
  const probeRound = () =>
    queues.round(() => probeAll(tasks.signal)).then(watchdog.onRoundCompleted);
  let starting: Promise<void> = Promise.resolve();

  async function startLoops(): Promise<void> {
    registry.restore(await restoreStatuses(db, journal));
    await keyChanges.restore();
    await proofs.verifier.resume();
    await tasks.repeat('probe', intervalSec * 1000, probeRound);
    firstRound.open();
    if (!config.heartbeat.enabled) return;
    const everyMs = config.heartbeat.intervalSec * 1000;
    void tasks.repeat('heartbeat', everyMs, () => sendHeartbeats(tasks.signal, false));
  }

  return {
    ...inbound,
    bulkCaller: outbound.bulkCaller,
    start() {
      starting = startLoops();
      return starting;
    },
    async stop() {
      await Promise.allSettled([tasks.stop(), starting]);
      firstRound.open();
      outbound.transport.dropConnections();
    },
    connections: () => firstRound.opened.then(registry.connections),
    ...createHistoryReads(deps, gapMaxMs),
    sync: () => queues.sync(() => handshakeAll(tasks.signal)),
    ping: () => queues.ping(() => sendHeartbeats(tasks.signal, true)),
    reconnect: () =>
      queues.reconnect(async () => {
        outbound.transport.dropConnections();
        await probeRound();
        await recordReconnect(journal, registry.connections(), clock.now());
        return registry.connections();
      }),
    proof: {
      start: proofs.verifier.start,
      status: proofs.verifier.status,
      recent: proofs.verifier.recent,
      health: async () => ({
        ok: watchdog.health().ok,
        service: 'route66-proof',
        challenges_active: await proofs.verifier.countOpen(),
        well_known_dir: deps.proofFiles.path,
        timestamp: Math.floor(clock.now() / 1000),
      }),
    },
    acknowledgeKey: keyChanges.acknowledge,
    summary: watchdog.summary,
    health: watchdog.health,
  };
}

function createHistoryReads(
  { config, db, addresses, clock }: MeshDeps,
  gapMaxMs: number,
): Pick<Mesh, 'history' | 'historyOf' | 'platform' | 'platformHistory'> {
  const intervalMs = config.probe.intervalSec * 1000;
  const platforms = config.platforms.map(({ id }) => id);
  const options = () => ({ platforms, node: config.node, now: clock.now(), gapMaxMs });
  return {
    history: (query) => readHistory(db, query, { now: clock.now(), intervalMs }),
    historyOf: (range) => readMeshHistory(db, range, options()),
    platform: (id) =>
      readPlatformDetails(db, { id, address: addresses.get(id) ?? null }, options()),
    platformHistory: (id, range) => readPlatformHistory(db, { id, range }, options()),
  };
}

/** This node calling its peers: connections, their keys, signed calls. */
function createOutbound(
  { config, identity, addresses, ca, clock, bulkTimeoutMs }: MeshDeps,
  pins: ReadonlyMap<string, readonly string[]>,
  onKeys: (platform: string, thumbprints: readonly string[]) => void,
) {
  const transport = createTransport({ addresses, ca });
  const { findKey } = createKeyring(
    config.platforms.map(({ id }) => id),
    { fetchJwks: fetchJwksOver(transport), clock, pins, onKeys },
  );
  const shared = { identity, transport, findKey, clock };
  return {
    transport,
    findKey,
    caller: createCaller({ ...shared, timeoutMs: config.probe.timeoutMs }),
    bulkCaller: createCaller({ ...shared, timeoutMs: bulkTimeoutMs }),
  };
}

/** This node being called by its peers. */
function createInbound(
  { identity, proofFiles, nonces, transfers, clock, log }: MeshDeps,
  { findKey }: Pick<ReturnType<typeof createOutbound>, 'findKey'>,
  answers: Omit<Parameters<typeof createHandlers>[0], 'transfers'>,
): { readonly peerRoutes: PeerRoutesDeps; readonly counts: CallCounts } {
  const { now } = clock;
  const verifier = createCallVerifier({
    self: identity.id,
    findKey,
    nonces: nonces ?? createNonces(now),
    now,
  });
  const { counts, onCall, onRejectedCall } = createCallCounts(log);
  const handlers = createHandlers({ ...answers, transfers });
  return {
    peerRoutes: { identity, verifier, handlers, proofFiles, now, onCall, onRejectedCall },
    counts,
  };
}

const pinsOf = ({ platforms }: MeshConfig) =>
  new Map(platforms.flatMap(({ id, keys }) => (keys === undefined ? [] : [[id, keys]])));

const createQueues = () => ({
  sync: createBoundedQueue({ busy: 'A sync is under way', waitingMax: 3 }),
  ping: createBoundedQueue({ busy: 'A heartbeat is under way', waitingMax: 3 }),
  reconnect: createBoundedQueue({ busy: 'A reconnect is under way', waitingMax: 1 }),
  /** Rounds of the loop and of manual reconnects. */
  round: createBoundedQueue({ busy: 'A round of probes is under way', waitingMax: 3 }),
});

/** A promise that is resolved from outside, once. */
function createLatch(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

async function recordReconnect(
  journal: Journal,
  connections: readonly Connection[],
  at: number,
): Promise<void> {
  const reached = connections.filter(({ status }) => status !== 'error').length;
  const all = reached === connections.length;
  const message = `Manual reconnect: ${reached} of ${connections.length} platforms replied`;
  const severity = all ? 'success' : reached === 0 ? 'error' : 'warning';
  await journal.commit((tx, emit) => recordActivity(tx, emit, { message, severity, at }));
}
