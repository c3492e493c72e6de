import { keyOf } from '../../contract/paths.ts';
import type { Connection } from '../../contract/shapes/mesh.ts';
import { recordActivity } from '../activity/rows.ts';
import { BusyError } from '../base/http-error.ts';
import { type MeshConfig, thresholdsOf } from '../config/mesh-config.ts';
import { emitStats } from '../dashboard/rows.ts';
import type { Journal } from '../database/journal.ts';
import { saveAddresses } from '../database/platforms.ts';
import type { NodeBase } from '../feature.ts';
import { createBoundedQueue } from './concurrency.ts';
import type { Identity } from './keys/identity.ts';
import { createKeyChanges } from './keys/key-changes.ts';
import { repeatLogHeads } from './log/log-heads.ts';
import { withUptimeLog } from './log/uptime-log.ts';
import type { MeshCommands } from './mesh-commands.ts';
import { goOnFromFormerLeader } from './peers/former-leader.ts';
import { createHeartbeats } from './peers/heartbeats.ts';
import {
  createPeerRegistry,
  type PeerRegistry,
  type PlatformName,
  restoreStatuses,
} from './peers/peer-registry.ts';
import type { CheckPlatform } from './peers/probe-peers.ts';
import { createProbeRound } from './peers/probe-round.ts';
import type { LastRound, RoundListener } from './peers/round.ts';
import { createSync, type SyncResult } from './peers/sync.ts';
import type { ProofChecks } from './proof/proof-checks.ts';
import { createProofVerifier } from './proof/proof-verifier.ts';
import { createTaskGroup, type MeshLog } from './task-group.ts';
import type { Caller } from './transport/caller.ts';
import type { Transport } from './transport/transport.ts';
import type { ViewEntry } from './wire/messages.ts';
import type { FindKey } from './wire/token.ts';
import { createWitnesses, type WitnessTerm } from './witness/witnesses.ts';

/** The mesh as the leader measures it, from the beginning of its term to its end. The owner closes it. */
export interface MeshTerm extends MeshCommands {
  /** Resolves after the first round of probes. Call it when the server listens: peers fetch its keys. */
  start(): Promise<void>;
  sync(): Promise<SyncResult>;
  /** Waits for the first round, so that results of an earlier process are never returned. */
  connections(): Promise<Connection[]>;
  /** What is sent to peers. */
  view(): ViewEntry[];
  readonly witnesses: Pick<WitnessTerm, 'answer' | 'view'>;
  /** Called with the key set that a platform publishes. */
  onKeys(platform: string, thumbprints: readonly string[]): void;
  /** Takes up the platforms of now, and probes them. @param moved those that were called somewhere else */
  onPlatforms(moved: readonly string[]): void;
  /** @returns how long ago the last round of this term was stored; undefined: there was none */
  sinceRoundMs(): number | undefined;
  /** Ends every loop and call; resolves when none is left. */
  close(): Promise<void>;
}

export interface MeshTermOptions {
  /** Stores nothing any more when the term is over. */
  readonly journal: Journal;
  /** Stores what follows from a round of probes. */
  readonly onRound?: RoundListener;
  /** Whether a platform is in maintenance at a moment (epoch milliseconds); never by default. */
  readonly isPlanned?: (platform: string, at: number) => boolean;
  /** Another instance may have measured just before: it goes on with that. By default nothing is known at the beginning. */
  readonly goesOn?: boolean;
}

interface MeshTermDeps extends MeshTermOptions, Pick<NodeBase, 'db' | 'clock'> {
  readonly check: CheckPlatform;
  readonly config: MeshConfig;
  readonly log: MeshLog;
  readonly transport: Pick<Transport, 'dropConnections' | 'certificateOf'>;
  readonly caller: Caller;
  readonly identity: Identity;
  readonly findKey: FindKey;
  readonly checks: ProofChecks;
  /** @returns platform id to address */
  readonly addresses: () => ReadonlyMap<string, string>;
  /** Whether key changes of a platform need no warning. */
  readonly isPinned: (platform: string) => boolean;
  readonly isSimulated: (platform: PlatformName) => boolean;
  /** After a longer time without a round it counts as not measured. */
  readonly gapMaxMs: number;
}

/** Testimony counts for so many rounds, each with its slowest probe. */
const FRESH_ROUNDS = 2;
/** One of two may lie. */
const WITNESSES_NEEDED = 2;

export function createMeshTerm(deps: MeshTermDeps): MeshTerm {
  const { config, db, journal, clock, log, transport, caller, addresses } = deps;
  const { isPinned, isPlanned = () => false } = deps;

  const registry = createPeerRegistry(config.platforms, deps.isSimulated);
  const tasks = createTaskGroup(clock, log);
  const keyChanges = createKeyChanges({ db, journal, registry, clock, isPinned });
  const peerDeps = { registry, caller, journal, clock };
  const witnesses = createWitnesses({ ...deps, ...ruleOf(config), registry, spawn: tasks.spawn });
  let formerRound: LastRound | undefined;
  const probeAll = createProbeRound({
    ...deps,
    ...peerDeps,
    onRound: withUptimeLog(deps.onRound),
    isPlanned,
    witnesses,
    thresholdsOf: (platform) => thresholdsOf(config, platform),
    formerRound: () => formerRound,
  });
  const sendHeartbeats = createHeartbeats(peerDeps);
  const handshakeAll = createSync({ ...peerDeps, self: config.node });
  const proofs = createProofVerifier({ ...deps, platforms: config.platforms, tasks });

  const firstRound = createLatch();
  const queues = createQueues();
  let lastRoundAt: number | undefined;
  const probeRound = (isDueOnly = false) =>
    queues
      .round(() => probeAll(tasks.signal, isDueOnly))
      .then(() => {
        lastRoundAt = clock.elapsed();
      });
  let starting: Promise<void> = Promise.resolve();

  async function startLoops(): Promise<void> {
    if (deps.goesOn === true) formerRound = await goOnFromFormerLeader({ ...deps, registry });
    else registry.restore(await restoreStatuses(db, journal, addresses()));
    await keyChanges.restore();
    // How the platforms are is known already.
    if (formerRound?.hadNetwork === true) firstRound.open();
    await proofs.resume();
    await tasks.repeat('probe', probeAll.nextAfterMs, () => probeRound(true).catch(ignoreBusy));
    firstRound.open();
    repeatLogHeads({ ...deps, registry, tasks });
    if (!config.heartbeat.enabled) return;
    void tasks.repeat(
      'heartbeat',
      () => config.heartbeat.intervalSec * 1000,
      () => sendHeartbeats(tasks.signal, false),
    );
  }

  async function takeUp(moved: readonly string[]): Promise<void> {
    await firstRound.opened;
    await storePlatforms({ journal, registry, addresses: addresses() }, moved);
    if (!tasks.signal.aborted) await probeRound(true).catch(ignoreBusy);
  }

  return {
    onPlatforms: (moved) => tasks.spawn('change of platforms', () => takeUp(moved)),
    start() {
      starting = startLoops();
      return starting;
    },
    connections: () => firstRound.opened.then(registry.connections),
    view: registry.view,
    witnesses,
    onKeys: (platform, thumbprints) =>
      tasks.spawn('key check', () => keyChanges.onPublished(platform, thumbprints)),
    sinceRoundMs: () => (lastRoundAt === undefined ? undefined : clock.elapsed() - lastRoundAt),
    sync: () => queues.sync(() => handshakeAll(tasks.signal)),
    ping: () => queues.ping(() => sendHeartbeats(tasks.signal, true)),
    reconnect: () =>
      queues.reconnect(async () => {
        transport.dropConnections();
        await probeRound();
        return recordReconnect(journal, registry.connections(), clock.now());
      }),
    acknowledgeKey: keyChanges.acknowledge,
    startProof: proofs.start,
    async close() {
      await Promise.allSettled([tasks.stop(), starting]);
      firstRound.open();
      transport.dropConnections();
    },
  };
}

const ruleOf = ({ node, probe, witnesses: needed = WITNESSES_NEEDED }: MeshConfig) => ({
  self: node,
  freshMs: FRESH_ROUNDS * (probe.intervalSec * 1000 + probe.timeoutMs),
  needed,
});

const createQueues = () => ({
  sync: createBoundedQueue({ busy: 'A sync is under way', waitingMax: 3 }),
  ping: createBoundedQueue({ busy: 'A heartbeat is under way', waitingMax: 3 }),
  reconnect: createBoundedQueue({ busy: 'A reconnect is under way', waitingMax: 1 }),
  /** Rounds of the loop and of manual reconnects. */
  round: createBoundedQueue({ busy: 'A round of probes is under way', waitingMax: 3 }),
});

/** With as many rounds waiting, one of them probes everyone, and what is new. */
function ignoreBusy(error: unknown): void {
  if (!(error instanceof BusyError)) throw error;
}

interface ChangedPlatforms {
  readonly journal: Journal;
  readonly registry: PeerRegistry;
  readonly addresses: ReadonlyMap<string, string>;
}

/** Nothing is known of platforms that are new, or somewhere else. */
async function storePlatforms(
  { journal, registry, addresses }: ChangedPlatforms,
  moved: readonly string[],
): Promise<void> {
  const probed = new Set(registry.probed().map(({ id }) => id));
  registry.drop((id) => !probed.has(id) || moved.includes(id));
  await journal.commit(async (tx, emit) => {
    await saveAddresses(tx, addresses);
    emit(keyOf('connections'), 'replace', registry.connections());
    await emitStats(tx, emit);
  });
}

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
): Promise<{ asked: number; reached: number }> {
  const asked = connections.length;
  const reached = connections.filter(({ status }) => status !== 'error').length;
  const message = `Manual reconnect: ${reached} of ${asked} platforms replied`;
  const severity = reached === asked ? 'success' : reached === 0 ? 'error' : 'warning';
  await journal.commit((tx, emit) => recordActivity(tx, emit, { message, severity, at }));
  return { asked, reached };
}
