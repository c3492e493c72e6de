import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { writeZip } from '../doubles/zip-writer.ts';
import { toastIn } from './browser.ts';
import { coverEdges, pressedIn, pressedUnderEdges } from './covered.ts';
import { test } from './fixtures.ts';
import type { Operator } from './operator.ts';
import { isRead, openMenu } from './screens.ts';

/** Controls stay clear of what the device's camera, its home bar and the window's own buttons cover. */

const INSETS = { top: 44, right: 44, bottom: 34, left: 44 };
const CONTROLS = { left: 80, right: 140, height: 33 };
const PHONE = { width: 390, height: 844 };
const TURNED = { width: 844, height: 390 };
const TABLET = { width: 1180, height: 820 };
type Sizes = Readonly<Record<string, typeof PHONE>>;

test.override('productEnv', { LOG_LEVEL: 'error' });
test.override('contextOptions', { hasTouch: true, reducedMotion: 'reduce' });

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();

async function openAccount(page: Page): Promise<void> {
  await openMenu(page);
  await press(/Admin User/)(page);
  await page.getByRole('menuitem', { name: 'This device' }).waitFor();
}

async function raiseToast(page: Page): Promise<void> {
  for (const label of ['Username', 'Password'])
    await page.getByLabel(label, { exact: true }).fill('x');
  await page.locator('form button[type=submit]').click();
  // It has come in when its button stands still.
  await toastIn(page).getByRole('button').click({ trial: true });
}

/** More than the list can show at once. */
async function fillBell(operator: Operator): Promise<void> {
  const damaged = writeZip({ entries: [{ name: 'a.txt', content: 'a', crc32: 1 }] });
  for (let upload = 0; upload < 8; upload++) {
    const body = new FormData();
    body.append('targetPlatforms', '["Forge"]');
    body.append('priority', 'standard');
    body.append('zipfile', new Blob([new Uint8Array(damaged)]), `damaged-${upload}.zip`);
    expect((await operator.call('/api/zip/upload', { method: 'POST', body })).ok).toBe(true);
  }
}

const openBell = async (page: Page) => {
  await press(/^Notifications/)(page);
  const list = page.getByRole('list', { name: 'Notifications, newest first' });
  await list.getByText('damaged-7').first().waitFor();
};

async function wakeBar(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.getByRole('button', { name: 'Exit wall' }).waitFor();
}

const dialogIsThere = (page: Page) => page.getByRole('dialog').waitFor();
const skip = (page: Page) => page.keyboard.press('Tab');

const SHOWN = {
  'the landing page and the way past its bar': ['visitor', '/', skip],
  'a toast of the login': ['visitor', '/login', raiseToast],
  'the dashboard and the way past its header': ['operator', '/dashboard', skip],
  'the menu and the account’s': ['operator', '/dashboard', openAccount],
  'the notifications': ['operator', '/dashboard', openBell],
  'a dialog': ['operator', '/dashboard?show=device', dialogIsThere],
  'the wall and its bar': ['operator', '/dashboard?wall=1', wakeBar],
} as const;

const AREAS = [
  { left: 0, width: CONTROLS.left, top: 0, height: CONTROLS.height },
  { right: 0, width: CONTROLS.right, top: 0, height: CONTROLS.height },
];

/** Lets the rules of an app's window without a title bar hold here, with the buttons of every system at once. */
async function dropTitleBar(page: Page): Promise<void> {
  await page.evaluate(({ left, right, height }) => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    for (const rule of rules)
      if (rule instanceof CSSMediaRule && rule.conditionText.includes('window-controls-overlay'))
        rule.media.mediaText = 'all';
    const { style } = document.documentElement;
    style.setProperty('--controls-left', `${left}px`);
    style.setProperty('--controls-right', `${right}px`);
    style.setProperty('--controls-height', `${height}px`);
  }, CONTROLS);
}

/** @returns height of what moves the window, and what it and a button are to the window */
const stripOf = (page: Page) =>
  page.evaluate(() => {
    const strip = getComputedStyle(document.body, '::before');
    const button = getComputedStyle(document.querySelector('button') ?? document.body);
    const regions = [strip, button].map((style) => style.getPropertyValue('-webkit-app-region'));
    return [strip.height, ...regions];
  });

test.for(Object.keys(SHOWN) as (keyof typeof SHOWN)[])(
  '%s: nothing to press is under the edges of a phone or a tablet, nor under the window’s own buttons',
  async (name, { product, visitor, signedIn, operator }) => {
    const [viewer, path, act] = SHOWN[name];
    if (act === openBell) await fillBell(operator);
    const page = await (viewer === 'visitor' ? visitor : signedIn).newPage();
    await page.setViewportSize(PHONE);
    await page.goto(product.url + path);
    await isRead(page);
    await act(page);
    const found: Record<string, string[]> = {};
    const look = async (at: string, sizes: Sizes, pressed: () => Promise<string[]>) => {
      for (const [device, viewport] of Object.entries(sizes)) {
        await page.setViewportSize(viewport);
        // What floats over the page follows a new width a moment later.
        const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
        await expect.poll(scrollWidth).toBe(viewport.width);
        found[`${at} ${device}`] = await pressed();
      }
    };
    const uncover = await coverEdges(page, INSETS);
    await look('edges of', { PHONE, TURNED, TABLET }, () => pressedUnderEdges(page, INSETS));
    await uncover();
    await dropTitleBar(page);
    await look('buttons on', { TURNED, TABLET }, () => pressedIn(page, AREAS));
    const strip = await stripOf(page);
    expect(Object.entries(found).filter(([, pressed]) => pressed.length > 0)).toEqual([]);
    expect(strip).toEqual([`${CONTROLS.height}px`, 'drag', 'no-drag']);
  },
);
