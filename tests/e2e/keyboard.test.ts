import { EventEmitter, once } from 'node:events';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { isRead, SCREEN_NAMES, SCREENS } from './screens.ts';
import { NO_SERVICE_WORKER } from './service-worker.ts';

/** Everything by keyboard alone, on the real server: nothing is out of reach, and the focus is always seen. */

test.override('productEnv', { LOG_LEVEL: 'error' });
// Scrolling to the focus takes no time where motion is not wanted.
test.override('contextOptions', {
  ...NO_SERVICE_WORKER,
  viewport: { width: 1280, height: 900 },
  reducedMotion: 'reduce',
});

/** A tab stop: what it is, and whether its focus is visible. */
interface Stop {
  readonly element: string;
  readonly visible: boolean;
}

/** The element with the focus, or undefined when it has left the page. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return undefined;
    // A chip's own input is hidden, and its label shows the focus.
    const isHidden = element.getBoundingClientRect().width === 0;
    const [label] = (isHidden && element instanceof HTMLInputElement && element.labels) || [];
    const shown = label ?? element;
    // A link that stretches over its row shows the focus around the row.
    const hasRing = [undefined, '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(shown, part);
      return outlineStyle !== 'none' && outlineWidth !== '0px';
    });
    const { boxShadow } = getComputedStyle(shown);
    const { width, height, bottom, top } = shown.getBoundingClientRect();
    const inView = width > 0 && height > 0 && bottom > 0 && top < innerHeight;
    const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return {
      element: `${element.tagName.toLowerCase()} ${element.id || name.trim().slice(0, 60)}`,
      visible: inView && (hasRing || boxShadow !== 'none'),
    };
  });

/** Tabs from the start of the page to its end. */
async function walk(page: Page): Promise<Stop[]> {
  const STOPS_MAX = 200;
  const stops: Stop[] = [];
  while (stops.length < STOPS_MAX) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (!stop) break;
    stops.push(stop);
  }
  return stops;
}

/** What can be pressed or filled in on the page, in a group of radio buttons one. */
const pressable = (page: Page) =>
  page.evaluate(() => {
    const pressed = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button:not(:disabled), input:not([type=file]), select',
      ),
    ].filter((element) => element.checkVisibility() && element.tabIndex >= 0);
    const radios = pressed.filter((element) => element.matches('[type=radio]'));
    const groups = new Set(radios.map((radio) => radio.getAttribute('name')));
    return pressed.length - radios.length + groups.size;
  });

test.for(SCREEN_NAMES.filter((name) => SCREENS[name].over === undefined))(
  '%s: Tab reaches everything, and the focus is always seen',
  async (name, { data, visitor, signedIn, openPage }) => {
    const { page } = await openPage(SCREENS[name].isPublic ? visitor : signedIn);
    await page.goto(data.urlOf(name));
    await isRead(page);
    let stops = await walk(page);
    // What loads when it is scrolled near may arrive behind the last stop: then it is there for the next walk.
    await isRead(page);
    if (stops.length < (await pressable(page))) stops = await walk(page);
    expect(stops.filter(({ visible }) => !visible)).toEqual([]);
    expect(stops.length).toBeGreaterThanOrEqual(await pressable(page));
    // A wall has nothing to skip: the first key brings its bar.
    const first = name === 'wall' ? 'input' : 'a Skip to content';
    if (!SCREENS[name].isPublic) expect(stops[0]?.element).toMatch(first);
  },
);

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
  const toast = page
    .getByRole('region', { name: /notifications/i })
    .getByText('Mesh synchronization completed successfully');
  await toast.waitFor();
  await page.keyboard.press('F8');
  expect((await focused(page))?.element).toContain('Notifications');
  await page.keyboard.press('Escape');
  await toast.waitFor({ state: 'detached' });
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
  const slow = await openContext(NO_SERVICE_WORKER, data.operator);
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
