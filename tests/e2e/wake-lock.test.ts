import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser, openPage } from './browser.ts';
import { type Operator, registerOperator } from './operator.ts';
import { type Product, startProduct } from './product.ts';
import { contextFor, isRead } from './screens.ts';

/** The browser's real wake lock, which a wall may hold and no other screen. */

/** Each lock that the page was granted. */
declare global {
  var granted: WakeLockSentinel[];
}

let browser: Browser;
let product: Product;
let operator: Operator;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  operator = await registerOperator(product);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});
beforeEach(async () => {
  context = await contextFor(browser, product, operator, {});
  await context.addInitScript(() => {
    globalThis.granted = [];
    const { request } = WakeLock.prototype;
    WakeLock.prototype.request = async function note(type) {
      const lock = await request.call(this, type);
      globalThis.granted.push(lock);
      return lock;
    };
  });
  ({ page } = await openPage(context, 'wake-lock'));
  await page.goto(`${product.url}/mesh-network`);
  await isRead(page);
  await openWall();
  return () => context.close();
});

async function openWall(): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByText('Wall mode').click();
  await page.getByRole('region', { name: 'Platforms' }).waitFor();
}

const released = () => page.evaluate(() => globalThis.granted.map(({ released }) => released));
const bar = () => page.getByRole('toolbar', { name: 'Wall' });
const wish = () => bar().getByRole('button', { name: 'Keep this screen awake' });
const isAwake = () => bar().getByRole('button', { name: 'This screen is kept awake' }).waitFor();

async function tapAwake(): Promise<void> {
  await page.keyboard.press('Shift');
  await wish().click();
  await isAwake();
}

/** A window without a screen is never hidden by itself, and loses its locks by itself as little. */
const look = (state: DocumentVisibilityState) =>
  page.evaluate(async (value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    if (value === 'hidden') for (const lock of globalThis.granted) await lock.release();
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('it is held from a tap on, lost while the page is hidden, and held again on return', async () => {
  expect(await released()).toEqual([]);
  await tapAwake();
  await look('hidden');
  await wish().waitFor();
  expect(await released()).toEqual([true]);
  await look('visible');
  await isAwake();
  expect(await released()).toEqual([true, false]);
});

test.each([
  [
    'the bar',
    async () => {
      await page.keyboard.press('Shift');
      await bar().getByRole('button', { name: 'Exit wall' }).click();
    },
  ],
  ['the way back', async () => void (await page.goBack())],
])(
  'it ends when the wall is left by %s, is not taken elsewhere, and is taken on the next wall',
  async (_way, leave) => {
    await tapAwake();
    await leave();
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    await expect.poll(released).toEqual([true]);
    await look('hidden');
    await look('visible');
    await page.reload();
    await isRead(page);
    expect(await released()).toEqual([]);
    await openWall();
    await expect.poll(released).toEqual([false]);
  },
);
