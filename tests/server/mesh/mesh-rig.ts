import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Change } from '../../../contract/live.ts';
import { listActivity } from '../../../server/activity/rows.ts';
import { createLoops } from '../../../server/base/loop.ts';
import type { MeshConfig } from '../../../server/config/mesh-config.ts';
import type { Database } from '../../../server/database/database.ts';
import { type Journal, openJournal, soleTermJournal } from '../../../server/database/journal.ts';
import { createIdentity, type Identity } from '../../../server/mesh/keys/identity.ts';
import { NO_LEADER } from '../../../server/mesh/leader-calls.ts';
import { createMesh, type Mesh, type MeshDeps } from '../../../server/mesh/mesh.ts';
import type { SyncResult } from '../../../server/mesh/peers/sync.ts';
import { publishedProofs } from '../../../server/mesh/rows/shared-wire.ts';
import { openTestDatabase } from '../engine.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';
import { startTestPeer, type TestPeer } from './test-peer.ts';

export const MESH_CONFIG: MeshConfig = {
  product: 'Meridian',
  parentSite: 'https://mesh.example',
  node: { id: 'meridian', name: 'Meridian', domain: 'meridian.mesh.example' },
  platforms: ['forge', 'archive'].map((id) => ({
    id,
    name: id === 'forge' ? 'Forge' : 'Archive',
    domain: `${id}.mesh.example`,
  })),
  requirePinnedKeys: false,
  compliance: ['S11.1'],
  probe: { intervalSec: 10, lateMs: 250, timeoutMs: 1500 },
  heartbeat: { enabled: false, intervalSec: 30 },
};

/** A mesh that leads. */
interface LeadingMesh extends Mesh {
  /** With the conflicts, which others get in words only. */
  sync(): Promise<SyncResult>;
  /** Resolves after the first round of probes. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** @returns a mesh whose term begins with `start` and ends with `stop` */
export function leading(mesh: Mesh, journal: Journal): LeadingMesh {
  const term = mesh.lead({ journal: soleTermJournal(journal) });
  return {
    ...mesh,
    start: term.start,
    sync: term.sync,
    async stop() {
      await term.close();
      await mesh.close();
    },
  };
}

/** This node's mesh with two real peers on loopback, its own database and a manual clock. */
export interface MeshRig {
  /** A test may replace it, like a restart. */
  mesh: LeadingMesh;
  readonly forge: TestPeer;
  /** A test may replace it. */
  archive: TestPeer;
  readonly node: Identity;
  readonly clock: ManualClock;
  readonly db: Database;
  readonly journal: Journal;
  /** Of the peers, by id. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Live messages, oldest first. */
  readonly emitted: Change[];
  /** @returns another mesh of the same node, not started yet */
  meshOf(changed?: Partial<MeshConfig>, deps?: Partial<MeshDeps>): LeadingMesh;
  /** Statuses of the peers, in the order of the configuration. */
  statuses(): Promise<string[]>;
  /** The activity, newest first, as `severity: message`. */
  rows(): Promise<string[]>;
  /** Live messages, as `operation key`. */
  keys(): string[];
  /** Makes each call of this peer take this long, by the manual clock. */
  slow(peer: TestPeer, ms: number): void;
  /** Makes this peer accept calls and never answer them. */
  mute(peer: TestPeer): void;
  /** Makes it answer at once again. */
  wake(peer: TestPeer): void;
  /** Moves time to the next probe round and waits until it is stored; `emitted` then has only its messages. */
  nextRound(): Promise<void>;
  /** Resolves when nothing is being stored. */
  idle(): Promise<void>;
  end(): Promise<void>;
}

/** Of the event loop: what follows from an answer has begun by then. */
const IDLE_TURNS = 3;

export async function createMeshRig(): Promise<MeshRig> {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-mesh-'));
  const clock = createManualClock();
  const db = await openTestDatabase(dir);
  const opened = await openJournal(db, clock.now);
  const commits = new Set<Promise<unknown>>();
  const journal: Journal = {
    ...opened,
    commit(work) {
      const commit = opened.commit(work);
      commits.add(commit);
      const end = () => commits.delete(commit);
      void commit.then(end, end);
      return commit;
    },
  };
  const node = await createIdentity('meridian');
  const forge = await startTestPeer({ id: 'forge', node, now: clock.now });
  const archive = await startTestPeer({ id: 'archive', node, now: clock.now });
  const addresses = new Map([forge, archive].map(({ id, address }) => [id, address]));

  const meshOf = (changed: Partial<MeshConfig> = {}, deps: Partial<MeshDeps> = {}) =>
    leading(
      createMesh({
        config: { ...MESH_CONFIG, ...changed },
        db,
        journal,
        leader: NO_LEADER,
        notify: async () => undefined,
        identity: node,
        published: publishedProofs(db, clock.now),
        addresses,
        log: { info: ignore, warn: ignore, error: fail },
        clock,
        loops: createLoops(clock),
        bulkTimeoutMs: 5_000,
        ...deps,
      }),
      journal,
    );

  const emitted: Change[] = [];
  const rig: MeshRig = {
    mesh: meshOf(),
    forge,
    archive,
    node,
    clock,
    db,
    journal,
    addresses,
    emitted,
    meshOf,
    statuses: async () => (await rig.mesh.connections()).map(({ status }) => status),
    rows: async () =>
      (await listActivity(db, { limit: 50 })).map(
        ({ message, severity }) => `${severity}: ${message}`,
      ),
    keys: () => emitted.map(({ key, op }) => `${op} ${key.join('/')}`),
    ...behavioursOf(clock),
    async nextRound() {
      const before = emitted.length;
      const written = new Promise<void>((resolve) => {
        const unsubscribe = journal.subscribe((change) => {
          if (change.key.at(-1) !== 'connections') return;
          unsubscribe();
          resolve();
        });
      });
      clock.advance(MESH_CONFIG.probe.intervalSec * 1000);
      await written;
      emitted.splice(0, before);
    },
    async idle() {
      for (let quiet = 0; quiet < IDLE_TURNS; quiet = commits.size === 0 ? quiet + 1 : 0)
        await new Promise(setImmediate);
    },
    async end() {
      await rig.mesh.stop();
      await Promise.all([rig.forge.close(), rig.archive.close()]);
      await db.destroy();
      rmSync(dir, { recursive: true });
    },
  };
  journal.subscribe((change) => emitted.push(change));
  return rig;
}

const ignore = () => undefined;
function fail(fields: object): never {
  throw new Error('the mesh logged an error', { cause: fields });
}

/** Controls how a peer answers. */
function behavioursOf(clock: ManualClock): Pick<MeshRig, 'slow' | 'mute' | 'wake'> {
  const { timeoutMs } = MESH_CONFIG.probe;
  /** Resolves when the only call that still waits for its answer is this one. */
  const othersAnswered = () => clock.sleeperOf(timeoutMs);
  return {
    slow(peer, ms) {
      peer.before = async (path) => {
        if (!path.startsWith('/mesh/')) return;
        await othersAnswered();
        clock.advance(ms);
      };
    },
    mute(peer) {
      peer.before = async () => {
        await othersAnswered();
        clock.advance(timeoutMs);
        await new Promise(() => undefined);
      };
    },
    wake(peer) {
      peer.before = async () => undefined;
    },
  };
}
