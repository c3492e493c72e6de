import { rmSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUILT_PAGES } from '../../contract/pages.ts';
import { PATHS, RESUMABLE_PATH } from '../../contract/paths.ts';
import { openBrowser, openPage } from './browser.ts';
import { newDataDir, type Product, startProduct } from './product.ts';
import {
  contextFor,
  isRead,
  type LivedIn,
  liveIn,
  SCREEN_NAMES,
  SCREENS,
  type ScreenName,
} from './screens.ts';
import { isKept, keepShell } from './service-worker.ts';

/** What the service worker keeps, and what it leaves to the server; the server is a process that really ends. */

/** What a browser says of a server that is gone. */
const BREAKS = [/request failed/, /ERR_|WebSocket|Failed to load resource/];

/** How a screen says how old its data is. */
const DATED = /as of (?:now|\d)|No answer since/i;
/** What only the data of the day makes a screen say. */
const KNOWN: Partial<Record<ScreenName, readonly (string | RegExp)[]>> = {
  landing: ['6/7', 'embedding-model-0.9.zip is validated', DATED],
  dashboard: ['6/7', 'embedding-model-0.9.zip is validated', DATED],
  'mesh network': ['forge.mesh.example', /\d+ ms/, DATED],
  'ZIP bundles': ['embedding-model-0.9.zip', '1.17 MB', DATED],
  'Route66 protocol': ['forge.mesh.example', 'All three factors', DATED],
  watchdog: ['http://127.0.0.1:', /Last success\s*[A-Z][a-z]+ \d/, DATED],
  heartbeat: ['meridian.mesh.example: ', /Compliance\s*S11\.1/, DATED],
  'Route66 proof': ['forge.mesh.example', 'VERIFIED', DATED],
  wall: ['Forge', /seen \d+ s ago|seen \d+ min/, DATED],
};

const dataDir = newDataDir();
let browser: Browser;
let product: Product;
let day: LivedIn;
let context: BrowserContext;
let visitor: BrowserContext;

beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct({ DATA_DIR: dataDir });
  day = await liveIn(product);
  context = await contextFor(browser, product, day.operator, {});
  visitor = await browser.newContext();
});
afterAll(async () => {
  await browser.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function showsKnown(page: Page, known: readonly (string | RegExp)[]): Promise<void> {
  const main = page.locator('main');
  for (const hasText of known) await main.filter({ hasText }).waitFor();
}

test('the first visit keeps the whole shell, without a word and without a reload', async () => {
  const { page, troubles } = await openPage(context, 'offline');
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto(day.urlOf('dashboard'));
  await isKept(page);
  expect(loads).toBe(1);
  expect(troubles).toEqual([]);
  await page.close();
});

test.each([
  ['/api/dashboard/stats', 'application/json'],
  ['/api/none', 'application/json'],
  [PATHS.upload, 'application/json'],
  [RESUMABLE_PATH, 'application/json'],
  [`${RESUMABLE_PATH}/none`, 'application/json'],
  ['/ws', 'application/json'],
  ['/.well-known/jwks.json', 'application/json'],
  ['/metrics', 'text/plain'],
  ['/mesh/none', 'application/json'],
  ['/repair.html', 'text/html'],
  ['/release-notes.json', 'application/json'],
  ['/no-such-file.js', 'application/json'],
])('navigating to %s reaches the server past the service worker', async (path, type) => {
  const page = await context.newPage();
  const answer = await page.goto(product.url + path);
  expect(answer?.fromServiceWorker()).toBe(false);
  expect(answer?.headers()['content-type']).toContain(type);
  await page.close();
});

test.each(Object.keys(BUILT_PAGES))(
  '%s comes drawn from this device, though the server is there',
  async (path) => {
    const page = await context.newPage();
    const answer = await page.goto(product.url + path);
    expect(answer?.fromServiceWorker()).toBe(true);
    expect(await answer?.text()).toContain('<h1');
    await page.close();
  },
);

test('with the server process ended every screen starts and shows its last-known data', async () => {
  const visit = await context.newPage();
  // Each is left as soon as it shows something.
  for (const name of SCREEN_NAMES.filter((name) => !('over' in SCREENS[name]))) {
    await visit.goto(day.urlOf(name));
    await isRead(visit);
    await showsKnown(
      visit,
      (KNOWN[name] ?? []).filter((text) => text !== DATED),
    );
  }
  await keepShell(visitor, day.urlOf('login'));
  await visit.goto(day.urlOf('dashboard'));
  await isRead(visit);
  await product.stop();
  await agesAtOnce(visit);
  await visit.close();
  // Pairing needs a browser without a session.
  for (const name of SCREEN_NAMES.filter((name) => name !== 'wall without a session')) {
    const { page, picture } = await openPage(context, 'offline', BREAKS);
    await page.goto(day.urlOf(name));
    await isRead(page);
    await SCREENS[name].over?.(page);
    await showsKnown(page, KNOWN[name] ?? []);
    if (name === 'mesh network' || name === 'Route66 protocol')
      await page.getByText('The state above is the last that is known.').waitFor();
    await picture(name.replaceAll(' ', '-'));
    await page.close();
  }
});

/** A tab that saw the server go claims nothing fresh any more, long before its data is old. */
async function agesAtOnce(page: Page): Promise<void> {
  const platforms = page.getByRole('region', { name: 'Platforms' });
  await platforms.getByText('not fresh').waitFor({ timeout: 5000 });
  const meshes = page.getByRole('article', { name: 'Mesh Connections' });
  await meshes.getByText(/^As of /).waitFor({ timeout: 1000 });
}

test('a visitor without the server is shown the landing page, drawn on this device', async () => {
  const { page } = await openPage(visitor, 'offline', BREAKS);
  const answer = await page.goto(day.urlOf('landing'));
  expect(await answer?.text()).toContain('<h1');
  await isRead(page);
  expect(new URL(page.url()).pathname).toBe('/');
  await page.close();
});

test('signing in without the server says why that cannot be', async () => {
  const { page, troubles } = await openPage(context, 'offline', BREAKS);
  await page.goto(day.urlOf('login'));
  await page.getByText('The server cannot be reached. Accounts are kept').waitFor();
  await page.getByText(/^Version \d/).waitFor();
  expect(troubles).toEqual([]);
  await page.close();
});
