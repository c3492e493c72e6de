import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { openPage } from './browser.ts';
import { PASSWORD, registerOperator } from './operator.ts';
import { type Product, startProduct } from './product.ts';
import { isKept } from './service-worker.ts';

/**
 * A tablet that is switched on again has nothing of the console in memory. A browser of its own for each start, all
 * with the same profile: the first keeps the files, the second compiles what it kept, the third finds that.
 */

let product: Product;
let profile: string;
beforeAll(async () => {
  product = await startProduct();
  await registerOperator(product);
  profile = mkdtempSync(join(tmpdir(), 'meridian-profile-'));
});
afterAll(async () => {
  await product.stop();
  rmSync(profile, { recursive: true, force: true });
});

interface TraceEvent {
  readonly name: string;
  readonly args?: { data?: { url?: string; consumedCacheSize?: number; cacheRejected?: boolean } };
}

/** Opens the console in a new browser. @returns what became of each of its modules, by the file's name */
async function start(): Promise<Map<string, boolean>> {
  const context = await chromium.launchPersistentContext(profile, chromiumLaunch());
  const browser = context.browser();
  if (!browser) throw new Error('no browser to trace');
  const account = { username: 'ada', password: PASSWORD };
  await context.request.post(`${product.url}/api/auth/login`, { data: account });
  await context.addInitScript(() => localStorage.setItem('auth-token', 'ada'));
  const trace = join(profile, 'trace.json');
  await browser.startTracing(undefined, { path: trace, categories: ['v8', 'devtools.timeline'] });
  const { page, troubles } = await openPage(context, 'compiled-before');
  await page.goto(`${product.url}/dashboard`);
  await page.getByText('Live connection active').waitFor();
  await isKept(page);
  expect(await page.title()).toContain(' · ');
  await browser.stopTracing();
  await context.close();
  expect(troubles).toEqual([]);
  return modulesIn(JSON.parse(readFileSync(trace, 'utf8')).traceEvents);
}

/** @returns by the start of each file's name, whether what was compiled of it before was taken */
function modulesIn(events: readonly TraceEvent[]): Map<string, boolean> {
  const compiled = events.filter(({ name }) => name === 'v8.compileModule');
  return new Map(
    compiled.flatMap(({ args }) => {
      const { url = '', consumedCacheSize = 0, cacheRejected = false } = args?.data ?? {};
      const file = /\/assets\/(?<name>[\w-]+?)-[\w-]{8}\.js$/.exec(url)?.groups?.name;
      return file === undefined ? [] : [[file, consumedCacheSize > 0 && !cacheRejected] as const];
    }),
  );
}

test('the third start takes what the second has compiled', async () => {
  const first = await start();
  expect([first.get('page'), first.get('console')]).toEqual([false, false]);
  await start();
  const third = await start();
  expect(['boot', 'link', 'page', 'console'].filter((file) => !third.get(file))).toEqual([]);
});
