import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { zipOf } from '../doubles/zip-writer.ts';
import { CONNECTION_LOST, SIGNED_OUT, signOutBy } from '../e2e/browser.ts';
import { type Operator, PASSWORD, registerOperator, signInOperator } from '../e2e/operator.ts';
import { codeOn } from '../e2e/pair-display.ts';
import { toastSaid } from '../e2e/said-toasts.ts';
import { connectionIndicator, contextOf, isLive, LIVE_MS, test } from '../e2e/wired-tabs.ts';

/** Many tabs of one person at a real server, while connection, tab, browser, session or server fail. */

/** Makes an event that every screen shows. */
const makeEvent = (operator: Operator) => operator.call('/api/system/sync', { method: 'POST' });

const shows = (page: Page, state: string | RegExp) =>
  connectionIndicator(page).filter({ hasText: state }).waitFor({ timeout: LIVE_MS });

/** Waits until the page shows the newest events of the server. */
async function showsNewest(page: Page, operator: Operator): Promise<void> {
  const rows = await operator.read<{ message: string }[]>('/api/activity/logs');
  const messages = rows.slice(0, 3).map(({ message }) => message);
  const list = page.getByRole('region', { name: /Activity/ }).first();
  await expect
    .poll(async () => {
      const text = await list.innerText();
      return messages.every((message) => text.includes(message));
    })
    .toBe(true);
}

test('ten tabs have a connection each, and all receive what happens', async ({
  operator,
  wire,
  signedIn,
  openTab,
}) => {
  for (let tabs = 0; tabs < 10; tabs += 1) await openTab();
  expect(wire.liveSockets()).toBe(10);
  await makeEvent(operator);
  for (const page of signedIn.pages()) await showsNewest(page, operator);
});

test('a tab that hangs, or is closed, holds no other one up', async ({
  operator,
  wire,
  openTab,
}) => {
  const [hanging, closed, other] = [await openTab(), await openTab(), await openTab()];
  const hung = hanging.workers()[0]?.evaluate(() => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    Atomics.wait(new Int32Array(memory.buffer), 0, 0, 9_000);
  });
  await closed.close();
  await makeEvent(operator);
  await showsNewest(other, operator);
  expect(await connectionIndicator(other).innerText()).toContain('Live');
  await hung;
  await showsNewest(hanging, operator);
  await expect.poll(() => wire.liveSockets(), { timeout: LIVE_MS }).toBe(2);
});

test('a connection that is cut is opened again, and nothing is missing', async ({
  operator,
  wire,
  openTab,
}) => {
  const page = await openTab();
  wire.cut();
  await makeEvent(operator);
  await expect.poll(() => wire.liveSockets(), { timeout: LIVE_MS }).toBe(1);
  await showsNewest(page, operator);
});

test('a connection that swallows everything is not shown as live', async ({
  operator,
  wire,
  openTab,
}) => {
  // A script that this page loads late, of which it is tried again when it is needed.
  const page = await openTab([/^408: GET \S+\/assets\//, /a status of 408 .*\/assets\//]);
  wire.mode = 'swallow';
  await shows(page, 'Silent');
  wire.mode = 'carry';
  await makeEvent(operator);
  await isLive(page);
  await showsNewest(page, operator);
});

test('the page of a captive portal does not replace what is known', async ({
  operator,
  wire,
  openTab,
}) => {
  // What the portal answers to a check for an update, and in place of scripts and fonts that this page loads late.
  const page = await openTab([
    /The script has an unsupported MIME type \('text\/html'\)/,
    /but the server responded with a MIME type of "text\/html"/,
    /Failed to decode downloaded font|OTS parsing error/,
  ]);
  await showsNewest(page, operator);
  wire.mode = 'portal';
  wire.cut();
  await shows(page, /Connecting|Disconnected/);
  await showsNewest(page, operator);
  wire.mode = 'carry';
  await makeEvent(operator);
  await isLive(page);
  await showsNewest(page, operator);
});

test('a session that ends leaves what is known on the screen, and signing in goes on from there', async ({
  browser,
  product,
  operator,
  wire,
  openPage,
}) => {
  const own = await signInOperator(product, operator.username);
  const context = await contextOf(browser, own, wire);
  const open = async () => {
    const { page } = await openPage(context, [...CONNECTION_LOST, ...SIGNED_OUT, /^401: POST /]);
    await page.goto(`${wire.url}/dashboard`);
    await isLive(page);
    return page;
  };
  const tabs = [await open(), await open()] as const;
  await own.call('/api/auth/logout', { method: 'POST' });
  for (const tab of tabs) await shows(tab, 'Signed out');
  expect(await tabs[0].getByText('No activity logs available').count()).toBe(0);
  await signInByKeyboard(tabs[0]);
  for (const tab of tabs) await isLive(tab);
  expect(tabs[0].url()).toContain('/dashboard');
});

/** The dialog opens by itself, knows the username, moves the focus to the password, and returns it to the screen; a second try replaces the first. */
async function signInByKeyboard(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.locator('input[name=password]:focus').waitFor();
  expect(await dialog.getByLabel('Username').inputValue()).toBe('ada');
  const password = dialog.getByLabel('Password', { exact: true });
  await password.fill('not the password');
  await password.press('Enter');
  await toastSaid(page, 'Login Failed');
  await password.fill(PASSWORD);
  await password.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await toastSaid(page, 'Welcome back!');
  await page.locator('main:focus').waitFor();
}

test('what one account left in its tabs is neither shown to the next nor lost', async ({
  browser,
  product,
  operator,
  wire,
  openPage,
}) => {
  await registerOperator(product, 'bea');
  const own = await signInOperator(product, operator.username);
  const context = await contextOf(browser, own, wire);
  const expected = [...CONNECTION_LOST, ...SIGNED_OUT, /^401: POST /, /^404: GET \S+\/receipts\//];
  const open = async (path: string) => {
    const { page } = await openPage(context, expected);
    await page.goto(wire.url + path);
    return page;
  };
  const notes = await open('/handover');
  await notes.getByLabel('New note').fill('Only for ada');
  const desk = await open('/dashboard');
  const wall = await open('/dashboard?wall=1');
  await wall.getByText('Live').first().waitFor();
  await own.call('/api/auth/logout', { method: 'POST' });
  const upload = desk.getByRole('dialog', { name: 'Upload Sovereign ZIP Bundle' });
  const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });
  await again(desk).waitFor();
  await desk.keyboard.press('Escape');
  await again(desk).waitFor({ state: 'detached' });
  await desk.getByRole('button', { name: /^Upload ZIP/ }).click();
  const file = { name: 'unsent.zip', mimeType: 'application/zip', buffer: zipOf({ a: 'b' }) };
  await upload.waitFor();
  await desk.locator('input[type=file]').setInputFiles(file);
  await upload.getByRole('button', { name: 'Upload & Validate' }).click();
  await toastSaid(desk, 'It uploads when you sign in again');

  await notes.getByRole('link', { name: 'Sign in', exact: true }).click();
  await signInAs(again(notes), 'bea');
  for (const page of [notes, desk]) await isOf(page, 'bea');
  expect(await notes.getByLabel('New note').inputValue()).toBe('');
  expect(await desk.getByRole('button', { name: /^Uploads/ }).count()).toBe(0);
  await desk.getByRole('button', { name: /^Notifications/ }).click();
  expect(await desk.getByText(/It uploads when/).count()).toBe(0);
  await desk.keyboard.press('Escape');
  await wall.getByText('Live').first().waitFor();

  // Whose console was opened here, and when, is known: after 30 days without it goes what she left.
  await notes.waitForFunction(() => localStorage.getItem('last-used bea') !== null);
  await signOutBy(desk);
  for (const page of [notes, desk]) await page.waitForURL(/\/login/);
  await codeOn(wall);
  // It goes once the last tab has let go of it.
  await expect.poll(() => lastKnownOn(wall)).not.toContain('last-known bea');
  await signInAs(notes.locator('main'), 'ada');
  await isOf(notes, 'ada');
  expect(await notes.getByLabel('New note').inputValue()).toBe('Only for ada');
  await expect
    .poll(async () => JSON.stringify(await operator.read('/api/zip/bundles')), { timeout: LIVE_MS })
    .toContain('unsent.zip');
  await context.close();
});

test('what happened while one account was away is not shown to the next', async ({
  browser,
  product,
  operator,
  wire,
  openPage,
}) => {
  await registerOperator(product, 'cleo');
  const own = await signInOperator(product, operator.username);
  const context = await contextOf(browser, own, wire);
  // Every page is opened an hour after the last one was left.
  await context.addInitScript(() => {
    for (const name of Object.keys(localStorage).filter((key) => key.startsWith('last-seen'))) {
      const seen = JSON.parse(localStorage.getItem(name) ?? '');
      localStorage.setItem(name, JSON.stringify({ ...seen, at: seen.at - 3_600_000 }));
    }
  });
  const { page } = await openPage(context, [...CONNECTION_LOST, ...SIGNED_OUT, /^401: POST /]);
  const hasSeen = (name: string) =>
    page.waitForFunction((key) => localStorage.getItem(key) !== null, `last-seen ${name}`);
  const away = page.getByRole('region', { name: 'While you were away' });
  await page.goto(`${wire.url}/dashboard`);
  await hasSeen(operator.username);
  await makeEvent(operator);
  await page.reload();
  await away.waitFor();
  await own.call('/api/auth/logout', { method: 'POST' });
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.waitFor();
  await signInAs(again, operator.username, 'not the password');
  await toastSaid(page, 'Login Failed');
  await signInAs(again, 'cleo');
  await isOf(page, 'cleo');
  await showsNewest(page, operator);
  await hasSeen('cleo');
  expect(await away.count()).toBe(0);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page
    .getByRole('list', { name: 'Notifications, newest first' })
    .or(page.getByText('No notifications'))
    .waitFor();
  expect(await page.getByText('Login Failed').count()).toBe(0);
  await context.close();
});

/** @returns the databases of what this device remembers of accounts */
const lastKnownOn = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases())
      .map(({ name = '' }) => name)
      .filter((name) => name.startsWith('last-known ')),
  );

async function signInAs(place: Locator, username: string, password = PASSWORD): Promise<void> {
  await place.getByLabel('Username').fill(username);
  await place.getByLabel('Password', { exact: true }).fill(password);
  await place.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The page is live, and says whose it is. */
async function isOf(page: Page, username: string): Promise<void> {
  await page
    .getByRole('button', { name: /Admin User/ })
    .filter({ hasText: username })
    .waitFor();
  await isLive(page);
}

test('a server that restarts is found again, and nothing is missing', async ({
  product,
  operator,
  openTab,
}) => {
  const page = await openTab();
  await product.stop();
  await connectionIndicator(page).filter({ hasNotText: 'Live' }).waitFor({ timeout: LIVE_MS });
  await product.start();
  await makeEvent(operator);
  await isLive(page);
  await showsNewest(page, operator);
});
