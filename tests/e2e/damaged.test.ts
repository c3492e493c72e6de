import { rmSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser, openPage } from './browser.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { damage, keptBytes } from './damage.ts';
import { type Operator, registerOperator } from './operator.ts';
import { newDataDir, type Product, startProduct } from './product.ts';
import { contextFor, isRead } from './screens.ts';
import { keepShell } from './service-worker.ts';

/**
 * A copy on this device that is not what was built, in each of its parts: in none of it is there a blank page, and
 * each is whole again by itself, or by the way that is offered.
 */

/** What a browser says of a part that is no program, and of a server that is gone. */
const BREAKS = [/./];
/** The page's copy is looked at once it is shown and has nothing else to do. */
const LOOKED_AT_LATE = 15_000;

const dataDir = newDataDir();
let browser: Browser;
let server: Product;
let proxy: CuttingProxy;
let operator: Operator;
let context: BrowserContext;

beforeAll(async () => {
  browser = await openBrowser();
  server = await startProduct({ DATA_DIR: dataDir });
  proxy = await startCuttingProxy(server.port);
  operator = await registerOperator(server, 'ada');
  context = await contextFor(browser, { ...server, url: proxy.url }, operator, {});
  await keepShell(context, `${proxy.url}/dashboard`);
});
beforeEach(async () => {
  for (const page of context.pages()) await page.close();
});
afterEach(() => proxy.down(false));
afterAll(async () => {
  await browser.close();
  await proxy.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(path: string, within = context) {
  const { page, picture } = await openPage(within, 'damaged', BREAKS);
  await page.goto(proxy.url + path);
  await isRead(page);
  return { page, picture };
}

/** A screen by something that it alone has: its name stands over it even when it failed. */
const isWatchdog = (page: Page) => page.getByRole('link', { name: 'Route66 proof' }).waitFor();
const isMesh = (page: Page) => page.getByText('Mesh network configuration').waitFor();
const isWhole = (page: Page, file: RegExp, bytes: number) =>
  expect.poll(() => keptBytes(page, file), { timeout: LOOKED_AT_LATE }).toBe(bytes);

test.each([
  ['the script that starts it', '/dashboard', /assets\/boot-.*\.js/],
  ['the main part', '/dashboard', /assets\/page-.*\.js/],
  ['the console’s part', '/dashboard', /assets\/console-.*\.js/],
  ['the page’s end of the data worker', '/dashboard', /assets\/link-.*\.js/],
  ['the data worker', '/dashboard', /assets\/main-.*\.js/],
  ['the page of a screen', '/admin-watchdog', /page-admin-watchdog\.html/],
  ['the page of an address without one', '/no-such-page', /index\.html/],
  ['every script', '/dashboard', /assets\/.*\.js/],
])('%s: the page starts, and is kept whole again', async (_what, path, file) => {
  const { page } = await open(path);
  const bytes = await keptBytes(page, file);
  await damage(page, file);
  await page.goto(proxy.url + path);
  await isRead(page);
  await isWhole(page, file, bytes);
});

test('the page of / is prerendered from this device, and had again when it is damaged', async () => {
  const visitor = await browser.newContext();
  await keepShell(visitor, `${proxy.url}/login`);
  const { page } = await openPage(visitor, 'damaged', BREAKS);
  for (const path of ['/', '/?utm_source=mail', '/']) {
    const answer = await page.goto(proxy.url + path);
    expect(answer?.fromServiceWorker()).toBe(true);
    expect(await answer?.text()).toContain('<h1');
    await isRead(page);
    await damage(page, /\/(?:index|page-landing)\.html/);
  }
  await visitor.close();
});

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name }).click();

test.each([
  ['is no program', '((('],
  ['is empty', ''],
  ['says something else', 'export const other = 1;'],
])(
  'a screen’s part that %s: loaded again once by itself, the next time by hand',
  async (_, text) => {
    const file = /assets\/admin-watchdog-.*\.js/;
    const { page, picture } = await open('/dashboard');
    const bytes = await keptBytes(page, file);
    await damage(page, file, text);
    await goTo(page, 'Sovereign Watchdog');
    await isWatchdog(page);
    expect(await keptBytes(page, file)).toBe(bytes);

    // Another part: this page has the first one by now.
    await damage(page, /assets\/mesh-network-.*\.js/, text);
    await goTo(page, 'Mesh Network');
    await page.getByText('did not arrive whole').waitFor();
    await page.getByRole('heading', { name: 'This screen failed' }).waitFor();
    const repair = page.getByRole('link', { name: 'Repair' });
    expect(await repair.getAttribute('href')).toBe('/repair.html');
    await picture('broken');
    await page.getByRole('button', { name: 'Reload' }).click();
    await isMesh(page);
  },
);

test('a screen’s part, opened by its address and without the server: said, with a way on, and had when it can be', async () => {
  const { page } = await open('/dashboard');
  await damage(page, /assets\/admin-watchdog-.*\.js/);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  proxy.down(true);
  await page.goto(`${proxy.url}/admin-watchdog`);
  await page.getByText('is not whole on this device').waitFor();
  await page.getByRole('link', { name: 'Repair' }).waitFor();
  proxy.down(false);
  await isWatchdog(page);
});

test.each([
  ['something else', '((('],
  ['nothing', ''],
])('a stylesheet that has become %s is had again in its place', async (_what, text) => {
  const file = /assets\/.*\.css/;
  const { page } = await open('/dashboard');
  const bytes = await keptBytes(page, file);
  const look = await lookOf(page);
  await damage(page, file, text);
  await page.close();
  // Another page: this one has its stylesheets in memory.
  const bare = (await open('/dashboard')).page;
  expect(await lookOf(bare)).not.toBe(look);
  await expect.poll(() => lookOf(bare), { timeout: LOOKED_AT_LATE }).toBe(look);
  await isWhole(bare, file, bytes);
  await bare.close();
  const whole = (await open('/dashboard')).page;
  expect(await lookOf(whole)).toBe(look);
});

/** How the page looks, as far as all of its stylesheets have a part in it. */
const lookOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('nav, main, h1, button')]
      .map((one) => {
        const { display, color, padding, fontSize } = getComputedStyle(one);
        return [display, color, padding, fontSize].join();
      })
      .join('\n'),
  );

test('a stylesheet that does not arrive at a first visit is had again in its place, however late that is known', async () => {
  const fresh = await browser.newContext({ serviceWorkers: 'block' });
  const { page } = await openPage(fresh, 'damaged', BREAKS);
  let asked = 0;
  await page.route('**/assets/boot-*.css*', (route) => {
    asked += 1;
    return asked === 1 ? route.abort() : route.continue();
  });
  const field = page.getByLabel('Username');
  // The guard asks for the notes to learn whether the server can be reached: by then somebody has begun to write.
  await page.route('**/release-notes.json*', async (route) => {
    await field.fill('maria@');
    await route.continue();
  });
  await page.goto(`${proxy.url}/login`);
  const rules = () => page.evaluate(() => getComputedStyle(document.body).margin);
  await expect.poll(rules, { timeout: LOOKED_AT_LATE }).toBe('0px');
  await isRead(page);
  expect(await field.inputValue()).toBe('maria@');
  expect(asked).toBe(3);
  await fresh.close();
});

test('a disk that fails altogether leaves the console to the server', async () => {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('no service worker');
  await worker.evaluate(() => {
    const fail = () => {
      Object.assign(globalThis, { asked: true });
      return Promise.reject(new Error('Unexpected internal error'));
    };
    Object.assign(CacheStorage.prototype, { open: fail, match: fail });
    Object.assign(Cache.prototype, { match: fail });
  });
  const { page } = await open('/mesh-network');
  await isMesh(page);
  expect(await worker.evaluate(() => 'asked' in globalThis)).toBe(true);
});
