import type { BrowserContext } from 'playwright-core';
import { expect } from 'vitest';
import { startAnyServer } from '../doubles/any-server.ts';
import { selfSigned } from '../doubles/self-signed.ts';
import { FAILED_CALLS, test } from './any-console.ts';
import { toastIn } from './browser.ts';

/** Who may see which page, what each is called, and how they lead to one another. */

const PUBLIC = ['/', '/login', '/signup', '/no-such-page'];
const GUARDED = [
  '/dashboard',
  '/mesh-network',
  '/zip-bundles',
  '/route66-protocol',
  '/admin-watchdog',
  '/admin/heartbeat',
  '/admin/route66-proof',
  '/logs',
];

/** Goes through screens as a link would. @returns title and description of each */
async function namesOf(
  url: string,
  context: BrowserContext,
  paths: readonly string[],
): Promise<string[][]> {
  const page = await context.newPage();
  await page.goto(url + paths[0]);
  const names: string[][] = [];
  for (const path of paths) {
    const last = names.at(-1)?.[0] ?? '';
    await page.evaluate((to) => history.pushState(null, '', to), path);
    await page.waitForFunction((old) => / · /.test(document.title) && document.title !== old, last);
    const description = await page.locator('meta[name=description]').getAttribute('content');
    names.push([await page.title(), description ?? '']);
  }
  return names;
}

test('every page has a title and a description of its own', async ({
  visitor,
  signedIn,
  server,
}) => {
  const names = [
    ...(await namesOf(server.url, visitor, PUBLIC)),
    ...(await namesOf(server.url, signedIn, GUARDED)),
  ];
  expect(new Set(names.map(([title]) => title)).size).toBe(12);
  expect(new Set(names.map(([, description]) => description)).size).toBe(12);
});

test('every guarded page sends a visitor to the login', async ({ visitor, server }) => {
  const page = await visitor.newPage();
  const before = server.asked('GET /api/mesh/connections').length;
  for (const path of GUARDED) {
    await page.goto(server.url + path);
    await page.waitForURL('**/login**');
  }
  expect(server.asked('GET /api/mesh/connections').length).toBe(before);
});

test('either marker is enough, and the check is shown while it runs', async ({
  visitor,
  server,
}) => {
  await visitor.addInitScript(() => {
    sessionStorage.setItem('session-auth', 'true');
    // A worker that never answers: what the console waits for does not come.
    const silent = () => undefined;
    Object.assign(Worker.prototype, { postMessage: silent });
  });
  const page = await visitor.newPage();
  await page.goto(`${server.url}/dashboard`);
  await page.getByText('Verifying sovereign access...').waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard');
});

test('login and signup lead to each other and to the homepage', async ({
  visitor,
  openPage,
  server,
}) => {
  const { page } = await openPage(visitor, FAILED_CALLS);
  await page.goto(`${server.url}/login`);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.waitForURL('**/signup');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL('**/login');
  for (const path of ['/login', '/signup']) {
    await page.goto(server.url + path);
    await page.getByText('Back to homepage').click();
    await page.waitForURL(`${server.url}/`);
  }
});

test('the five links of the sidebar lead to their screens', async ({
  signedIn,
  openPage,
  server,
}) => {
  const { page } = await openPage(signedIn, FAILED_CALLS);
  await page.goto(`${server.url}/admin/heartbeat`);
  const nav = page.getByRole('navigation', { name: 'Console' });
  for (const [name, path, title] of [
    ['Dashboard', '/dashboard', 'Dashboard'],
    ['Mesh Network', '/mesh-network', 'Mesh Network'],
    ['ZIP Bundles', '/zip-bundles', 'ZIP Bundles'],
    ['Route66 Protocol', '/route66-protocol', 'Route66 Protocol'],
    ['Sovereign Watchdog', '/admin-watchdog', 'Sovereign Watchdog'],
  ] as const) {
    // The count of platforms that are down may follow the name.
    await nav.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await page.waitForURL(`**${path}`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  await page.getByText('Mesh Active', { exact: true }).waitFor();
});

test('an address of a bundle that is not there says so, and shows those that are', async ({
  signedIn,
  openPage,
  server,
}) => {
  const { page } = await openPage(signedIn, FAILED_CALLS);
  await page.goto(`${server.url}/zip-bundles?bundle=nonsense`);
  await toastIn(page).getByText('This bundle no longer exists').waitFor();
  await page.waitForURL('**/zip-bundles');
});

test.for([
  ['/mesh-network', 'Mesh network configuration and monitoring coming soon'],
  ['/route66-protocol', 'Route66 protocol configuration and monitoring coming soon'],
] as const)('%s says what is coming soon', async ([path, text], { server, signedIn }) => {
  const page = await signedIn.newPage();
  await page.goto(server.url + path);
  await page.getByText(text).waitFor();
});

test('the heartbeat page reads uptime, audit and the three factors', async ({
  signedIn,
  server,
}) => {
  const page = await signedIn.newPage();
  await page.goto(`${server.url}/admin/heartbeat`);
  for (const name of ['Mesh Health', 'Endpoint Audit', 'Route66 Three-Factor Proof'])
    await page.getByRole('heading', { name }).waitFor();
  await page.getByText('2 h 3 min').waitFor();
});

test('on a secure page the socket is secure', async ({ browser, onTestFinished }) => {
  const secure = await startAnyServer(selfSigned());
  onTestFinished(secure.close);
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  onTestFinished(() => context.close());
  await context.addInitScript("localStorage.setItem('auth-token', 'ada')");
  const page = await context.newPage();
  await page.goto(`${secure.url}/dashboard`);
  await expect.poll(() => secure.sockets()).toBe(1);
  secure.say('{}');
  await page.getByText('Live connection active').waitFor();
});
