import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../tests/e2e/browser.ts';
import { newDataDir } from '../tests/e2e/product.ts';
import { openDashboard } from './dashboard-page.ts';
import { type EventSource, startEventSource } from './event-source.ts';
import { type Measurement, median } from './measurement.ts';

/**
 * Does the browser grow while a wall is left open? The memory of all its processes, start against end, after
 * a warm-up in which the lists fill to their caps. `npm run bench -- soak --hours 8` for a night.
 */
const RATE = 100;
const BURST_MS = 200;
const WARM_UP_SHARE = 0.25;
const SAMPLES = 40;
const COMPARED = 5;

export async function measure(): Promise<Measurement[]> {
  const totalMs = hoursWanted() * 3_600_000;
  const dataDir = newDataDir();
  const source = await startEventSource(dataDir);
  const browser = await openBrowser();
  const over = new AbortController();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await openDashboard(page, source.url);
    const flooding = flood(source, over.signal);
    await delay(totalMs * WARM_UP_SHARE);
    const samples = await sample(browser, totalMs * (1 - WARM_UP_SHARE));
    over.abort();
    await flooding;
    return [measurementOf(samples, totalMs)];
  } finally {
    await browser.close();
    await source.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function hoursWanted(): number {
  const at = process.argv.indexOf('--hours');
  return at < 0 ? 1 / 6 : Number(process.argv[at + 1]);
}

async function flood(source: EventSource, signal: AbortSignal): Promise<void> {
  for (let i = 0; !signal.aborted; i += 1) {
    const messages = Array.from({ length: (RATE * BURST_MS) / 1000 }, (_, k) => `soak ${i} ${k}`);
    await source.write(...messages);
    await delay(BURST_MS);
  }
}

async function sample(browser: Browser, forMs: number): Promise<number[]> {
  const samples: number[] = [];
  for (let i = 0; i < SAMPLES; i += 1) {
    samples.push(await browserMemoryMib(browser));
    await delay(forMs / SAMPLES);
  }
  return samples;
}

function measurementOf(samples: readonly number[], totalMs: number): Measurement {
  const first = median(samples.slice(0, COMPARED));
  const last = median(samples.slice(-COMPARED));
  const growth = (100 * (last - first)) / first;
  return {
    name: `Growth of the whole browser in ${Math.round(totalMs / 60_000)} min at ${RATE} messages a second`,
    unit: '%',
    aim: 'under 2',
    value: growth,
    runs: [growth],
    note: `from ${first.toFixed(0)} to ${last.toFixed(0)} MiB, all processes, after a warm-up of a quarter`,
  };
}

/**
 * What all processes of a browser hold, in MiB: a leak need not be in the JavaScript heap. Pages that they
 * share are counted once where the system reports them.
 */
async function browserMemoryMib(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { id }) => sum + processKib(id), 0) / 1024;
}

function processKib(pid: number): number {
  try {
    const proportional = /^Pss:\s+(\d+) kB/m.exec(
      readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'),
    );
    if (proportional) return Number(proportional[1]);
  } catch {
    // Not Linux, or not allowed to look: what is resident will do.
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
  }
  return 0;
}
