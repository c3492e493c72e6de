import type { Connection, MeshHealth, ProbeResult } from '../../contract/shapes/mesh.ts';
import type { ProofHealth } from '../../contract/shapes/proof.ts';
import type { WatchdogSummary } from '../../contract/shapes/watchdog.ts';
import type { MeshConfig } from '../config.ts';
import type { Database } from '../store/database.ts';
import type { Journal } from '../store/journal.ts';
import { type Caller, createCaller } from './caller.ts';
import { type Clock, createClock } from './clock.ts';
import { createDial } from './dial.ts';
import { createDuties } from './duties.ts';
import { type Beaten, createHeartbeats } from './heartbeats.ts';
import { readHistory } from './history.ts';
import type { Identity } from './identity.ts';
import { fetchJwksBy } from './jwks-fetch.ts';
import { createKeyring } from './keyring.ts';
import { createLife } from './life.ts';
import type { MeshLog } from './log.ts';
import type { Duties, PeerParts } from './peer.ts';
import { type CallCounts, createPeerSide } from './peer-side.ts';
import { createProbing } from './probing.ts';
import type { ProofAsking } from './proof-asking.ts';
import { createProofs } from './proofs.ts';
import { recordReconnect } from './reconnect.ts';
import { restoreStandings } from './restore.ts';
import { createRoster } from './roster.ts';
import type { Shelf } from './shelf.ts';
import { createSync, type Synced } from './sync.ts';
import { createTurns } from './turns.ts';
import { createWatchdog } from './watchdog.ts';

export interface MeshParts {
  readonly config: MeshConfig;
  readonly db: Database;
  readonly journal: Journal;
  readonly identity: Identity;
  /** Platform id to address; a configured platform that is not in it is never reached. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly now: () => number;
  readonly log: MeshLog;
  /** Where this node publishes the nonces that it signs. */
  readonly shelf: Shelf;
  /** Takes what sisters deploy to this node; refused by default. */
  readonly parcels?: Pick<Duties, 'offer' | 'chunk'>;
  /** For tests. */
  readonly clock?: Clock;
}

/** This node's life among its sisters. Its owner stops it. */
export interface Mesh {
  /** Resolves after the first round of probes. Call it once this node listens: sisters ask it for its keys. */
  start(): Promise<void>;
  /** Ends every loop and call; resolves when none is left. */
  stop(): Promise<void>;
  /** Waits for the first round: what an earlier process measured is not answered. */
  connections(): Promise<Connection[]>;
  history(query: {
    platform?: string | undefined;
    since?: number | undefined;
  }): Promise<ProbeResult[]>;
  /** Throws BusyError when too many wait for one already, as the next two do. */
  sync(): Promise<Synced>;
  ping(): Promise<Beaten>;
  /** Drops every connection and probes anew. */
  reconnect(): Promise<Connection[]>;
  /** @param endpoints as `GET /path`, of this node's own router */
  summary(endpoints: readonly string[]): Promise<NonNullable<WatchdogSummary>>;
  health(): MeshHealth;
  /** The three-factor proof: start one with a configured platform, and see how it stands. */
  readonly proof: Pick<ProofAsking, 'start' | 'status' | 'recent'> & {
    health(): Promise<ProofHealth>;
  };
  /** Calls to sisters that carry much: more patient than those that measure. */
  readonly carrier: Caller;
  /** What `meshPeer` needs to answer the sisters' calls. */
  readonly peer: PeerParts;
  /** For metrics. */
  readonly counts: CallCounts;
}

export function createMesh(parts: MeshParts): Mesh {
  const { config, db, journal, identity, addresses, shelf, parcels, now, log } = parts;
  const clock = parts.clock ?? createClock(now);
  const { lateMs, timeoutMs, intervalSec } = config.probe;

  const roster = createRoster(config.platforms);
  const dial = createDial({ addresses });
  const ids = config.platforms.map(({ id }) => id);
  const { findKey } = createKeyring(ids, {
    fetchJwks: fetchJwksBy(dial),
    clock,
    pins: pinsOf(config),
  });
  const caller = createCaller({ identity, dial, findKey, clock, timeoutMs });
  const carrier = createCaller({ identity, dial, findKey, clock, timeoutMs: CARRY_TIMEOUT_MS });
  const work = { roster, caller, journal, clock };
  const probe = createProbing({ ...work, lateMs });
  const beat = createHeartbeats(work);
  const sync = createSync({ ...work, self: config.node });
  const watchdog = createWatchdog({ config, db, addresses, clock });
  const life = createLife(clock, log);
  const proofs = createProofs({
    ...parts,
    ...work,
    ...config,
    dial,
    findKey,
    life,
    timeoutMs,
  });
  const { uptimeSec } = watchdog;
  const duties = createDuties({ view: roster.view, uptimeSec, ...proofs.duties, parcels });
  const { peer, counts } = createPeerSide({ identity, findKey, duties, shelf, now, log });

  const firstRound = createGate();
  const turns = createAllTurns();
  const round = () => turns.round(() => probe(life.signal)).then(watchdog.roundMade);
  let starting: Promise<void> = Promise.resolve();

  async function begin(): Promise<void> {
    roster.restore(await restoreStandings(db, journal));
    await proofs.asking.resume();
    await life.repeat('probe', intervalSec * 1000, round);
    firstRound.open();
    if (!config.heartbeat.enabled) return;
    const everyMs = config.heartbeat.intervalSec * 1000;
    void life.repeat('heartbeat', everyMs, () => beat(life.signal, false));
  }

  return {
    carrier,
    peer,
    counts,
    start() {
      starting = begin();
      return starting;
    },
    async stop() {
      await Promise.allSettled([life.end(), starting]);
      firstRound.open();
      dial.drop();
    },
    connections: () => firstRound.opened.then(roster.connections),
    history: (query) => readHistory(db, query, { now: now(), intervalMs: intervalSec * 1000 }),
    sync: () => turns.sync(() => sync(life.signal)),
    ping: () => turns.ping(() => beat(life.signal, true)),
    reconnect: () =>
      turns.reconnect(async () => {
        dial.drop();
        await round();
        await recordReconnect(journal, roster.connections(), clock.now());
        return roster.connections();
      }),
    proof: {
      start: proofs.asking.start,
      status: proofs.asking.status,
      recent: proofs.asking.recent,
      health: async () => ({
        ok: watchdog.health().ok,
        service: PROOF_SERVICE,
        challenges_active: await proofs.asking.countOpen(),
        well_known_dir: shelf.path,
        timestamp: Math.floor(now() / 1000),
      }),
    },
    summary: watchdog.summary,
    health: watchdog.health,
  };
}

const CARRY_TIMEOUT_MS = 5_000;
const PROOF_SERVICE = 'route66-proof';

const pinsOf = ({ platforms }: MeshConfig) =>
  new Map(platforms.flatMap(({ id, keys }) => (keys === undefined ? [] : [[id, keys]])));

const createAllTurns = () => ({
  sync: createTurns({ busy: 'A sync is under way', waitingMax: 3 }),
  ping: createTurns({ busy: 'A heartbeat is under way', waitingMax: 3 }),
  reconnect: createTurns({ busy: 'A reconnect is under way', waitingMax: 1 }),
  /** The loop's own round, and those that reconnects ask for. */
  round: createTurns({ busy: 'A round of probes is under way', waitingMax: 3 }),
});

/** Closed until it is opened, once. */
function createGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
