import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createWeb } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startNameServer } from '../tests/doubles/name-server.ts';
import { openBrowser } from '../tests/e2e/browser.ts';
import { newDataDir } from '../tests/e2e/product.ts';
import { openDashboard } from './dashboard-page.ts';
import { startEventSource } from './event-source.ts';
import { paintTimes } from './event-to-pixel.ts';
import { type Measurement, median, percentile, repeat, residentMib } from './measurement.ts';

/**
 * What do 300 platforms cost beside six? A third each are web addresses, TCP ports and DNS names, of servers that this process
 * starts; the product has one core.
 */

const COUNTS = [6, 300] as const;
const RUNS = 5;
const EVENTS = 100;

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
  const measurements: Measurement[] = [];
  for (const count of COUNTS) measurements.push(...(await measureMesh(count, kinds)));
  names.close();
  web.closeAllConnections();
  for (const server of [web, tcp]) server.close();
  return measurements;
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function measureMesh(count: number, kinds: readonly object[]): Promise<Measurement[]> {
  const dataDir = newDataDir();
  const source = await startEventSource(dataDir, { MESH_CONFIG: configFor(dataDir, count, kinds) });
  execFileSync('taskset', ['-apc', '0', String(source.pid)]);
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await openDashboard(page, source.url);
    const rounds = await repeat(RUNS, () => page.evaluate(probeAll));
    const ready = await repeat(RUNS, () => reload(page));
    const painted = await paintTimes(page, source, EVENTS);
    const measurement = (name: string, unit: string, runs: readonly number[], note = '') => ({
      ...{ name: `${count} platforms: ${name}`, unit, aim: 'to compare with' },
      ...{ value: median(runs), runs, note },
    });
    return [
      measurement('a round of probes', 'ms', rounds),
      measurement('resident memory', 'MiB', [residentMib(source.pid)]),
      measurement('dashboard again, until live', 'ms', ready),
      measurement('event to pixel', 'ms', [percentile(painted, 0.5)], `${EVENTS} events`),
    ];
  } finally {
    await browser.close();
    await source.stop();
  }
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
