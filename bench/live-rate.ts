import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { newDataDir } from '../tests/e2e/product.ts';
import { openDashboard } from './dashboard-page.ts';
import { type EventSource, startEventSource } from './event-source.ts';
import { type Measurement, percentile } from './measurement.ts';
import { openUnwatchedBrowser } from './unwatched-browser.ts';

/**
 * What does a browser on the same machine make of a flood of live messages? Of the rows that it draws, how
 * old they are as they are painted; how often its main thread is held up; how many frames it drops. Most rows
 * of a flood are never drawn: the list shows the newest few, and ten times as many come with every frame.
 * Nobody inspects the browser meanwhile, and what the page still does at its start is over before.
 */
const RATES = [1000, 5000];
/** `BENCH_SECONDS=10` for a look. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
const BURST_EVERY_MS = 20;
const BURST_MAX = 5000;
const MARK = 'flood';
const SIZE = { width: 1440, height: 900 };

interface LongTask {
  /** Milliseconds since the noting began. */
  readonly at: number;
  readonly ms: number;
}

interface Seen {
  /** Milliseconds from the beginning of the transaction to the paint, of every row that was drawn. */
  readonly ages: number[];
  /** Those over 50 ms. */
  readonly longTasks: LongTask[];
  /** Milliseconds between the beginnings of frames. */
  readonly frames: number[];
}

export async function measure(): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const rate of RATES) measurements.push(...(await measureAt(rate)));
  return measurements;
}

async function measureAt(rate: number): Promise<Measurement[]> {
  const dataDir = newDataDir();
  const source = await startEventSource(dataDir);
  const browser = await openUnwatchedBrowser(SIZE);
  try {
    await browser.inspect(async (page) => {
      await openDashboard(page, source.url);
      await page.waitForLoadState('networkidle');
      await watch(page);
    });
    const sent = await flood(source, rate);
    const seen = await browser.inspect((page) =>
      page.evaluate(() => (window as unknown as { seen: Seen }).seen),
    );
    return measurementsOf(rate, sent, seen);
  } finally {
    await browser.close();
    await source.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Writes whatever is due by now, again and again: a slow disk makes bursts of it, and no fewer messages.
 *
 * @returns how many messages a second there really were
 */
async function flood(source: EventSource, rate: number): Promise<number> {
  const began = performance.now();
  let sent = 0;
  for (;;) {
    const passedSec = (performance.now() - began) / 1000;
    if (passedSec >= SECONDS) return sent / passedSec;
    const due = Math.min(BURST_MAX, Math.floor(passedSec * rate) - sent);
    const messages = Array.from({ length: due }, (_, i) => `${MARK} {at} ${sent + i}`);
    if (due > 0) await source.write(...messages);
    sent += due;
    await delay(BURST_EVERY_MS);
  }
}

/** Begins to note; a frame is painted by the message that its callback posts. */
function watch(page: Page): Promise<void> {
  return page.evaluate((mark) => {
    const seen: Seen = { ages: [], longTasks: [], frames: [] };
    const drawn = new Set<string>();
    const { port1, port2 } = new MessageChannel();
    const now = () => performance.timeOrigin + performance.now();
    const began = performance.now();
    let lastFrame: number | undefined;
    const look = () => {
      for (const item of document.querySelectorAll('li p')) {
        const message = item.textContent ?? '';
        if (!message.startsWith(mark) || drawn.has(message)) continue;
        drawn.add(message);
        seen.ages.push(now() - Number(message.split(' ')[1]));
      }
    };
    port1.onmessage = look;
    const frame = (at: number) => {
      if (lastFrame !== undefined) seen.frames.push(at - lastFrame);
      lastFrame = at;
      port2.postMessage(null);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        seen.longTasks.push({ at: startTime - began, ms: duration });
    }).observe({ type: 'longtask' });
    Object.assign(window, { seen });
  }, MARK);
}

function measurementsOf(
  rate: number,
  sent: number,
  { ages, longTasks, frames }: Seen,
): Measurement[] {
  const usualMs = percentile(frames, 0.5);
  const missed = frames.map((ms) => Math.max(0, Math.round(ms / usualMs) - 1));
  const dropped = missed.reduce((sum, count) => sum + count, 0);
  const what = `${rate.toLocaleString('en')} live messages a second`;
  const measurement = (
    name: string,
    unit: string,
    aim: string,
    value: number,
    note = '',
  ): Measurement => ({
    name: `${what}: ${name}`,
    unit,
    aim,
    value,
    runs: [value],
    note,
  });
  const isGentle = rate === RATES[0];
  const drawnNote = `of ${ages.length} rows drawn; really ${Math.round(sent)} messages a second`;
  return [
    measurement('median', 'ms', isGentle ? 'under 50' : 'none', percentile(ages, 0.5), drawnNote),
    measurement('99th percentile', 'ms', isGentle ? 'under 150' : 'none', percentile(ages, 0.99)),
    measurement(
      'long tasks',
      'tasks',
      'none',
      longTasks.length,
      `over 50 ms${longTasks.map(textOf).join('')}`,
    ),
    measurement(
      'dropped frames',
      '%',
      'under 1',
      (100 * dropped) / (dropped + frames.length),
      `in ${SECONDS} s; a frame is ${usualMs.toFixed(1)} ms`,
    ),
  ];
}

const textOf = ({ at, ms }: LongTask) => `; ${ms.toFixed(0)} ms after ${(at / 1000).toFixed(1)} s`;
