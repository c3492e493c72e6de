import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openBrowser } from '../tests/e2e/browser.ts';
import { newDataDir } from '../tests/e2e/product.ts';
import { openDashboard } from './dashboard-page.ts';
import { type EventSource, startEventSource } from './event-source.ts';
import { type Measurement, percentile } from './measurement.ts';

/**
 * How long is it from the moment at which the server begins to write an activity row to the moment at which
 * a browser on the same machine has painted it? The row is seen by a MutationObserver; the frame that it is
 * in is painted between the next animation frame's callback and the message that this callback posts. The
 * callback of the frame after that is an upper bound, given beside it.
 */

const EVENTS = 500;
/**
 * Apart by no multiple of a frame, so that every phase of a frame is met, and by so much that the browser is idle again:
 * for three frames after a paint it begins the next one at its usual time only.
 */
const APART_MS = 103;
const MARK = 'bench event';

interface Painted {
  readonly message: string;
  /** Epoch milliseconds. */
  readonly painted: number;
  readonly nextFrame: number;
}

export async function measure(): Promise<Measurement[]> {
  const dataDir = newDataDir();
  const source = await startEventSource(dataDir);
  const browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    await openDashboard(page, source.url);
    return measurementsOf(await paintedRows(page, source, EVENTS));
  } finally {
    await browser.close();
    await source.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function paintedRows(page: Page, source: EventSource, events: number) {
  await watchRows(page);
  const written = new Map<string, number>();
  for (let event = 0; event < events; event += 1) {
    const message = `${MARK} ${event}`;
    written.set(message, await source.write(message));
    await delay(APART_MS);
  }
  const seen = await seenRows(page, events);
  return seen.map((row) => ({ ...row, written: written.get(row.message) ?? Number.NaN }));
}

/** @returns milliseconds from the writing of each event to its paint, on a dashboard that is open */
export const paintTimes = async (page: Page, source: EventSource, events: number) =>
  (await paintedRows(page, source, events)).map(({ painted, written }) => painted - written);

function watchRows(page: Page): Promise<void> {
  return page.evaluate((mark) => {
    const seen = new Map<string, { painted: number; nextFrame: number }>();
    const now = () => performance.timeOrigin + performance.now();
    const notePaint = (message: string) => {
      const times = { painted: 0, nextFrame: 0 };
      seen.set(message, times);
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          times.painted = now();
        };
        port2.postMessage(null);
        requestAnimationFrame(() => {
          times.nextFrame = now();
        });
      });
    };
    const look = () => {
      for (const item of document.querySelectorAll('li p')) {
        const message = item.textContent ?? '';
        if (message.startsWith(mark) && !seen.has(message)) notePaint(message);
      }
    };
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    Object.assign(window, { seenRows: seen });
  }, MARK);
}

/** Waits until every event has been painted. */
async function seenRows(page: Page, events: number): Promise<Painted[]> {
  type Seen = { seenRows: Map<string, { painted: number; nextFrame: number }> };
  await page.waitForFunction((count) => {
    const { seenRows } = window as unknown as Seen;
    return (
      seenRows.size === count && [...seenRows.values()].every(({ nextFrame }) => nextFrame > 0)
    );
  }, events);
  return page.evaluate(() =>
    [...(window as unknown as Seen).seenRows].map(([message, times]) => ({ message, ...times })),
  );
}

function measurementsOf(rows: readonly (Painted & { written: number })[]): Measurement[] {
  const took = rows.map(({ painted, written }) => painted - written);
  const bound = rows.map(({ nextFrame, written }) => nextFrame - written);
  const measurement = (share: number, name: string, aim: string): Measurement => ({
    name: `Event to pixel, ${name} of ${rows.length} events`,
    unit: 'ms',
    aim,
    value: percentile(took, share),
    runs: [percentile(took, share)],
    note: `upper bound by the frame after: ${percentile(bound, share).toFixed(1)}`,
  });
  return [
    measurement(0.5, 'median', 'under 30'),
    measurement(0.99, '99th percentile', 'under 100'),
  ];
}
