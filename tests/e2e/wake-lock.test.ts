import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as base } from './fixtures.ts';
import { isRead } from './screens.ts';

/** The browser's real wake lock, which only a wall may hold. */

/** Each lock that the page was granted. */
declare global {
  var granted: WakeLockSentinel[];
}

const test = base.extend('wall', async ({ product, signedIn, openPage }) => {
  const { page } = await openPage(signedIn);
  await page.addInitScript(() => {
    globalThis.granted = [];
    const { request } = WakeLock.prototype;
    WakeLock.prototype.request = async function note(type) {
      const lock = await request.call(this, type);
      globalThis.granted.push(lock);
      return lock;
    };
  });
  await page.goto(`${product.url}/mesh-network`);
  await isRead(page);
  await openWall(page);
  return page;
});

async function openWall(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByText('Wall mode').click();
  await page.getByRole('region', { name: 'Recent activity' }).waitFor();
}

const released = (page: Page) =>
  page.evaluate(() => globalThis.granted.map((lock) => lock.released));
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Wall' });

/** The switch, while it shows this state. */
const awake = (page: Page, checked: boolean) =>
  toolbar(page).getByRole('switch', { name: 'Keep awake', checked });

async function keepAwake(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  // By keyboard: a wall moves a little all the time, and a click waits until nothing moves.
  await awake(page, false).press('Space');
  await awake(page, true).waitFor();
}

/** A window without a screen is neither hidden nor loses its locks by itself. */
const setVisibility = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate(async (value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    if (value === 'hidden') for (const lock of globalThis.granted) await lock.release();
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('the lock is held from a tap on, lost while the page is hidden, and held again on return', async ({
  wall,
}) => {
  expect(await released(wall)).toEqual([]);
  await keepAwake(wall);
  await setVisibility(wall, 'hidden');
  await awake(wall, false).waitFor();
  expect(await released(wall)).toEqual([true]);
  await setVisibility(wall, 'visible');
  await awake(wall, true).waitFor();
  expect(await released(wall)).toEqual([true, false]);
});

async function exitByToolbar(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await toolbar(page).getByRole('button', { name: 'Exit wall' }).click();
}

async function exitByBack(page: Page): Promise<void> {
  await page.goBack();
}

test.for([
  ['toolbar', exitByToolbar],
  ['Back button', exitByBack],
] as const)(
  'leaving the wall by the %s ends the lock, which is not taken elsewhere but on the next wall',
  async ([, exit], { wall }) => {
    await keepAwake(wall);
    await exit(wall);
    await wall.getByRole('navigation', { name: 'Console' }).waitFor();
    await expect.poll(() => released(wall)).toEqual([true]);
    await setVisibility(wall, 'hidden');
    await setVisibility(wall, 'visible');
    await wall.reload();
    await isRead(wall);
    expect(await released(wall)).toEqual([]);
    await openWall(wall);
    await expect.poll(() => released(wall)).toEqual([false]);
  },
);
