import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createWeb } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { chromiumLaunch } from '../scripts/chromium.mjs';
import { startNameServer } from '../tests/doubles/name-server.ts';
import { newDataDir } from '../tests/e2e/product.ts';
import { openDashboard } from './dashboard-page.ts';
import { startEventSource } from './event-source.ts';
import { paintTimes } from './event-to-pixel.ts';
import { type Measurement, median, percentile, residentMib } from './measurement.ts';

/**
 * What do 300 platforms cost beside six? A third each are web addresses, TCP ports and DNS names, of servers that this process
 * starts; the product has one core.
 */

const COUNTS = [6, 300] as const;
const RUNS = 9;
const EVENTS = 20;

export async function measure(): Promise<Measurement[]> {
  const web = createWeb((_, answer) => answer.end('well'));
  const tcp = createServer((socket) => socket.destroy());
  const [webPort, tcpPort] = [await portOf(web), await portOf(tcp)];
  const names = await startNameServer('192.0.2.1');
  const kinds = [
    { kind: 'web', url: `http://127.0.0.1:${webPort}` },
    { kind: 'tcp', host: '127.0.0.1', port: tcpPort },
    { kind: 'dns', host: 'mesh.example', record: 'A', server: names.address },
  ];
  const meshes: Mesh[] = [];
  try {
    for (const count of COUNTS) meshes.push(await openMesh(count, kinds));
    // By turns: what else the machine does meets all alike.
    for (let run = 0; run < RUNS; run++) for (const mesh of meshes) await measureOnce(mesh);
    return meshes.flatMap(measurementsOf);
  } finally {
    for (const mesh of meshes) await mesh.close();
    names.close();
    web.closeAllConnections();
    for (const server of [web, tcp]) server.close();
  }
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

type Mesh = Awaited<ReturnType<typeof openMesh>>;

async function openMesh(count: number, kinds: readonly object[]) {
  const dataDir = newDataDir();
  const source = await startEventSource(dataDir, { MESH_CONFIG: configFor(dataDir, count, kinds) });
  execFileSync('taskset', ['-apc', '0', String(source.pid)]);
  const browser = await chromium.launch(chromiumLaunch());
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await openDashboard(page, source.url);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  return {
    ...{ count, source, page },
    /** @returns processor time of the page and its worker, milliseconds */
    async cpuMs(): Promise<number> {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name }) => name === 'ProcessTime')?.value ?? Number.NaN);
    },
    rounds: [] as number[],
    ready: [] as number[],
    readyCpu: [] as number[],
    painted: [] as number[],
    async close(): Promise<void> {
      await browser.close();
      await source.stop();
    },
  };
}

async function measureOnce({ source, page, cpuMs, ...runs }: Mesh): Promise<void> {
  runs.rounds.push(await page.evaluate(probeAll));
  const before = await cpuMs();
  runs.ready.push(await reload(page));
  runs.readyCpu.push((await cpuMs()) - before);
  runs.painted.push(...(await paintTimes(page, source, EVENTS)));
}

function measurementsOf({ count, source, rounds, ready, readyCpu, painted }: Mesh): Measurement[] {
  const measurement = (name: string, unit: string, runs: readonly number[], note = '') => ({
    ...{ name: `${count} platforms: ${name}`, unit, aim: 'to compare with' },
    ...{ value: median(runs), runs, note },
  });
  return [
    measurement('a round of probes', 'ms', rounds),
    measurement('resident memory', 'MiB', [residentMib(source.pid)]),
    measurement('dashboard again, until live', 'ms', ready),
    measurement('dashboard again, processor time of page and worker', 'ms', readyCpu),
    measurement('event to pixel', 'ms', [percentile(painted, 0.5)], `${painted.length} events`),
  ];
}

function configFor(dir: string, count: number, kinds: readonly object[]): string {
  const path = join(dir, 'mesh.config.json');
  const shipped = JSON.parse(readFileSync('mesh.config.json', 'utf8'));
  const platforms = Array.from({ length: count }, (_, index) => ({
    ...{ id: `p${index}`, name: `Platform ${index}`, domain: `p${index}.mesh.example` },
    ...kinds[index % kinds.length],
  }));
  writeFileSync(path, JSON.stringify({ ...shipped, platforms }));
  return path;
}

/** In the page. @returns milliseconds */
async function probeAll(): Promise<number> {
  const began = performance.now();
  const { ok } = await fetch('/api/mesh/manual-reconnect', { method: 'POST' });
  if (!ok) throw new Error('not probed');
  return performance.now() - began;
}

/** @returns milliseconds */
async function reload(page: Page): Promise<number> {
  const began = performance.now();
  await page.reload();
  await page.getByText('Live connection active').waitFor();
  return performance.now() - began;
}
