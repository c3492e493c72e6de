import { keyOf } from '../../contract/paths.ts';
import type { Connection } from '../../contract/shapes/mesh.ts';
import { recordActivity } from '../activity/rows.ts';
import { NOT_DONE } from '../base/loop.ts';
import { type MeshConfig, thresholdsOf } from '../config/mesh-config.ts';
import { emitStats } from '../dashboard/rows.ts';
import type { TermJournal } from '../database/journal.ts';
import type { AfterRound, NodeBase, TermBase } from '../feature.ts';
import type { CheckPlatform } from '../platforms/node-check.ts';
import { saveAddresses } from '../platforms/rows/states.ts';
import type { PlatformName } from '../round.ts';
import { createBoundedQueue } from './concurrency.ts';
import type { Identity } from './keys/identity.ts';
import { createKeyChanges } from './keys/key-changes.ts';
import { repeatLogHeads } from './log/log-heads.ts';
import { goOnFromFormerLeader } from './peers/former-leader.ts';
import { createHeartbeats } from './peers/heartbeats.ts';
import { createPeerRegistry, type PeerRegistry, restoreStatuses } from './peers/peer-registry.ts';
import type { LastRound } from './peers/probe-round.ts';
import { createProbeRounds } from './peers/probe-rounds.ts';
import { storeUnknown } from './peers/store-round.ts';
import { createSync } from './peers/sync.ts';
import type { ProofChecks } from './proof/proof-token.ts';
import { createProofVerifier } from './proof/proof-verifier.ts';
import { createTaskGroup, type MeshLog } from './task-group.ts';
import type { Caller } from './transport/caller.ts';
import type { Transport } from './transport/transport.ts';
import type { FindKey } from './wire/verdict.ts';
import { createAsking } from './witness/asking.ts';
import { createWitnesses } from './witness/witnesses.ts';

/** The mesh as the leader measures it, from the beginning of its term to its end. The owner closes it. */
export type MeshTerm = ReturnType<typeof createMeshTerm>;

export interface MeshTermOptions {
  /** Stores nothing any more when the term is over. */
  readonly journal: TermJournal;
  /** Nothing follows from a round by default. */
  readonly afterRound?: AfterRound;
  /** Another instance may have measured just before: it goes on with that. By default nothing is known at the beginning. */
  readonly goesOn?: boolean;
}

interface MeshTermDeps
  extends MeshTermOptions,
    Pick<NodeBase, 'db' | 'clock' | 'loops' | 'notify'> {
  readonly check: CheckPlatform;
  readonly config: MeshConfig;
  readonly log: MeshLog;
  readonly transport: Pick<Transport, 'dropConnections' | 'certificateOf'>;
  readonly caller: Caller;
  /** Waits longer than for a probe. */
  readonly bulkCaller: Caller;
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
  /** Whether a platform is in maintenance at a moment (epoch milliseconds). */
  readonly isPlanned: (platform: string, at: number) => boolean;
}

/** Testimony counts for so many rounds, each with its slowest probe. */
const FRESH_ROUNDS = 2;
const FORGET = { name: 'forget what is old', everyMs: 5_000, limitMs: 60_000 };
const heartbeatLoop = ({ heartbeat: { intervalSec } }: MeshConfig) => ({
  ...{ name: 'heartbeat', everyMs: intervalSec * 1000, limitMs: 5 * 60_000 },
});
const PROBE = { name: 'probe', limitMs: 60_000, without: 'measured nothing' };
/** One of two may lie. */
const WITNESSES_NEEDED = 2;

export function createMeshTerm(deps: MeshTermDeps) {
  const { config, db, journal, clock, loops, log, transport, caller, addresses } = deps;

  const registry = createPeerRegistry(config.platforms, deps.isSimulated);
  const tasks = createTaskGroup(loops, log);
  const keyChanges = createKeyChanges({ ...deps, registry });
  const peerDeps = { registry, caller, journal, clock };
  const asking = createAsking({ ...deps, registry, tasks });
  const witnesses = createWitnesses({ ...deps, ...ruleOf(config), ...tasks, registry, asking });
  let formerRound: LastRound | undefined;
  const probing = createProbeRounds({
    ...deps,
    ...peerDeps,
    afterRound: deps.afterRound ?? nothing,
    witnesses,
    thresholdsOf: (platform) => thresholdsOf(config, platform),
    formerRound: () => formerRound,
    tasks,
  });
  const sendHeartbeats = createHeartbeats(peerDeps);
  const handshakeAll = createSync({ ...peerDeps, self: config.node });
  const proofs = createProofVerifier({ ...deps, platforms: config.platforms, tasks });
  const firstRound = createLatch();
  const queues = createQueues();
  let starting: Promise<void> = Promise.resolve();

  async function startLoops(): Promise<void> {
    if (deps.goesOn === true) formerRound = await goOnFromFormerLeader({ ...deps, registry });
    else registry.restore(await restoreStatuses(db, journal, addresses()));
    await keyChanges.restore();
    // How the platforms are is known already.
    if (formerRound?.hadNetwork === true) firstRound.open();
    await proofs.resume();
    void tasks.repeat(FORGET, () => forgetOld({ journal, registry, clock, loops }));
    await tasks.repeat({ ...PROBE, everyMs: probing.nextInMs }, async () => {
      await probing.pass();
      return probing.isLate() ? NOT_DONE : undefined;
    });
    firstRound.open();
    void asking.start();
    repeatLogHeads({ ...deps, registry, tasks });
    if (!config.heartbeat.enabled) return;
    void tasks.repeat(heartbeatLoop(config), () => sendHeartbeats(tasks.signal, false));
  }

  /** Nothing is known of platforms that are new, or somewhere else. */
  async function takeUp(moved: readonly string[]): Promise<void> {
    await firstRound.opened;
    const probed = new Set(registry.probed().map(({ id }) => id));
    const isDropped = (id: string) => !probed.has(id) || moved.includes(id);
    registry.drop(isDropped);
    await storePlatforms({ journal, registry, addresses: addresses() });
    if (!tasks.signal.aborted) await probing.takeUp(isDropped);
  }

  return {
    /** Takes up the platforms of now, and probes them. @param moved those that were called somewhere else */
    onPlatforms: (moved: readonly string[]): void =>
      tasks.spawn('change of platforms', () => takeUp(moved)),
    /** Resolves after the first round of probes. Call it when the server listens: peers fetch its keys. */
    start(): Promise<void> {
      starting = startLoops();
      return starting;
    },
    /** Waits for the first round, so that results of an earlier process are never returned. */
    connections: () => firstRound.opened.then(registry.connections),
    view: registry.view,
    witnesses,
    /** Called with the key set that a platform publishes. */
    onKeys: (platform: string, thumbprints: readonly string[]): void =>
      tasks.spawn('key check', () => keyChanges.onPublished(platform, thumbprints)),
    sinceRoundMs: probing.sinceRoundMs,
    sync: () => queues.sync(() => handshakeAll(tasks.signal)),
    ping: () => queues.ping(() => sendHeartbeats(tasks.signal, true)),
    reconnect: () =>
      queues.reconnect(async () => {
        transport.dropConnections();
        await probing.probeAll();
        return recordReconnect(journal, registry.connections(), clock.now());
      }),
    acknowledgeKey: keyChanges.acknowledge,
    startProof: proofs.start,
    /** Ends every loop and call; resolves when none is left. */
    async close(): Promise<void> {
      await Promise.allSettled([tasks.stop(), starting]);
      firstRound.open();
      transport.dropConnections();
    },
  };
}

const nothing = async () => undefined;

type ForgetDeps = Pick<TermBase, 'journal' | 'clock' | 'loops'> & {
  readonly registry: PeerRegistry;
};

/** What was true when the last round was stored is not known any more. */
async function forgetOld({ journal, registry, clock, loops }: ForgetDeps): Promise<void> {
  const stands = loops.standstills().some(({ name }) => name === PROBE.name);
  if (!stands || !registry.probed().some(({ id }) => registry.isMeasured(id))) return;
  registry.forget();
  await journal.commit(async (tx, emit) => {
    await storeUnknown(tx, emit, { at: clock.now(), registry, networkChanged: false });
    await emitStats(tx, emit);
  });
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
});

interface ChangedPlatforms {
  readonly journal: TermJournal;
  readonly registry: PeerRegistry;
  readonly addresses: ReadonlyMap<string, string>;
}

async function storePlatforms({ journal, registry, addresses }: ChangedPlatforms): Promise<void> {
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
  journal: TermJournal,
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
