import { chromium } from 'playwright-core';
import { chromiumLaunch } from '../scripts/chromium.mjs';
import { loadDashboard, loadedBytes, loadLogin } from '../tests/e2e/loaded-bytes.ts';
import { registerOperator } from '../tests/e2e/operator.ts';
import { startProduct } from '../tests/e2e/product.ts';
import { contextFor } from '../tests/e2e/screens.ts';
import type { Measurement } from './measurement.ts';

/** How many bytes does a browser load until a page works? `budgets.json` holds the build to them. */

const PAGES = [
  ['/login', loadLogin, { js: 170, css: 20 }],
  ['/dashboard', loadDashboard, { js: 235, css: 30 }],
] as const;

export async function measure(): Promise<Measurement[]> {
  const product = await startProduct({ LOG_LEVEL: 'error' });
  const browser = await chromium.launch(chromiumLaunch());
  try {
    const operator = await registerOperator(product, 'ada');
    const measurements: Measurement[] = [];
    for (const [path, load, aims] of PAGES) {
      const viewer = path === '/login' ? undefined : operator;
      const context = await contextFor(browser, product, viewer, { serviceWorkers: 'block' });
      const page = await context.newPage();
      const loaded = await loadedBytes(page, () => load(page, product.url + path));
      for (const kind of ['js', 'css'] as const) {
        const value = loaded[kind] / 1024;
        const name = `${kind === 'js' ? 'JavaScript' : 'CSS'} to ${path}, gzip -9`;
        measurements.push({
          name,
          unit: 'KiB',
          aim: `at most ${aims[kind]}`,
          value,
          runs: [value],
        });
      }
      await context.close();
    }
    return measurements;
  } finally {
    await browser.close();
    await product.stop();
  }
}
