import { EventEmitter, once } from 'node:events';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { toastIn } from './browser.ts';
import { test } from './fixtures.ts';
import { toastSaid } from './said-toasts.ts';
import { isRead } from './screens.ts';
import { focused } from './tab-order.ts';

/** What is done by keyboard alone, on the real server; that Tab reaches everything is in walks/tab-order.test.ts. */

test.override('productEnv', { LOG_LEVEL: 'error' });
// Scrolling to the focus takes no time where motion is not wanted.
test.override('contextOptions', {
  viewport: { width: 1280, height: 900 },
  reducedMotion: 'reduce',
});

/** Goes on by Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const STOPS_MAX = 60;
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page))?.element.includes(name)) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

test('a dialog takes the focus, keeps it, and gives it back at Escape', async ({
  data,
  signedIn,
  openPage,
}) => {
  const { page } = await openPage(signedIn);
  await page.goto(data.urlOf('dashboard'));
  await isRead(page);
  await tabTo(page, 'Upload ZIP Bundle');
  const opener = await focused(page);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const inside = () => dialog.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(inside).toBe(true);
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let press = 0; press < 15; press += 1) {
      await page.keyboard.press(key);
      expect(await inside(), `${key} ${press + 1}`).toBe(true);
    }
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page).then((stop) => stop?.element)).toBe(opener?.element);
});

test('F8 goes to the notifications, and Escape dismisses what is there', async ({
  data,
  signedIn,
  openPage,
}) => {
  const { page } = await openPage(signedIn);
  await page.goto(data.urlOf('dashboard'));
  await isRead(page);
  await tabTo(page, 'Sync Mesh');
  await page.keyboard.press('Enter');
  await toastSaid(page, 'Mesh synchronization completed successfully');
  await page.keyboard.press('F8');
  expect((await focused(page))?.element).toContain('Notifications');
  await page.keyboard.press('Escape');
  await toastIn(page).getByRole('button').waitFor({ state: 'detached' });
});

test('the palette leads from any screen to any other', async ({ data, signedIn, openPage }) => {
  const { page } = await openPage(signedIn);
  await page.goto(data.urlOf('dashboard'));
  await isRead(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('watchdog');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin-watchdog');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('what is typed while the palette loads over a slow line is searched for when it is there', async ({
  data,
  openContext,
  openPage,
}) => {
  const slow = await openContext({}, data.operator);
  const { page, picture } = await openPage(slow);
  const network = new EventEmitter();
  const held = once(network, 'requested');
  await page.route('**/assets/palette-*.js', (route) => {
    network.emit('requested', route);
  });
  await page.goto(data.urlOf('dashboard'));
  await isRead(page);
  await page.getByRole('button', { name: 'Search' }).focus();
  await page.keyboard.press('Enter');
  const field = page.getByLabel('Search the console');
  await field.waitFor();
  await page.keyboard.type('watch');
  await picture('palette-on-its-way');
  const [route] = await held;
  await route.continue();
  await page.getByRole('dialog').waitFor();
  expect(await field.inputValue()).toBe('watch');
  await picture('palette-arrived');
  await page.keyboard.type('dog');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin-watchdog');
});

test('an account is made by keyboard alone', async ({ product, visitor, openPage }) => {
  const { page } = await openPage(visitor);
  await page.goto(`${product.url}/signup`);
  await isRead(page);
  await page.getByLabel('Username').focus();
  await page.keyboard.type('keys');
  await page.keyboard.press('Tab');
  await page.keyboard.type('keys@mesh.example');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('a calm and long password');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('a calm and long password');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
});
