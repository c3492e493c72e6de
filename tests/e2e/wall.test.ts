import { rmSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLS, type Call } from '../../contract/calls.ts';
import { openBrowser, openPage } from './browser.ts';
import { type Operator, registerOperator } from './operator.ts';
import { newDataDir, type Product, startProduct } from './product.ts';
import { contextFor } from './screens.ts';

/**
 * A screen that nobody stands at, from its first code to its last: each test goes on from where the one before
 * left the wall.
 */

const dataDir = newDataDir();
/** The wall is refused, cut off and reloaded on purpose. */
const ANY = [/.*/];
const WAIT = { timeout: 30_000 };
let browser: Browser;
let product: Product;
let operator: Operator;
let hall: BrowserContext;
let wall: Page;
let desk: Page;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct({ DATA_DIR: dataDir })]);
  operator = await registerOperator(product);
  hall = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const codeOn = async (page: Page) => {
  const pairing = page.getByRole('region', { name: 'Pairing' });
  const code = pairing.getByText(/^[2-9A-Z]{8}$/);
  await code.waitFor(WAIT);
  return (await code.textContent()) ?? '';
};
const platforms = (page: Page) => page.getByRole('region', { name: 'Platforms' });
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor(WAIT);

test('a wall without a session shows a code and no sign-in; once it is approved it shows the mesh, live', async () => {
  ({ page: wall } = await openPage(hall, 'wall', ANY));
  await wall.goto(`${product.url}/dashboard?wall=1&theme=light`);
  const code = await codeOn(wall);
  expect(await wall.getByRole('textbox').count()).toBe(0);
  expect(new URL(wall.url()).pathname).toBe('/dashboard');

  const office = await contextFor(browser, product, operator, {});
  ({ page: desk } = await openPage(office, 'wall'));
  await desk.goto(`${product.url}/dashboard?show=displays&code=${code}`);
  const dialog = desk.getByRole('dialog', { name: 'Displays' });
  await dialog.getByLabel('Name of the display').fill('Hall');
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();

  await platforms(wall).waitFor(WAIT);
  await sees(wall, 'ada approved the display Hall');
  await sees(wall, 'Live');
  await dialog.getByText('Connected', { exact: true }).waitFor(WAIT);
  expect(await wall.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light');
  await operator.call('/api/system/sync', { method: 'POST' });
  await sees(wall, /[Ss]ync/);
});

test('its session only reads: the server refuses each writing call', async () => {
  const writes = Object.entries<Call>(CALLS)
    .filter(([name, { method }]) => method !== 'GET' && !['pair', 'login', 'logout'].includes(name))
    .map(([, { method, path }]) => ({ method, path: path.replace(/\{\w+\}/g, 'x') }));
  expect(writes.length).toBeGreaterThan(10);
  const statuses = await wall.evaluate(async (calls) => {
    const read = await fetch('/api/dashboard/stats');
    const answers = [];
    for (const { method, path } of calls) answers.push((await fetch(path, { method })).status);
    return [read.status, ...answers];
  }, writes);
  expect(statuses).toEqual([200, ...writes.map(() => 403)]);
});

test('the display is flashed and reloaded from the list, and shows the same wall again', async () => {
  const row = desk.getByRole('listitem', { name: 'Hall' });
  await row.getByRole('button', { name: 'Flash' }).click();
  await wall.getByRole('status').getByText('Hall', { exact: true }).waitFor(WAIT);

  await wall.evaluate(() => document.documentElement.setAttribute('data-before', ''));
  await row.getByRole('button', { name: 'Reload' }).click();
  await wall.waitForFunction(() => !document.documentElement.hasAttribute('data-before'));
  await platforms(wall).waitFor(WAIT);
  await sees(wall, 'Live');
  expect(new URL(wall.url()).search).toBe('?wall=1&theme=light');
});

test('hands find a bar, which keeps what they choose in the address', async () => {
  expect(await wall.getByRole('toolbar').count()).toBe(0);
  await wall.keyboard.press('Shift');
  const bar = wall.getByRole('toolbar', { name: 'Wall' });
  await bar.getByText('Hall').waitFor();
  await bar.getByRole('button', { name: 'Mesh' }).click();
  await bar.getByRole('button', { name: 'Larger' }).click();
  await wall.waitForURL(/view=mesh.*scale=1\.25|scale=1\.25.*view=mesh/);
  expect(await wall.getByRole('region', { name: 'Recent activity' }).count()).toBe(0);
});

test('without a server it says since when it is blind, keeps what it knew, and comes back by itself', async () => {
  await product.stop();
  await sees(wall, /^No answer since \d\d:\d\d$/);
  await platforms(wall).getByRole('heading').first().waitFor();
  expect(await wall.getByRole('region', { name: 'Pairing' }).count()).toBe(0);

  const { port } = product;
  product = await startProduct({ DATA_DIR: dataDir, PORT: String(port) });
  // On a loaded machine a try may come just before the server, and the next one half a minute later.
  await wall.getByText('No answer since').waitFor({ state: 'detached', timeout: 75_000 });
  await sees(wall, 'Live');
});

test('a display that is revoked shows a code again, over its last data with their time, and may come back', async () => {
  const row = desk.getByRole('listitem', { name: 'Hall' });
  await row.getByText('Connected', { exact: true }).waitFor(WAIT);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await row.getByRole('button', { name: 'Revoke Hall' }).click();

  const code = await codeOn(wall);
  await sees(wall, /^This was so at \d\d:\d\d$/);
  await platforms(wall).getByRole('heading').first().waitFor();
  expect(await wall.getByRole('textbox').count()).toBe(0);

  await operator.call('/api/displays', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, name: 'Hall again' }),
  });
  await wall.getByRole('region', { name: 'Pairing' }).waitFor({ state: 'detached', ...WAIT });
  await sees(wall, 'Live');
});
