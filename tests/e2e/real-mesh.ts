import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Incident } from '../../contract/shapes/incident.ts';
import type { Witnesses } from '../../contract/shapes/witness.ts';
import { freePort } from '../../scripts/free-port.mjs';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { type Operator, registerOperator } from './operator.ts';
import { newDataDir, startProduct } from './product.ts';
import { until } from './rounds.ts';
import type { Product } from './running-product.ts';

/** Real nodes, each a process of its own. Every line from and to the first one leads through a proxy. */
export interface RealMesh {
  /** One for each id. */
  readonly nodes: readonly Product[];
  /** Of the first node. */
  readonly operator: Operator;
  /** For commands of the first node. */
  readonly env: Record<string, string>;
  /** Of its lines to and from another node, both ways. */
  cut(id: string, isDown: boolean): void;
  /** @returns how many rounds the first node needed until `isRight` */
  roundsUntil(isRight: (witnesses: Witnesses) => boolean): Promise<number>;
  incidents(): Promise<Incident[]>;
  close(): Promise<void>;
}

const { product, parentSite } = JSON.parse(readFileSync('mesh.config.json', 'utf8'));
const named = (id: string) => ({
  id,
  name: id.replace(/^./, (first) => first.toUpperCase()),
  domain: `${id}.mesh.example`,
});

/** @param prepare called with the first node's data directory before it starts */
export async function startRealMesh(
  ids: readonly [string, ...string[]],
  prepare: (dataDir: string) => Promise<void> = async () => undefined,
): Promise<RealMesh> {
  const [first, ...others] = ids;
  const ports = new Map<string, number>();
  for (const id of ids) ports.set(id, await freePort());
  const lines = new Map<string, readonly CuttingProxy[]>();
  const addresses = new Map<string, string>();
  for (const id of others) {
    const [there, back] = [
      await startCuttingProxy(ports.get(id) ?? 0),
      await startCuttingProxy(ports.get(first) ?? 0),
    ];
    lines.set(id, [there, back]);
    addresses.set(`${first} ${id}`, there.url).set(`${id} ${first}`, back.url);
  }
  const addressOf = (from: string, to: string) =>
    addresses.get(`${from} ${to}`) ?? `http://127.0.0.1:${ports.get(to)}`;
  const nodes = await Promise.all(
    ids.map(async (id) => {
      const dataDir = newDataDir();
      if (id === first) await prepare(dataDir);
      const platforms = ids
        .filter((to) => to !== id)
        .map((to) => ({ ...named(to), address: addressOf(id, to) }));
      const config = {
        ...{ product, parentSite, node: named(id), platforms },
        probe: { intervalSec: 1, lateMs: 1500, timeoutMs: 3000 },
        heartbeat: { enabled: false, intervalSec: 60 },
      };
      const path = join(dataDir, 'mesh.config.json');
      writeFileSync(path, JSON.stringify(config));
      return startProduct({ DATA_DIR: dataDir, PORT: String(ports.get(id)), MESH_CONFIG: path });
    }),
  );
  const [node] = nodes;
  if (node === undefined) throw new Error('there is no node');
  const operator = await registerOperator(node);
  const read = () => operator.read<Witnesses>('/api/mesh/witnesses');

  return {
    nodes,
    operator,
    env: { DATA_DIR: node.dataDir, MESH_CONFIG: join(node.dataDir, 'mesh.config.json') },
    cut(id, isDown) {
      for (const line of lines.get(id) ?? []) line.down(isDown);
    },
    async roundsUntil(isRight) {
      const rounds = new Set<number>();
      await until(read, (witnesses) => {
        rounds.add(witnesses.at);
        return isRight(witnesses);
      });
      // Without the one that it began with.
      return rounds.size - 1;
    },
    incidents: () => operator.read<Incident[]>('/api/incidents'),
    async close() {
      await Promise.all(nodes.map((one) => one.stop()));
      for (const pair of lines.values()) await Promise.all(pair.map((line) => line.close()));
    },
  };
}

/** @returns whether each of these nodes says of each other one what `reaches` says */
export const isMatrix =
  (ids: readonly string[], reaches: (from: string, to: string) => boolean) =>
  ({ statements }: Witnesses): boolean =>
    ids.every((from) =>
      ids.every((about) => {
        if (from === about) return true;
        const said = statements.find((one) => one.from === from && one.about === about);
        return said !== undefined && (said.status !== 'error') === reaches(from, about);
      }),
    );
