import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Change } from '../../../contract/live.ts';
import type { MeshConfig } from '../../../server/config.ts';
import { createIdentity, type Identity } from '../../../server/mesh/identity.ts';
import { createMesh, type Mesh } from '../../../server/mesh/mesh.ts';
import { createShelf } from '../../../server/mesh/shelf.ts';
import { listActivity } from '../../../server/store/activity.ts';
import { type Database, openDatabase } from '../../../server/store/database.ts';
import { openJournal } from '../../../server/store/journal.ts';
import { createHandClock, type HandClock } from './hand-clock.ts';
import { startTestSister, type TestSister } from './test-sister.ts';

export const MESH_CONFIG: MeshConfig = {
  product: 'Meridian',
  parentSite: 'https://mesh.example',
  node: { id: 'meridian', name: 'Meridian', domain: 'meridian.mesh.example' },
  platforms: ['forge', 'archive'].map((id) => ({
    id,
    name: id === 'forge' ? 'Forge' : 'Archive',
    domain: `${id}.mesh.example`,
  })),
  compliance: ['S11.1'],
  probe: { intervalSec: 10, lateMs: 250, timeoutMs: 1500 },
  heartbeat: { enabled: false, intervalSec: 30 },
};

/** This node's mesh with two real sisters on loopback and a database of its own, under a clock moved by hand. */
export interface MeshRig {
  /** A test may put another in its place, as a restart does. */
  mesh: Mesh;
  readonly forge: TestSister;
  /** A test may put another in her place. */
  archive: TestSister;
  readonly node: Identity;
  readonly clock: HandClock;
  readonly db: Database;
  /** Live messages, oldest first. */
  readonly told: Change[];
  /** @returns another mesh of the same node, which is not started yet */
  meshOf(changed?: Partial<MeshConfig>): Mesh;
  /** How the sisters stand, in the configuration's order. */
  statuses(): Promise<string[]>;
  /** The activity, newest first, as `severity: message`. */
  rows(): Promise<string[]>;
  /** What was told, as `operation key`. */
  keys(): string[];
  /** Each call of this sister takes so long, by the clock that the test moves. */
  slow(sister: TestSister, ms: number): void;
  /** This sister takes calls and never answers, until the caller's patience is used up. */
  silence(sister: TestSister): void;
  /** She answers at once again. */
  wake(sister: TestSister): void;
  /** Moves time to the next round of probes, and waits until it is written; `told` is then of that round alone. */
  nextRound(): Promise<void>;
  end(): Promise<void>;
}

export async function createMeshRig(): Promise<MeshRig> {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-mesh-'));
  const clock = createHandClock();
  const db = await openDatabase(dir);
  const journal = await openJournal(db, clock.now);
  const node = await createIdentity('meridian');
  const forge = await startTestSister({ id: 'forge', node, now: clock.now });
  const archive = await startTestSister({ id: 'archive', node, now: clock.now });
  const addresses = new Map([forge, archive].map(({ id, address }) => [id, address]));

  const meshOf = (changed: Partial<MeshConfig> = {}) =>
    createMesh({
      config: { ...MESH_CONFIG, ...changed },
      db,
      journal,
      identity: node,
      shelf: createShelf(clock.now),
      addresses,
      now: clock.now,
      log: { info: ignore, warn: ignore, error: fail },
      clock,
    });

  const told: Change[] = [];
  const rig: MeshRig = {
    mesh: meshOf(),
    forge,
    archive,
    node,
    clock,
    db,
    told,
    meshOf,
    statuses: async () => (await rig.mesh.connections()).map(({ status }) => status),
    rows: async () =>
      (await listActivity(db, { limit: 50 })).map(
        ({ message, severity }) => `${severity}: ${message}`,
      ),
    keys: () => told.map(({ key, op }) => `${op} ${key.join('/')}`),
    ...mannersOf(clock),
    async nextRound() {
      const before = told.length;
      const written = new Promise<void>((resolve) => {
        const leave = journal.subscribe((change) => {
          if (change.key.at(-1) !== 'connections') return;
          leave();
          resolve();
        });
      });
      clock.advance(MESH_CONFIG.probe.intervalSec * 1000);
      await written;
      told.splice(0, before);
    },
    async end() {
      await rig.mesh.stop();
      await Promise.all([rig.forge.close(), rig.archive.close()]);
      await db.destroy();
      rmSync(dir, { recursive: true });
    },
  };
  journal.subscribe((change) => told.push(change));
  return rig;
}

const ignore = () => undefined;
function fail(facts: object): never {
  throw new Error('the mesh logged an error', { cause: facts });
}

/** How a sister answers. */
function mannersOf(clock: HandClock): Pick<MeshRig, 'slow' | 'silence' | 'wake'> {
  const { timeoutMs } = MESH_CONFIG.probe;
  /** Resolves when the only call that still waits for its answer is this one. */
  const othersAnswered = () => clock.sleeperOf(timeoutMs);
  return {
    slow(sister, ms) {
      sister.before = async (path) => {
        if (!path.startsWith('/mesh/')) return;
        await othersAnswered();
        clock.advance(ms);
      };
    },
    silence(sister) {
      sister.before = async () => {
        await othersAnswered();
        clock.advance(timeoutMs);
        await new Promise(() => undefined);
      };
    },
    wake(sister) {
      sister.before = async () => undefined;
    },
  };
}
