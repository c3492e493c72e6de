import { readFileSync, rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { openBrowser } from '../tests/e2e/browser.ts';
import { newDataDir, startProduct } from '../tests/e2e/product.ts';
import { openDashboard } from './dashboard-page.ts';
import { type Measurement, median, repeat } from './measurement.ts';
import { fillHistory } from './year-data.ts';

/**
 * How long does a platform's page take to draw a year, at a quarter of this machine's speed? From the press on "1 y" until
 * the chart is painted: routing, rendering and the canvas. The year is known to the page by then, as after a first look.
 */

const RUNS = 15;
const CPU_SLOWDOWN = 4;
const DAYS = 366;

export async function measure(): Promise<Measurement[]> {
  const { platforms } = JSON.parse(readFileSync('mesh.config.json', 'utf8'));
  const ids: string[] = platforms.map(({ id }: { id: string }) => id);
  const dataDir = newDataDir();
  const until = Math.floor(Date.now() / 10_000) * 10_000;
  await fillHistory(
    dataDir,
    { platforms: ids, measuredDays: [DAYS], until },
    async () => undefined,
  );
  const product = await startProduct({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await openDashboard(page, product.url);
    await page.goto(`${product.url}/mesh-network/${ids[0]}`);
    await page.getByRole('img', { name: /^Latency of/ }).waitFor();
    for (const range of ['1y', '90d']) await draw(page, range);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const runs = await repeat(RUNS, async () => {
      const took = await draw(page, '1y');
      await draw(page, '90d');
      return took;
    });
    return [
      {
        name: 'Platform page: a year of latency, from the press to the painted chart',
        unit: 'ms',
        aim: 'under 100',
        value: median(runs),
        runs,
        note: `${DAYS} days of six platforms in the database; processor slowed down ${CPU_SLOWDOWN} times`,
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @returns milliseconds until the chart of the range is painted */
function draw(page: Page, range: string): Promise<number> {
  return page.evaluate(async (value) => {
    const began = performance.now();
    document.querySelector<HTMLInputElement>(`input[type="radio"][value="${value}"]`)?.click();
    const text = value === '1y' ? 'last year' : 'last 90 days';
    const isDrawn = () =>
      document.querySelector(`[aria-label^="Latency of"][aria-label*="${text}"]`);
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!isDrawn()) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(document.body, { attributes: true, childList: true, subtree: true });
    });
    // The message comes when the frame that holds the chart is painted.
    await new Promise<void>((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      }),
    );
    const took = performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, 300));
    return took;
  }, range);
}
