import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { BUILT_PAGES, PAST_WORKER } from '../../contract/pages.ts';
import { PATHS, RESUMABLE_PATH } from '../../contract/paths.ts';
import { CONNECTION_LOST } from './browser.ts';
import { startDelayingProxy } from './delaying-proxy.ts';
import { test as base } from './fixtures.ts';
import { follow, isRead, SCREEN_NAMES, SCREENS, type ScreenName } from './screens.ts';
import { isKept, keepShell, WITH_SERVICE_WORKER } from './service-worker.ts';

/** What the service worker serves, and what it leaves to the server; the server's process really ends. */

/** How a screen says how old its data is. */
const DATED = /as of (?:now|\d)|No connection (?:to Meridian )?since \d/i;
/** What the logs say when the server cannot be searched. */
const SEARCHED_HERE = /known on this device/;
/**
 * A row of the activity. Which rows are in view depends on how busy the machine is: a platform that answers late
 * adds one, and later another.
 */
const ACTIVITY =
  /\.zip (?:passed validation|failed validation)|\bis (?:connected|slow: \d+|fast again|up again)/;
/** What only the data of the day makes a screen say. */
const KNOWN: Partial<Record<ScreenName, readonly (string | RegExp)[]>> = {
  landing: ['6/7', ACTIVITY, DATED],
  dashboard: ['6/7', ACTIVITY, /last hour/i, DATED],
  'system logs': [ACTIVITY, SEARCHED_HERE, DATED],
  'mesh network': ['forge.mesh.example', /\d+ ms/, DATED],
  'ZIP bundles': ['embedding-model-0.9.zip', '1.17 MB', DATED],
  'Route66 protocol': ['forge.mesh.example', 'All three factors', DATED],
  watchdog: ['http://127.0.0.1:', /Last success\s*(?:now|\d+ \w+ ago)/, DATED],
  heartbeat: ['meridian.mesh.example: ', /Compliance\s*S11\.1/, DATED],
  'Route66 proof': ['forge.mesh.example', 'VERIFIED', DATED],
  account: ['ada@mesh.example', DATED],
  people: ['ada@mesh.example', DATED],
  'audit log': ['Bundle uploaded', SEARCHED_HERE, DATED],
  wall: ['Forge', /seen (?:now|\d+ \w+ ago)/, DATED],
};
/** Screens with a table that leaves as a file. */
const EXPORTED: readonly ScreenName[] = ['system logs', 'ZIP bundles'];

const test = base
  // The operator's browser, with a copy of the console.
  .extend('withCopy', async ({ signedInOnce, product }) => {
    await keepShell(signedInOnce, `${product.url}/login`);
    return signedInOnce;
  })
  // Ends the server until the end of the test.
  .extend('stopServer', ({ product, onTestFinished }) => async () => {
    await product.stop();
    onTestFinished(() => product.start());
  });
test.override('contextOptions', WITH_SERVICE_WORKER);

async function showsKnown(page: Page, known: readonly (string | RegExp)[]): Promise<void> {
  const main = page.locator('main');
  for (const hasText of known) await main.filter({ hasText }).waitFor();
}

test('the first visit copies the console to this device, without a reload', async ({
  data,
  signedInOnce,
  openPage,
}) => {
  const { page } = await openPage(signedInOnce);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto(data.urlOf('dashboard'));
  await isKept(page);
  expect(loads).toBe(1);
});

test('the console is copied several files at a time, so that a slow line does not add up', async ({
  product,
  visitor,
  openPage,
  onTestFinished,
}) => {
  const proxy = await startDelayingProxy(product.port);
  onTestFinished(() => proxy.close());
  proxy.delayMs = 30;
  const { page } = await openPage(visitor);
  await page.goto(`${proxy.address}/login`, { waitUntil: 'networkidle' });
  proxy.mostAtOnce = 0;
  await isKept(page);
  expect(proxy.mostAtOnce).toBeGreaterThan(1);
});

/** Content types of what only the server answers. */
const SERVER_ONLY = {
  '/api/dashboard/stats': 'json',
  '/api/none': 'json',
  [PATHS.upload]: 'json',
  [RESUMABLE_PATH]: 'json',
  [`${RESUMABLE_PATH}/none`]: 'json',
  '/ws': 'json',
  '/.well-known/jwks.json': 'json',
  '/metrics': 'text/plain',
  '/healthz': 'json',
  '/readyz': 'json',
  '/mesh/none': 'json',
  '/repair.html': 'text/html',
  '/release-notes.json': 'json',
  '/no-such-file.js': 'json',
  // Where a proxy's own sign-in is to be seen.
  [`/dashboard?${PAST_WORKER}`]: 'text/html',
};

test('the service worker answers every page with its first paint, and leaves calls and files outside the console to the server', async ({
  product,
  withCopy,
}) => {
  const page = await withCopy.newPage();
  for (const path of Object.keys(BUILT_PAGES)) {
    // What its program does is shown by others.
    const answer = await page.goto(product.url + path, { waitUntil: 'commit' });
    expect(answer?.fromServiceWorker(), path).toBe(true);
    expect(await answer?.text(), path).toContain('<main');
  }
  for (const [path, type] of Object.entries(SERVER_ONLY)) {
    const answer = await page.goto(product.url + path);
    expect(answer?.fromServiceWorker(), path).toBe(false);
    expect(answer?.headers()['content-type'], path).toContain(type);
  }
});

test('without the server every screen starts and shows its last-known data, and tables are exported as far as they are known', async ({
  data,
  withCopy,
  stopServer,
  openPage,
}) => {
  const visit = await withCopy.newPage();
  // Each is left as soon as it shows something.
  for (const name of SCREEN_NAMES.filter((name) => !('over' in SCREENS[name]))) {
    if (SCREENS[name].isPublic) await visit.goto(data.urlOf(name));
    else await follow(visit, data.urlOf(name));
    await isRead(visit);
    await showsKnown(
      visit,
      (KNOWN[name] ?? []).filter((text) => text !== DATED && text !== SEARCHED_HERE),
    );
  }
  await visit.goto(data.urlOf('dashboard'));
  await isRead(visit);
  await stopServer();
  await claimsNothingFresh(visit);
  await visit.close();
  const { page } = await openPage(withCopy, CONNECTION_LOST);
  // Pairing needs a browser without a session.
  for (const name of SCREEN_NAMES.filter((name) => name !== 'wall without a session')) {
    if (isLoaded(name)) await page.goto(data.urlOf(name));
    else await follow(page, data.urlOf(name));
    await isRead(page);
    await SCREENS[name].over?.(page);
    await showsKnown(page, KNOWN[name] ?? []);
    if (EXPORTED.includes(name)) await exportsKnown(page);
  }
  // Twice through every screen.
}, 600_000);

/** One program starts for every address: which screen it shows is the same by a load and by a link. */
const isLoaded = (name: ScreenName) =>
  SCREENS[name].isPublic || SCREENS[name].over || name === 'dashboard' || name === 'wall';

/** The table is exported as far as this device knows it, and the file says so. */
async function exportsKnown(page: Page): Promise<void> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file).toContain('# complete: false\r\n');
  expect(file).toMatch(/# dataAsOf: 20\d\d-[^\r]+[+-]\d\d:\d\d\r\n/);
  expect(file).toContain('embedding-model-0.9.zip');
}

/** A tab whose server has ended says so at once, long before its data is old. */
async function claimsNothingFresh(page: Page): Promise<void> {
  const sidebar = page.locator('nav [data-read=connections]');
  await sidebar.getByText(/^as of /).waitFor({ timeout: 5000 });
  const meshes = page.getByRole('article', { name: 'Mesh Connections' });
  await meshes.getByText(/as of /).waitFor({ timeout: 1000 });
}

test('without the server a visitor gets the landing page from this device, and the sign-in page says why nobody can sign in', async ({
  data,
  visitor,
  stopServer,
  openPage,
}) => {
  await keepShell(visitor, data.urlOf('login'));
  await stopServer();
  const { page } = await openPage(visitor, CONNECTION_LOST);
  const answer = await page.goto(data.urlOf('landing'));
  expect(await answer?.text()).toContain('<main');
  await isRead(page);
  expect(new URL(page.url()).pathname).toBe('/');
  await expect.poll(() => emptyPictures(page)).toBe(0);
  await page.goto(data.urlOf('login'));
  await page.getByText('The server cannot be reached. Passwords are checked there').waitFor();
  await page.getByText(/^Version \d/).waitFor();
  await expect.poll(() => emptyPictures(page)).toBe(0);
});

/** @returns how many pictures take up space without having been loaded */
const emptyPictures = (page: Page) =>
  page
    .locator('img')
    .evaluateAll(
      (pictures: HTMLImageElement[]) =>
        pictures.filter((picture) => picture.checkVisibility() && picture.naturalWidth === 0)
          .length,
    );
