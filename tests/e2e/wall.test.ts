import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { CONNECTION_LOST, SIGNED_OUT } from './browser.ts';
import { test as base } from './fixtures.ts';
import { approve, codeOn } from './pair-display.ts';

/** A display on a wall that nobody operates: pairing, orders from the list, a lost server, revoking. */

const WAIT = { timeout: 90_000 };
/** What a display without a session calls, and what it reports to a server that is about to end. */
const REFUSED = [/^401: POST /, /^503: POST .*\/api\/displays\/report$/];
const BIG_SCREEN = { viewport: { width: 1920, height: 1080 } };

const platforms = (page: Page) => page.getByRole('region', { name: 'Platforms' });
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor(WAIT);

const test = base
  // A screen without a session, which shows a pairing code.
  .extend('unpaired', async ({ product, openContext, openPage }) => {
    const screen: BrowserContext = await openContext(BIG_SCREEN);
    const { page } = await openPage(screen, [...CONNECTION_LOST, ...SIGNED_OUT, ...REFUSED]);
    await page.goto(`${product.url}/dashboard?wall=1&theme=light`);
    return page;
  })
  // A paired display that is live.
  .extend('wall', async ({ unpaired, operator, task }) => {
    await approve(operator, await codeOn(unpaired), `Hall ${task.id}`);
    await platforms(unpaired).waitFor(WAIT);
    await sees(unpaired, 'Live');
    return unpaired;
  })
  // The wall's entry in the operator's list of displays.
  .extend('entry', async ({ wall, product, signedIn, openPage, task }) => {
    expect(wall.isClosed()).toBe(false);
    const { page } = await openPage(signedIn, CONNECTION_LOST);
    await page.goto(`${product.url}/dashboard?show=displays`);
    const entry = page.getByRole('listitem', { name: `Hall ${task.id}` });
    await entry.getByText('Connected', { exact: true }).waitFor(WAIT);
    return entry;
  });

test('a wall without a session shows a code and no sign-in, and the live mesh once it is approved', async ({
  unpaired: wall,
  product,
  operator,
  signedIn,
  openPage,
}) => {
  const code = await codeOn(wall);
  expect(await wall.getByRole('textbox').count()).toBe(0);
  expect(new URL(wall.url()).pathname).toBe('/dashboard');

  const { page: desk } = await openPage(signedIn);
  await desk.goto(`${product.url}/dashboard?show=displays&code=${code}`);
  const dialog = desk.getByRole('dialog', { name: 'Displays' });
  await dialog.getByLabel('Name of the display').fill('Hall');
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();

  await platforms(wall).waitFor(WAIT);
  await sees(wall, 'ada approved the display Hall');
  await sees(wall, 'Live');
  const entry = desk.getByRole('listitem', { name: 'Hall', exact: true });
  await entry.getByText('Connected', { exact: true }).waitFor(WAIT);
  expect(await wall.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light');
  await operator.call('/api/system/sync', { method: 'POST' });
  await sees(wall, /[Ss]ync/);
});

test('a display is flashed and reloaded from the list, shows the same wall again, and by a key a toolbar whose choices stay in the address', async ({
  wall,
  entry,
  task,
}) => {
  await entry.getByRole('button', { name: 'Identify' }).click();
  await wall.getByRole('status').getByText(`Hall ${task.id}`, { exact: true }).waitFor(WAIT);

  await wall.evaluate(() => document.documentElement.setAttribute('data-before', ''));
  await entry.getByRole('button', { name: 'Reload' }).click();
  await wall.waitForFunction(() => !document.documentElement.hasAttribute('data-before'));
  await platforms(wall).waitFor(WAIT);
  await sees(wall, 'Live');
  expect(new URL(wall.url()).search).toBe('?wall=1&theme=light');

  expect(await wall.getByRole('toolbar').count()).toBe(0);
  await wall.keyboard.press('Shift');
  const bar = wall.getByRole('toolbar', { name: 'Wall' });
  await bar.getByText(`Hall ${task.id}`).waitFor();
  await bar.getByText('Mesh', { exact: true }).click();
  await bar.getByRole('button', { name: 'Larger' }).click();
  await wall.waitForURL(/view=mesh.*scale=1\.25|scale=1\.25.*view=mesh/);
  expect(await wall.getByRole('region', { name: 'Recent activity' }).count()).toBe(0);
});

test('without a server a wall says since when, keeps what it knew, and becomes live again', async ({
  wall,
  product,
}) => {
  await product.stop();
  const alarm = wall.getByRole('alert').getByText(/^No connection to Meridian since \d\d:\d\d$/);
  await alarm.waitFor(WAIT);
  await platforms(wall).getByRole('heading').first().waitFor();
  expect(await wall.getByRole('region', { name: 'Pairing' }).count()).toBe(0);
  await product.start();
  // A try may come just before the server, and the next one half a minute later.
  await alarm.waitFor({ state: 'detached', timeout: 150_000 });
  await sees(wall, 'Live');
});

test('a display that is revoked shows a code over its dated data, and may be approved again', async ({
  wall,
  operator,
  entry,
  task,
}) => {
  const name = `Hall ${task.id}`;
  await entry.getByRole('button', { name: 'Revoke' }).click();
  await entry.getByRole('button', { name: `Revoke ${name}` }).click();
  const code = await codeOn(wall);
  await sees(wall, /^Signed out\. As of \d\d:\d\d$/);
  await platforms(wall).getByRole('heading').first().waitFor();
  expect(await wall.getByRole('textbox').count()).toBe(0);

  await approve(operator, code, `${name} again`);
  await wall.getByRole('region', { name: 'Pairing' }).waitFor({ state: 'detached', ...WAIT });
  await sees(wall, 'Live');
});
