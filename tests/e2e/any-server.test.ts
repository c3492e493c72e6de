import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CHALLENGE, EXTRA_CALLS, GOOD_ANSWERS, PROOF_STATUS } from '../doubles/any-answers.ts';
import type { AnyServer } from '../doubles/any-server.ts';
import { endWaits } from '../doubles/hand-time.ts';
import { zipOf } from '../doubles/zip-writer.ts';
import { dismissToast, FAILED_CALLS, test, toastOn } from './any-console.ts';
import { signOutBy } from './browser.ts';
import { press } from './failing-call.ts';
import { setMarkerOnce } from './screens.ts';
import { isKept } from './service-worker.ts';

/**
 * The console on a server that has the specification's calls and no others, that sends no headers of this
 * product, and whose socket says whatever it likes.
 */

/** Waits until the server has received the call more often than before. */
const askedAgain = (server: AnyServer, call: string, before: number) =>
  expect.poll(() => server.asked(call).length, { message: call }).toBeGreaterThan(before);

/** The names that the product is shipped with. */
const MESH = JSON.parse(readFileSync('mesh.config.json', 'utf8'));

test('the built console has the default names in every page, and no placeholder in any file', async ({
  visitor,
  open,
  openPage,
  server,
}) => {
  const placeholder = /%[A-Z]\w+%|%SHA384/;
  const isText = (file: string) => /\.(?:html|js|css|svg|json|webmanifest)$/.test(file);
  const files = readdirSync('dist/console', { recursive: true, encoding: 'utf8' }).filter(isText);
  const textOf = (file: string) => readFileSync(join('dist/console', file), 'utf8');
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => placeholder.test(textOf(file)))).toEqual([]);
  expect(JSON.parse(textOf('manifest.webmanifest')).name).toBe(MESH.product);
  // A proxy in front may ask for its cookie.
  expect(textOf('index.html')).toMatch(/rel="manifest"[^>]* crossorigin="use-credentials"/);

  const { page } = await openPage(visitor, FAILED_CALLS);
  await page.goto(server.url);
  const parent = page.getByRole('link', { name: `Visit ${new URL(MESH.parentSite).host}` });
  expect(await parent.getAttribute('href')).toBe(MESH.parentSite);
  expect(await page.title()).toContain(MESH.product);
  expect(await page.locator('meta[name=description]').getAttribute('content')).toContain(
    MESH.product,
  );
  await page.goto(`${server.url}/login`);
  await expect.poll(() => page.title()).toBe(`Login · ${MESH.product}`);
  const { page: dashboard } = await open('/dashboard');
  await dashboard.getByRole('navigation', { name: 'Console' }).getByText(MESH.product).waitFor();
  await expect.poll(() => dashboard.title()).toContain(MESH.product);
});

test('the service worker keeps the console of any server, and each page opens without it', async ({
  browser,
  openPage,
  server,
  onTestFinished,
}) => {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const { page } = await openPage(context, FAILED_CALLS);
  await page.goto(server.url);
  await isKept(page);
  await context.setOffline(true);
  for (const path of ['/', '/login', '/signup', '/dashboard']) {
    await page.goto(server.url + path);
    await expect.poll(() => page.title(), { message: path }).toContain(` · ${MESH.product}`);
  }
});

test('signing in leads to the page asked for, with the markers set, and signing out works without its call', async ({
  visitor,
  openPage,
  server,
}) => {
  const { page } = await openPage(visitor, FAILED_CALLS);
  await page.goto(`${server.url}/admin/heartbeat`);
  await page.waitForURL('**/login**');
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('some password');
  await press(page, 'Sign in');
  await page.waitForURL('**/admin/heartbeat');
  await page.getByText('2 h 3 min').waitFor();
  expect(await toastOn(page)).toEqual(['Welcome back!', 'Successfully logged into Meridian']);
  expect(await markers(page)).toEqual(['ada', 'true']);
  expect(JSON.parse(server.asked('POST /api/auth/login')[0]?.body ?? '')).toEqual({
    username: 'ada',
    password: 'some password',
  });
  await signOutBy(page);
  await page.waitForURL('**/login');
  expect(await markers(page)).toEqual([null, null]);
});

const markers = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('auth-token'), sessionStorage.getItem('session-auth')]);

test('a server that names nobody signs somebody in as authenticated', async ({
  visitor,
  openPage,
  server,
}) => {
  server.answers('POST /api/auth/register', { body: {} });
  const { page } = await openPage(visitor, FAILED_CALLS);
  await page.goto(`${server.url}/signup`);
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Email').fill('ada@mesh.example');
  await page.getByLabel('Password', { exact: true }).fill('some password');
  await page.getByLabel('Confirm password', { exact: true }).fill('some password');
  await press(page, 'Create Account');
  await page.waitForURL('**/dashboard');
  expect(await toastOn(page)).toEqual(['Account Created!', 'Welcome, ada']);
  expect(await markers(page)).toEqual(['authenticated', 'true']);
  expect(JSON.parse(server.asked('POST /api/auth/register')[0]?.body ?? '')).toEqual({
    username: 'ada',
    email: 'ada@mesh.example',
    password: 'some password',
    sovereignLevel: 'S11.1',
  });
});

test('a sign-in that is answered with no user is one all the same', async ({
  visitor,
  openPage,
  server,
}) => {
  server.answers('POST /api/auth/login', { body: { user: null } });
  const { page } = await openPage(visitor, FAILED_CALLS);
  await page.goto(`${server.url}/login`);
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('some password');
  await press(page, 'Sign in');
  await page.waitForURL('**/dashboard');
  expect(await markers(page)).toEqual(['authenticated', 'true']);
});

test('the dashboard shows the answers, and any JSON on the socket is a live connection', async ({
  server,
  open,
}) => {
  const { page } = await open('/dashboard');
  const figures = page.getByRole('region', { name: 'Key figures' });
  await figures.getByText('85.7% uptime').waitFor();
  expect(await figures.getByLabel('Route66 Handshakes').innerText()).toContain('345');
  const row = page.getByRole('row', { name: /empty\.zip/ });
  for (const text of ['0 Bytes', 'All Platforms', 'Quarantined'])
    await row.getByText(text).waitFor();
  await page.getByText('Moon rose').waitFor();
  await expect.poll(() => server.sockets()).toBe(1);
  expect(await page.getByText('Live connection active').count()).toBe(0);
  server.say('{"anything":["goes"]}');
  await page.getByText('Live connection active').waitFor();
  const activity = page.getByRole('region', { name: 'Real-time Mesh Activity' });
  expect(await activity.getByText('Moon rose').count()).toBe(1);
});

test('an upload sends the named fields and reads bundles and activity again', async ({
  server,
  open,
}) => {
  const { page } = await open('/dashboard?show=upload');
  const bundles = server.asked('GET /api/zip/bundles').length;
  const activity = server.asked('GET /api/activity/logs').length;
  await page.getByRole('checkbox', { checked: true }).nth(5).waitFor();
  const file = { name: 'b.zip', mimeType: 'application/zip', buffer: zipOf({ a: 'b' }) };
  await page.locator('input[type=file]').setInputFiles(file);
  await press(page, 'Upload & Validate');
  await expect.poll(() => toastOn(page)).toEqual(['Success', 'ZIP bundle uploaded successfully']);
  const { headers, body } = server.asked('POST /api/zip/upload')[0] ?? { headers: {}, body: '' };
  expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(body).toContain('name="zipfile"; filename="b.zip"');
  expect(body).toContain(
    'name="targetPlatforms"\r\n\r\n["Forge","Harbor","Ledger","Signal","Archive","Sentinel"]\r\n',
  );
  expect(body).toContain('name="priority"\r\n\r\nstandard\r\n');
  await askedAgain(server, 'GET /api/zip/bundles', bundles);
  await askedAgain(server, 'GET /api/activity/logs', activity);
});

test('a sync sends neither body nor content type, and reads the connections again', async ({
  server,
  open,
}) => {
  const { page } = await open('/dashboard');
  await page.getByText('forge.mesh.example').first().waitFor();
  const before = server.asked('GET /api/mesh/connections').length;
  await press(page, 'Sync Mesh');
  await askedAgain(server, 'GET /api/mesh/connections', before);
  const sent = server.asked('POST /api/system/sync').at(-1);
  expect(sent?.body).toBe('');
  expect(sent?.headers['content-type']).toBeUndefined();
});

test('the watchdog shows its summary, and both commands read it again', async ({
  server,
  open,
}) => {
  const { page } = await open('/admin-watchdog');
  await page.getByText('Not configured').waitFor();
  await page.getByText('4,711').waitFor();
  for (const [button, title] of [
    ['Ping', 'Heartbeat ping sent to Elsewhere mesh'],
    ['Manual Reconnect', 'Manual reconnect initiated'],
  ] as const) {
    const before = server.asked('GET /api/admin/watchdog/summary').length;
    await press(page, button);
    await expect.poll(() => toastOn(page)).toEqual([title]);
    await askedAgain(server, 'GET /api/admin/watchdog/summary', before);
    await dismissToast(page);
  }
});

test('the heartbeat page reads the summary, for heartbeats by platform, only where there are sessions', async ({
  server,
  open,
}) => {
  const summary = 'GET /api/admin/watchdog/summary';
  const { page } = await open('/admin/heartbeat');
  await page.getByText('2 h 3 min').waitFor();
  await expect.poll(() => server.asked(EXTRA_CALLS.session).length).toBeGreaterThan(0);
  expect(server.asked(summary)).toEqual([]);
  const user = { username: 'ada', email: 'ada@mesh.example', sovereignLevel: 'S11.1' };
  server.answers(EXTRA_CALLS.session, { body: { user, expiresAt: Date.now() + 1e9 } });
  await page.reload();
  await askedAgain(server, summary, 0);
});

test('a proof is started with the page’s origin, and its status is read only from then on', async ({
  server,
  open,
}) => {
  const { page } = await open('/admin/route66-proof');
  await page.getByText('Operational').waitFor();
  expect(server.asked(PROOF_STATUS)).toEqual([]);
  expect(await page.getByRole('combobox', { name: 'Peer' }).inputValue()).toBe(
    'forge.mesh.example',
  );
  await press(page, 'Start Challenge');
  await expect
    .poll(() => toastOn(page))
    .toEqual(['Proof Challenge Started', `Challenge ${CHALLENGE.slice(0, 8)}`]);
  expect(JSON.parse(server.asked('POST /api/mesh/proof/start')[0]?.body ?? '')).toEqual({
    peer: 'forge.mesh.example',
    deadline_sec: 60,
    commander_origin: server.url,
  });
  await page.getByText('VERIFIED', { exact: true }).waitFor();
  for (const word of ['Active', 'Received', 'Verified'])
    await page.getByText(word, { exact: true }).first().waitFor();
  const before = server.asked(PROOF_STATUS).length;
  await endWaits(page, 5000);
  await askedAgain(server, PROOF_STATUS, before);
});

test('the menus have no entry that only says that there is nothing', async ({ open }) => {
  const { page } = await open('/dashboard');
  await page.getByText('Moon rose').waitFor();
  await page.getByRole('link', { name: 'Incidents' }).waitFor({ state: 'detached' });
  const names = await page.getByRole('navigation').first().getByRole('link').allInnerTexts();
  // The platforms, with their states, stand below.
  const screens = names.filter((text) => !text.includes('.mesh.example'));
  expect(screens.map((text) => text.split('\n')[0])).toEqual([
    'Dashboard',
    'Mesh Network',
    'ZIP Bundles',
    'Route66 Protocol',
    'Sovereign Watchdog',
    'Settings',
  ]);
  await page.getByRole('link', { name: 'Settings' }).click();
  const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await expect.poll(() => tabs.allInnerTexts()).toEqual(['Logs', 'This device']);
  await page.getByRole('button', { name: /Admin User/ }).click();
  await page.getByRole('menuitem', { name: 'This device' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Displays' }).count()).toBe(0);
});

test('a feature whose call is missing says so, and the rest works', async ({ open }) => {
  const { page } = await open('/zip-bundles');
  await press(page, 'Details of empty.zip');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This server gives no more details of the bundle').waitFor();
  expect(await dialog.getByText('0 Bytes').count()).toBe(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await press(page, 'Deploy routing.zip');
  await page.getByRole('button', { name: /^Deploy to / }).click();
  await expect.poll(() => toastOn(page)).toEqual(['This server does not deploy bundles']);
  const deploys = page.getByRole('button', { name: /^Deploy / });
  await expect.poll(() => deploys.count()).toBe(0);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('button', { name: 'Details of routing.zip' }).waitFor();
  expect(await deploys.count()).toBe(0);
});

test.for([
  ['which is not there', { status: 404, body: {} }],
  ['which cannot be read', 'gone'],
  ['which is not answered yet', 'never'],
] as const)(
  'without the list of connections, %s, the default platforms can be chosen',
  async ([, reply], { server, open }) => {
    server.answers('GET /api/mesh/connections', reply);
    const { page } = await open('/dashboard?show=upload');
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByRole('checkbox', { checked: true }).count()).toBe(6);
    await page.goto(`${server.url}/admin/route66-proof`);
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Peer' }).inputValue())
      .toBe('forge.mesh.example');
  },
);

test('a full disk is said on every screen, where the server reports its disk', async ({
  server,
  open,
}) => {
  const sizes = { freeBytes: 1, totalBytes: 100, reserveBytes: 2 };
  server.answers(EXTRA_CALLS.disk, { body: { level: 'ok', ...sizes, at: '' } });
  const { page } = await open('/dashboard');
  await page.getByText('Moon rose').waitFor();
  const banner = page.getByRole('status').filter({ hasText: "The server's disk is almost full." });
  expect(await banner.count()).toBe(0);
  server.answers(EXTRA_CALLS.disk, { body: { level: 'full', ...sizes, at: '' } });
  await page.goto(`${server.url}/admin-watchdog`);
  await banner.getByText('Uploads are refused.').waitFor();
  await banner.getByRole('link', { name: 'Delete bundles' }).click();
  await page.waitForURL('**/zip-bundles');
  await banner.waitFor();
});

/** Screens whose clock goes in steps of ten seconds would read the minute nine seconds late. */
test('the age of a row changes at its minute', async ({ server, visitor, openPage }) => {
  const stepMs = 10_000;
  const minuteMs = 60_000;
  // The clock is the whole context's.
  await setMarkerOnce(visitor, 'ada');
  const { page } = await openPage(visitor, FAILED_CALLS);
  await page.goto(`${server.url}/dashboard`);
  await page.clock.install();
  const createdAt = Math.floor(Date.now() / stepMs) * stepMs - 30_000 + 1000;
  const [row] = GOOD_ANSWERS['GET /api/activity/logs'];
  server.answers('GET /api/activity/logs', {
    body: [{ ...row, createdAt: new Date(createdAt).toISOString() }],
  });
  await page.reload();
  const young = page.getByText('Just now', { exact: true });
  await young.waitFor();
  await page.clock.pauseAt(createdAt + minuteMs - stepMs / 2);
  expect(await young.count()).toBe(1);
  await page.clock.runFor(stepMs);
  await page.getByText('1 min ago', { exact: true }).waitFor();
});

test('a 401 keeps what was read, and offers to sign in in its place', async ({ server, open }) => {
  const { page } = await open('/admin-watchdog');
  await page.getByText('4,711').waitFor();
  server.allAnswer({ status: 401, body: '' });
  await press(page, 'Ping');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor();
  expect(await page.getByText('4,711').count()).toBe(1);
  expect(await toastOn(page)).toEqual(['Failed to send heartbeat ping', '401: Unauthorized']);
});
