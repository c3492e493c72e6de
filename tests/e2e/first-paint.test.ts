import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { registerOperator, signInOperator } from './operator.ts';
import { type Product, startProduct } from './product.ts';

/** What the HTML shows before any of the page's scripts has run. */

let browser: Browser;
let product: Product;
let context: BrowserContext;
beforeAll(async () => {
  product = await startProduct();
  await registerOperator(product);
  browser = await openBrowser();
  context = await browser.newContext({ serviceWorkers: 'block' });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** A page whose scripts never arrive. */
async function openBare(path: string) {
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  await page.route('**/assets/*.js', () => undefined);
  await page.goto(product.url + path, { waitUntil: 'commit' });
  return { page, refused };
}

const becomeKnown = () => context.addInitScript(() => localStorage.setItem('auth-token', 'ada'));

test('a visitor who has nothing to see there is shown no console', async () => {
  const { page } = await openBare('/dashboard');
  await page.locator('#root').waitFor({ state: 'attached' });
  await page.getByText('Sovereign Watchdog').waitFor({ state: 'hidden' });
  await page.close();
});

test.each(['/', '/login', '/signup'])(
  'row 29: %s is painted without a script, within the policy',
  async (path) => {
    const { page, refused } = await openBare(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.title()).toContain(' · ');
    expect(refused).toEqual([]);
    await page.close();
  },
);

test('the frame of a screen is painted without a script, and says that access is being verified', async () => {
  await becomeKnown();
  const { page, refused } = await openBare('/zip-bundles');
  await page.getByRole('heading', { level: 1, name: 'ZIP Bundles' }).waitFor();
  await page.getByText('Verifying sovereign access...').waitFor();
  expect(refused).toEqual([]);
  await page.close();
});

test.each(['/', '/dashboard'])('%s says its version without a script', async (path) => {
  await becomeKnown();
  const { page } = await openBare(path);
  const version = await page.locator('meta[name=version]').getAttribute('content');
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  await page
    .getByText(`Version ${version}`, { exact: true })
    .first()
    .waitFor({ state: 'attached' });
  await page.close();
});

test('nothing in the frame of a screen moves as if it worked, before the program that works runs', async () => {
  await becomeKnown();
  const { page } = await openBare('/dashboard');
  await page.locator('[data-placeholder]').first().waitFor();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.close();
});

test('an address that no screen has gets no frame of a screen', async () => {
  const answer = await fetch(`${product.url}/nowhere`, { headers: { accept: 'text/html' } });
  expect(await answer.text()).toContain('<div id="root"></div>');
});

test('the frame gives way to the screen without anything moving', async () => {
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
  const operator = await signInOperator(product);
  const [name = '', value = ''] = operator.cookie.split('=');
  await context.addCookies([{ name, value, url: product.url }]);
  await page.goto(`${product.url}/dashboard`);
  await page.getByText('Live connection active').waitFor();
  await page.getByText('Verifying sovereign access...').waitFor({ state: 'detached' });
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
  expect(shift).toBeLessThan(0.02);
  await page.close();
});

test('the data worker starts without what draws the page', async () => {
  await becomeKnown();
  const page = await context.newPage();
  await page.route('**/assets/page-*.js', () => undefined);
  const [worker] = await Promise.all([
    page.waitForEvent('worker'),
    page.goto(`${product.url}/dashboard`, { waitUntil: 'commit' }),
  ]);
  expect(worker.url()).toMatch(/\/assets\/main-/);
  await page.close();
});
