import type { HistoryRange, PlatformRange } from '../../contract/limits.ts';
import type { ProofHealth } from '../../contract/shapes/proof.ts';
import type { Clock } from '../base/clock.ts';
import { isMeshNode, type MeshConfig, type Platform, thresholdsOf } from '../config/mesh-config.ts';
import type { Tx } from '../database/database.ts';
import { withoutCommitCheck } from '../database/journal.ts';
import type { NodeBase } from '../feature.ts';
import { kindOf } from '../platforms/kinds/kinds.ts';
import type { RunTime } from '../platforms/kinds/report/calls.ts';
import type { CheckPlatform, NodeCheck, OnFinding } from '../platforms/node-check.ts';
import { readAddresses } from '../platforms/rows/states.ts';
import type { PlatformName } from '../round.ts';
import { checkPeer } from './check-peer.ts';
import type { Identity } from './keys/identity.ts';
import { createKeyring, fetchJwksOver } from './keys/keyring.ts';
import { createLogWitness } from './log/witness-log.ts';
import { createCommands, type MeshCommands } from './mesh-commands.ts';
import { createMeshTerm, type MeshTerm, type MeshTermOptions } from './mesh-term.ts';
import { gapMaxMsOf } from './peers/history-slots.ts';
import { readMeshHistory } from './peers/mesh-history.ts';
import {
  readPlatformDetails,
  readPlatformHistory,
  readUptimeRatios,
} from './peers/platform-history.ts';
import { readHistory } from './peers/probe-history.ts';
import { createStoredView } from './peers/stored-view.ts';
import { createProofProver } from './proof/proof-prover.ts';
import { createProofChecks } from './proof/proof-token.ts';
import { createProofs } from './proof/proofs.ts';
import { addToSpans } from './rows/probe-spans.ts';
import { PROOF_PATH, type PublishedProofs } from './rows/shared-wire.ts';
import { saveWitnessedHead, witnessedHead } from './rows/uptime-log.ts';
import { createTaskGroup, type MeshLog } from './task-group.ts';
import { NO_TRANSFERS, type TransferHandlers } from './transfers/transfer-receiver.ts';
import { createCaller } from './transport/caller.ts';
import { createHandlers, type HandlersDeps } from './transport/handlers.ts';
import { type CountCalls, type PeerRoutesDeps, UNCOUNTED } from './transport/peer-routes.ts';
import { createTransport } from './transport/transport.ts';
import { createWatchdog } from './watchdog.ts';
import { createNonces, type Nonces } from './wire/nonces.ts';
import { createCallVerifier } from './wire/verify.ts';
import { createLooking, type LookingDeps } from './witness/looking.ts';

export interface MeshDeps extends Pick<NodeBase, 'db' | 'journal' | 'clock' | 'loops' | 'notify'> {
  /** Its `platforms` are those of now: see `PlatformList`. */
  readonly config: MeshConfig;
  readonly identity: Identity;
  /** Platform id to address, of those that have none of their own. A platform without any is never called. */
  readonly addresses?: ReadonlyMap<string, string>;
  /** Peers without an address of their own are simulated: they have new keys at each start, which need no warning. */
  readonly simulated?: boolean;
  /** Certificates (PEM) of authorities that are trusted beside the public ones. */
  readonly ca?: string | undefined;
  readonly log: MeshLog;
  /** How long a peer may take to answer a call with a large body. */
  readonly bulkTimeoutMs: number;
  /** Name of this node's build, sent to peers. */
  readonly version?: string;
  /** What this node publishes of the nonces that it signs. */
  readonly published: PublishedProofs;
  /** Of the peers' calls; in memory by default. */
  readonly nonces?: Nonces;
  /** Receives the bundles that peers deploy to this node; they are refused by default. */
  readonly transfers?: TransferHandlers;
  /** Probes platforms that are no mesh nodes. */
  readonly check?: CheckPlatform;
  /** The same for peers, by a guard of its own; nothing is found by default. */
  readonly checkForPeer?: LookingDeps['checkForPeer'];
  /** Whether a platform is in maintenance at a moment (epoch milliseconds); never by default. */
  readonly isPlanned?: (platform: string, at: number) => boolean;
  /** Called for each call of a peer. */
  readonly counted?: CountCalls;
  /** Asks the instance that leads, when it is another one. */
  readonly leader: MeshCommands;
}

/** This node's part in the mesh, as every instance has it. The owner closes it. */
export type Mesh = ReturnType<typeof createMesh>;

export interface LeadOptions extends MeshTermOptions {
  /** Of simulated peers, which live as long as the term. */
  readonly addresses?: ReadonlyMap<string, string> | undefined;
}

export function createMesh(deps: MeshDeps) {
  const { config, db, clock, identity, leader, checkForPeer = () => async () => null } = deps;
  const { platforms, probe } = config;
  const gapMaxMs = gapMaxMsOf(probe);
  let term: MeshTerm | undefined;

  const tasks = createTaskGroup(deps.loops, deps.log);
  const kinds = kindsOf(deps);
  const outbound = createOutbound(deps, (id, keys) => term?.onKeys(id, keys));
  const { transport, caller, findKey, addresses } = outbound;
  const checks = createProofChecks({ identity, transport, findKey, clock, ...probe });
  const proofs = createProofs({ ...deps, platforms, tasks, checks });
  const stored = createStoredView({ ...kinds, db, platforms, gapMaxMs, now: clock.now });
  /** Only the leader knows where simulated peers are. */
  const addressOf = async (id: string) =>
    platforms.filter((one) => one.id === id).map((one) => kindOf(one).target(one))[0] ??
    (term === undefined ? await readAddresses(db) : addresses()).get(id);
  async function sinceStoredRoundMs(): Promise<number | undefined> {
    const at = await stored.lastRoundAt();
    return at && Math.max(0, clock.now() - at);
  }
  const watchdog = createWatchdog({
    ...deps,
    addressOf,
    sinceRoundMs: async () => (term ? term.sinceRoundMs() : sinceStoredRoundMs()),
  });
  const peerRoutes = createInbound(deps, outbound, {
    view: () => term?.view() ?? stored.view(),
    uptimeSec: watchdog.uptimeSec,
    version: deps.version,
    proof: createProofProver({ ...deps, caller, tasks }),
    callback: proofs.callback,
    // Only the leader measures, and so has something to say.
    testify: (asked) => term?.witnesses.answer(asked) ?? {},
    look: createLooking({ ...deps, checkForPeer, signal: tasks.signal }),
    witnessLog: witnessLogOf(deps),
  });

  /** Whoever leads. */
  const commands = (): MeshCommands => term ?? leader;

  return {
    /** What `registerPeerRoutes` needs to answer the peers' calls. */
    peerRoutes,
    /** For calls with large bodies: it waits longer than the caller of probes. */
    bulkCaller: outbound.bulkCaller,
    /** @returns how this node measures the mesh; the leader's term. The caller closes it */
    lead({ addresses: simulated, ...options }: LeadOptions): MeshTerm {
      outbound.callAt(simulated);
      const { check = async () => null, isPlanned = () => false } = deps;
      const known = { ...deps, ...outbound, ...kinds, check, checks, gapMaxMs, isPlanned };
      const mine = createMeshTerm({ ...known, ...options });
      term = mine;
      return {
        ...mine,
        async close() {
          await mine.close();
          // One that was left behind ends after the next has begun.
          if (term !== mine) return;
          term = undefined;
          outbound.callAt();
        },
      };
    },
    checkNode: (platform: Platform, onFinding?: OnFinding) => checkNode(deps, platform, onFinding),
    /** Counts how long a run of a job took among its latencies, once: jobs take longer than what is slow. */
    addRunTime: (tx: Tx, { platform, at, ms: latencyMs }: RunTime) =>
      addToSpans(tx, [{ platform, at, latencyMs, status: 'connected', failure: null }]),
    /** Call it when the platforms have changed. The leader probes them at once. */
    onPlatforms: (): void => {
      const moved = outbound.update();
      term?.onPlatforms(moved);
    },
    connections: () => (term ?? stored).connections(),
    /** Who sees whom. */
    witnesses: async () => (term ? term.witnesses.view() : stored.witnesses()),
    ...createHistoryReads(deps, gapMaxMs, addressOf),
    // Several requests share one sync.
    ...createCommands((name, args) => withoutCommitCheck(() => commands()[name](...args))),
    proof: {
      ...proofs,
      health: async () =>
        proofHealth((await watchdog.health()).ok, await proofs.countOpen(), clock),
    },
    summary: watchdog.summary,
    health: watchdog.health,
    async close(): Promise<void> {
      await tasks.stop();
      transport.dropConnections();
    },
  };
}

function kindsOf({ config, simulated }: MeshDeps) {
  const isSimulated = (one: PlatformName) =>
    simulated === true && isMeshNode(one) && one.address === undefined;
  /** Key changes of a simulated peer, or of one whose keys are configured, need no warning. */
  function isPinned(id: string): boolean {
    const platform = config.platforms.find((one) => one.id === id);
    return platform !== undefined && (isSimulated(platform) || platform.keys !== undefined);
  }
  return { isSimulated, isPinned };
}

/** It keeps the heads that it has signed. */
const witnessLogOf = ({ db, journal, identity, clock, log }: MeshDeps) =>
  createLogWitness({
    identity,
    now: clock.now,
    log,
    seen: {
      read: (platform) => witnessedHead(db, platform),
      save: (head) => journal.commit((tx) => saveWitnessedHead(tx, head)),
    },
  });

const proofHealth = (ok: boolean, open: number, { now }: Pick<Clock, 'now'>): ProofHealth => ({
  ok,
  service: 'route66-proof',
  challenges_active: open,
  well_known_dir: PROOF_PATH,
  timestamp: Math.floor(now() / 1000),
});

/** With connections of its own. */
async function checkNode(
  { config, identity, ca, clock }: MeshDeps,
  platform: Platform,
  onFinding?: OnFinding,
): Promise<NodeCheck> {
  const addresses = addressesOf({ ...config, platforms: [platform] });
  const transport = createTransport({ addresses, ca });
  const { timeoutMs } = thresholdsOf(config, platform);
  try {
    const check = await checkPeer(platform, { identity, transport, clock, timeoutMs, onFinding });
    return { ...check, own: { id: identity.id, key: identity.jwks().keys[0]?.kid ?? '' } };
  } finally {
    transport.dropConnections();
  }
}

function createHistoryReads(
  { config, db, clock }: MeshDeps,
  gapMaxMs: number,
  addressOf: (id: string) => Promise<string | undefined>,
) {
  const intervalMs = config.probe.intervalSec * 1000;
  const options = () => ({
    platforms: config.platforms.map(({ id }) => id),
    node: config.node,
    now: clock.now(),
    gapMaxMs,
  });
  return {
    history: (query: Parameters<typeof readHistory>[1]) =>
      readHistory(db, query, { now: clock.now(), intervalMs }),
    /** How long each platform was up, late, down, or not measured. */
    historyOf: (range: HistoryRange) => readMeshHistory(db, range, options()),
    /** This and the next are undefined for an id that is not in this mesh. The history is kept of this node itself too. */
    async platform(id: string) {
      const address = (await addressOf(id)) ?? null;
      const platform = config.platforms.find((one) => one.id === id);
      const lateMs =
        platform?.kind === 'report' ? undefined : thresholdsOf(config, platform).lateMs;
      return readPlatformDetails(db, { id, address, lateMs }, options());
    },
    platformHistory: (id: string, range: PlatformRange) =>
      readPlatformHistory(db, { id, range }, options()),
    /** Of every platform of which something was measured: the share of that time in which it answered. */
    uptimeRatios: (range: '24h' | '30d') => readUptimeRatios(db, range, options()),
  };
}

/** This node calling its peers: connections, their keys, signed calls. */
function createOutbound(
  { config, identity, addresses: given, ca, clock, bulkTimeoutMs }: MeshDeps,
  onKeys: (platform: string, thumbprints: readonly string[]) => void,
) {
  let simulated: ReadonlyMap<string, string> | undefined;
  /** Platform id to where it is called. */
  const addresses = () => addressesOf(config, simulated ?? given);
  const transport = createTransport({ addresses: addresses(), ca, elapsed: clock.elapsed });
  const peerOf = (id: string) => config.platforms.find((one) => one.id === id && isMeshNode(one));
  const { findKey, forget: forgetKeys } = createKeyring((id) => peerOf(id) !== undefined, {
    fetchJwks: fetchJwksOver(transport),
    clock,
    onKeys,
    pinsOf: (id) => peerOf(id)?.keys,
  });
  const shared = { identity, transport, findKey, clock };
  /** @returns the platforms that were called somewhere else */
  function update(): string[] {
    const moved = transport.setAddresses(addresses());
    for (const platform of moved) forgetKeys(platform);
    return moved;
  }
  return {
    transport,
    findKey,
    addresses,
    update,
    /** @param peers where the leader's simulated peers are */
    callAt(peers?: ReadonlyMap<string, string>) {
      simulated = peers;
      update();
    },
    caller: createCaller({
      ...shared,
      timeoutMsOf: (id) => thresholdsOf(config, peerOf(id)).timeoutMs,
    }),
    bulkCaller: createCaller({ ...shared, timeoutMsOf: () => bulkTimeoutMs }),
  };
}

/** This node being called by its peers. */
function createInbound(
  { identity, published, nonces, transfers = NO_TRANSFERS, clock, counted = UNCOUNTED }: MeshDeps,
  { findKey }: Pick<ReturnType<typeof createOutbound>, 'findKey'>,
  answers: Omit<HandlersDeps, 'transfers'>,
): PeerRoutesDeps {
  const { now } = clock;
  const verifier = createCallVerifier({
    self: identity.id,
    findKey,
    nonces: nonces ?? createNonces(clock),
    now,
  });
  const handlers = createHandlers({ ...answers, transfers });
  return { identity, verifier, handlers, published, now, ...counted };
}

const addressesOf = (
  { platforms }: MeshConfig,
  others: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> =>
  new Map(
    platforms.filter(isMeshNode).flatMap(({ id, address = others.get(id) }) => {
      return address === undefined ? [] : [[id, address]];
    }),
  );
