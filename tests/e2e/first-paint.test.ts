import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { test } from './fixtures.ts';
import { keepShell, WITH_SERVICE_WORKER } from './service-worker.ts';

/** What the HTML shows before any of the page's scripts has run. */

/** A page whose scripts never arrive. */
async function openBare(context: BrowserContext, url: string) {
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  await page.route('**/assets/*.js', () => undefined);
  await page.goto(url, { waitUntil: 'commit' });
  return { page, refused };
}

test('a visitor sees no frame of the console', async ({ visitor, product }) => {
  const { page } = await openBare(visitor, `${product.url}/dashboard`);
  await page.locator('#root').waitFor({ state: 'attached' });
  await page.getByText('Verifying sovereign access...').waitFor({ state: 'hidden' });
});

test.for(['/', '/login', '/signup'])(
  '%s is painted without a script, within the content security policy',
  async (path, { visitor, product }) => {
    const { page, refused } = await openBare(visitor, product.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.title()).toContain(' · ');
    expect(refused).toEqual([]);
  },
);

test('the frame of the console is painted without a script, and says that access is being verified', async ({
  signedIn,
  product,
}) => {
  const { page, refused } = await openBare(signedIn, `${product.url}/zip-bundles`);
  await page.getByText('Verifying sovereign access...').waitFor();
  expect(refused).toEqual([]);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('the landing page loads what is seen before the scripts that replace it', async ({
  visitor,
  product,
}) => {
  const page = await visitor.newPage();
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  const held: Route[] = [];
  await page.route('**/pictures/*', (route) => void held.push(route));
  await page.goto(product.url, { waitUntil: 'commit' });
  await expect.poll(() => held.length).toBeGreaterThan(0);
  expect(paths.filter((path) => /\/(?:page|public)-.*js$/.test(path))).toEqual([]);
  for (const route of held) await route.continue();
  await expect.poll(() => paths.some((path) => /\/page-.*js$/.test(path))).toBe(true);
});

test('nothing can be typed into a form that React has yet to replace', async ({
  visitor,
  product,
}) => {
  const { page } = await openBare(visitor, `${product.url}/login`);
  expect(await page.locator('form').getAttribute('inert')).toBe('');
});

test('an address that no screen has gets no frame of a screen', async ({ product }) => {
  const answer = await fetch(`${product.url}/nowhere`, { headers: { accept: 'text/html' } });
  expect(await answer.text()).toContain('<div id="root"></div>');
});

/** @returns a page that sums up how far its parts move without anybody pressing anything */
async function openMeasured(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shift += (entry as PerformanceEntry & { value: number }).value;
      Object.assign(window, { shift });
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shift });
  });
  return page;
}

const shiftOf = (page: Page) => page.evaluate(() => (window as unknown as { shift: number }).shift);

test('the frame gives way to the screen without anything moving', async ({ signedIn, product }) => {
  const page = await openMeasured(signedIn);
  await page.goto(`${product.url}/dashboard`);
  await page.getByText('Live connection active').waitFor();
  await page.getByText('Verifying sovereign access...').waitFor({ state: 'detached' });
  expect(await shiftOf(page)).toBeLessThan(0.02);
});

const OPTIONS = { registration: 'invite', passkeyProblem: null, oidc: { name: 'Acme' } };

test.for([
  ['/login', 'Sign in with Acme'],
  ['/signup', 'Signing up here needs an invitation. Ask an admin for one.'],
] as const)(
  'nothing on %s moves when it turns out what the server offers',
  async ([path, text], { visitor, product }) => {
    const page = await openMeasured(visitor);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.route('**/api/auth/options', (route) => route.fulfill({ json: OPTIONS }));
    await page.goto(product.url + path);
    await page.getByText(text).waitFor();
    expect(await shiftOf(page)).toBe(0);
  },
);

const HALF_MS = 500;

/** @returns the address of a line that brings the product's documents in two halves */
async function startSlowLine(origin: string): Promise<string> {
  const server = createServer(async ({ url = '/' }, answer) => {
    const got = await fetch(origin + url);
    const bytes = Buffer.from(await got.arrayBuffer());
    const type = got.headers.get('content-type') ?? '';
    answer.setHeader('content-type', type);
    const half = type.startsWith('text/html') ? bytes.indexOf('</form>') : 0;
    answer.write(bytes.subarray(0, half));
    if (half > 0) await delay(HALF_MS);
    answer.end(bytes.subarray(half));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a page is painted once the whole of it is there, so that its middle does not move', async ({
  visitor,
  product,
}) => {
  const { page } = await openBare(visitor, `${await startSlowLine(product.url)}/signup`);
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]);
  const { painted, arrived } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    arrived: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming)
      .responseEnd,
  }));
  expect(arrived).toBeGreaterThan(HALF_MS);
  expect(painted).toBeGreaterThan(arrived);
});

/** @returns whether the page's heading is drawn in the page's own font: in the system's it is as wide as without it */
function isInOwnFont(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const words = document.createRange();
    words.selectNodeContents(document.querySelector('h1') ?? document.body);
    const shown = words.getBoundingClientRect().width;
    document.documentElement.setAttribute('data-first-visit', '');
    return shown !== words.getBoundingClientRect().width;
  });
}

test('a first visit loads the font last and shows it with the next screen, a later one at once', async ({
  openContext,
  product,
}) => {
  const context = await openContext(WITH_SERVICE_WORKER);
  const first = await context.newPage();
  const asked: string[] = [];
  first.on('request', (request) => asked.push(request.url()));
  await first.goto(`${product.url}/login`);
  await first.getByRole('heading', { level: 1 }).waitFor();
  expect(asked.filter((url) => url.endsWith('.woff2'))).toEqual([]);
  await first.waitForRequest(/\.woff2$/);
  await first.waitForFunction(() => document.fonts.check('1em "Inter Variable"'));
  await first.getByRole('link', { name: 'Sign up' }).click();
  await first.waitForFunction(() => !document.documentElement.hasAttribute('data-first-visit'));
  expect(await isInOwnFont(first)).toBe(true);
  await keepShell(context, `${product.url}/login`);
  const page = await context.newPage();
  await page.goto(`${product.url}/login`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await isInOwnFont(page)).toBe(true);
});
