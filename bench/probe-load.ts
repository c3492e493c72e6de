import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '../contract/shapes/mesh.ts';
import { registerOperator } from '../tests/e2e/operator.ts';
import { startProduct } from '../tests/e2e/product.ts';
import type { Product } from '../tests/e2e/running-product.ts';
import { type Measurement, median } from './measurement.ts';
import { startPeerProcess } from './peer-process.ts';

/** What does it cost one node to probe a thousand peers every ten seconds? */

const PEERS = 1_000;
const INTERVAL_SEC = 10;
/** The first round opens a connection to every peer. */
const WARM_UP_MS = 25_000;
const SPAN_MS = 3 * INTERVAL_SEC * 1000;
const RUNS = 3;

export async function measure(): Promise<Measurement[]> {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-peers-'));
  const peers = await startPeerProcess(dir, PEERS);
  const product = await startProduct({
    DATA_DIR: dir,
    LOG_LEVEL: 'warn',
    MESH_CONFIG: configFor(dir, peers.addresses),
  });
  await delay(WARM_UP_MS);
  const shares: number[] = [];
  const memory: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const before = processorMs(product.pid);
    await delay(SPAN_MS);
    shares.push((100 * (processorMs(product.pid) - before)) / SPAN_MS);
    memory.push(residentMib(product.pid));
  }
  const connected = await countConnected(product);
  await product.stop();
  peers.end();
  rmSync(dir, { recursive: true, force: true });
  const note = `${PEERS} peers in one other process, three rounds a run; at the end ${connected} were connected`;
  return [
    {
      name: `Processor share of probing ${PEERS} peers every ${INTERVAL_SEC} s`,
      unit: '% of one core',
      aim: 'to compare with',
      value: median(shares),
      runs: shares,
      note,
    },
    {
      name: `Resident memory of probing ${PEERS} peers`,
      unit: 'MiB',
      aim: 'to compare with',
      value: median(memory),
      runs: memory,
      note,
    },
  ];
}

function configFor(dir: string, addresses: ReadonlyMap<string, string>): string {
  const path = join(dir, 'mesh.config.json');
  const shipped = JSON.parse(readFileSync('mesh.config.json', 'utf8'));
  const platforms = [...addresses].map(([id, address]) => ({
    id,
    name: id,
    domain: `${id}.mesh.example`,
    address,
  }));
  const probe = { ...shipped.probe, intervalSec: INTERVAL_SEC };
  writeFileSync(path, JSON.stringify({ ...shipped, platforms, probe }));
  return path;
}

async function countConnected(product: Product): Promise<number> {
  const operator = await registerOperator(product);
  const connections = await operator.read<Connection[]>('/api/mesh/connections');
  return connections.filter(({ status }) => status === 'connected').length;
}

/** Of a process, all its threads together. */
function processorMs(pid: number): number {
  const [, user = 0, system = 0] =
    /\) (?:\S+ ){11}(\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.map(Number) ?? [];
  return (user + system) * 10;
}

function residentMib(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}
