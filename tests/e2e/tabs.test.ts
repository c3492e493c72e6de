import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CONNECTION_LOST, SIGNED_OUT, toastIn } from './browser.ts';
import { type Operator, PASSWORD, signInOperator } from './operator.ts';
import { isRead } from './screens.ts';
import type { Wire } from './wire.ts';
import { connectionIndicator, contextOf, isLive, LIVE_MS, test } from './wired-tabs.ts';

/** Many tabs of one person at a real server, while connection, tab, browser, session or server fail. */

/** Makes an event that every screen shows. */
const makeEvent = (operator: Operator) => operator.call('/api/system/sync', { method: 'POST' });

const apiCalls = (wire: Wire) => wire.asked.filter((path) => path.startsWith('/api/'));

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

test('ten tabs ask the server as often as one, and all receive what happens', async ({
  operator,
  wire,
  signedIn,
  openTab,
}) => {
  await isRead(await openTab());
  const before = apiCalls(wire).length;
  let last = await openTab();
  for (let tabs = 2; tabs < 10; tabs += 1) last = await openTab();
  expect(wire.liveSockets()).toBe(1);
  expect(apiCalls(wire).slice(before)).toEqual([]);
  await makeEvent(operator);
  for (const page of signedIn.pages()) await showsNewest(page, operator);
  await connectionIndicator(last).click();
  await last.getByText('Live through another tab').waitFor();
});

test('a leader that is closed hands over at once', async ({ operator, wire, openTab }) => {
  const leader = await openTab();
  const heir = await openTab();
  await leader.close();
  await makeEvent(operator);
  await showsNewest(heir, operator);
  await expect.poll(() => wire.liveSockets()).toBe(1);
});

test('a leader that hangs loses the leadership, and follows when it goes on', async ({
  operator,
  wire,
  openTab,
}) => {
  const leader = await openTab();
  const heir = await openTab();
  const hung = leader.workers()[0]?.evaluate(() => {
    const until = Date.now() + 9_000;
    while (Date.now() < until) Math.sqrt(2);
  });
  await expect.poll(() => wire.liveSockets(), { timeout: LIVE_MS }).toBe(2);
  await makeEvent(operator);
  await showsNewest(heir, operator);
  await hung;
  await expect.poll(() => wire.liveSockets(), { timeout: LIVE_MS }).toBe(1);
  await showsNewest(leader, operator);
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
  const page = await openTab();
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
  // What the portal answers to a check for an update.
  const page = await openTab([/The script has an unsupported MIME type \('text\/html'\)/]);
  await showsNewest(page, operator);
  // What loads late has come.
  await page.waitForLoadState('networkidle');
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
  await toastIn(page).getByText('Login Failed').waitFor();
  await password.fill(PASSWORD);
  await password.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await toastIn(page).getByText('Welcome back!').waitFor();
  await page.locator('main:focus').waitFor();
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
