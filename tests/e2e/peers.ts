import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../../contract/shapes/mesh.ts';
import { createClock } from '../../server/base/clock.ts';
import { createLoops } from '../../server/base/loop.ts';
import { openIdentity } from '../../server/mesh/keys/identity.ts';
import { startSimulatedPeer } from '../../server/mesh/simulator/simulated-peer.ts';
import { fileKeys } from '../../server/secrets/key-store.ts';
import { createPublishedProofs } from '../doubles/published-proofs.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import type { Operator } from './operator.ts';
import { newDataDir } from './product.ts';
import { until } from './rounds.ts';

/** Peers of a node under test, which can be taken down and brought back. */
interface Peers {
  /** What the node is started with: its data directory, and a configuration that names these peers. */
  readonly env: Record<string, string>;
  /** From now on the peer's line is cut, or whole again. */
  down(id: string, isDown: boolean): void;
  close(): Promise<void>;
}

const PROBE_SEC = 1;
const NODE = 'north';
/** The console is built for these: another name would be another build. */
const { product, parentSite } = JSON.parse(readFileSync('mesh.config.json', 'utf8'));

const named = (id: string) => ({
  id,
  name: id.replace(/^./, (first) => first.toUpperCase()),
  domain: `${id}.mesh.example`,
});

/** Starts one simulated peer for each id, each behind a line of its own. */
export async function startPeers(ids: readonly string[]): Promise<Peers> {
  const dataDir = newDataDir();
  const identity = await openIdentity(fileKeys(dataDir), NODE, Date.now);
  const node = { id: NODE, jwks: identity.jwks(), address: () => undefined };
  const clock = createClock();
  const started = await Promise.all(
    ids.map(async (id) => {
      const peer = await startSimulatedPeer({
        id,
        node,
        clock,
        loops: createLoops(clock),
        published: createPublishedProofs(),
        behaviour: { answers: 'promptly' },
      });
      const line = await startCuttingProxy(Number(new URL(peer.address).port));
      return { id, peer, line };
    }),
  );
  const config = {
    product,
    parentSite,
    node: named(NODE),
    platforms: started.map(({ id, line }) => ({ ...named(id), address: line.url })),
    probe: { intervalSec: PROBE_SEC, lateMs: 800, timeoutMs: 2000 },
    heartbeat: { enabled: false, intervalSec: 60 },
  };
  const path = join(dataDir, 'mesh.config.json');
  writeFileSync(path, JSON.stringify(config));
  return {
    env: { DATA_DIR: dataDir, MESH_CONFIG: path },
    down(id, isDown) {
      started.find((one) => one.id === id)?.line.down(isDown);
    },
    async close() {
      for (const { peer, line } of started) {
        await line.close();
        await peer.close();
      }
    },
  };
}

/** Waits until every platform is connected. */
export const areUp = (operator: Operator) =>
  until(
    () => operator.read<Connection[]>('/api/mesh/connections'),
    (all) => all.every(({ status }) => status === 'connected'),
  );
