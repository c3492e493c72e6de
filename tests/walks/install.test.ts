import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Incident } from '../../contract/shapes/incident.ts';
import type { Connection } from '../../contract/shapes/mesh.ts';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { zipOf } from '../doubles/zip-writer.ts';
import { builtConsole } from '../e2e/built-console.ts';
import { type Operator, registerOperator } from '../e2e/operator.ts';
import { startProduct } from '../e2e/product.ts';
import type { Product } from '../e2e/running-product.ts';
import { isRead } from '../e2e/screens.ts';
import { isKept } from '../e2e/service-worker.ts';

/**
 * The console as an app of the device, in a browser that really installs it: a profile that is kept, for a
 * private window installs nothing. What a person presses in the browser's own windows, DevTools presses here.
 */

/** What the page asked of the device, and what the device answered. */
declare global {
  var askedToKeep: Promise<boolean>[];
}

let profile: string;
let product: Product;
let operator: Operator;
let context: BrowserContext;
let tab: Page;
let devtools: CDPSession;
let app: Page;

beforeAll(async () => {
  await builtConsole();
  profile = mkdtempSync(join(tmpdir(), 'meridian-install-'));
  [product, context] = await Promise.all([
    startProduct(),
    chromium.launchPersistentContext(profile, chromiumLaunch()),
  ]);
  operator = await registerOperator(product);
  const [name = '', value = ''] = operator.cookie.split('=', 2);
  await context.addCookies([{ name, value, url: product.url }]);
  await context.addInitScript(() => {
    localStorage.setItem('auth-token', 'ada');
    const { persist } = StorageManager.prototype;
    globalThis.askedToKeep = [];
    StorageManager.prototype.persist = function keep() {
      const answer = persist.call(this);
      globalThis.askedToKeep.push(answer);
      return answer;
    };
  });
  tab = await context.newPage();
  await tab.goto(`${product.url}/dashboard`);
  await isKept(tab);
  devtools = await context.newCDPSession(tab);
});
afterAll(async () => {
  await context.close();
  await product.stop();
  rmSync(profile, { recursive: true, force: true });
});

const appId = () => ({ manifestId: `${product.url}/dashboard` });

/** The number on the app's icon, as the system has it. */
const badge = async () => (await devtools.send('PWA.getOsAppState', appId())).badgeCount;

/** @returns how the device answered each question whether the data may stay */
const keptAnswers = (page: Page) => page.evaluate(() => Promise.all(globalThis.askedToKeep));

const isChosen = (page: Page, name: string) =>
  page.getByRole('dialog', { name: 'Upload Sovereign ZIP Bundle' }).getByText(name).waitFor();

test('the browser finds nothing that stands against installing, and every picture of the manifest', async () => {
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  const { errors, data, url } = await devtools.send('Page.getAppManifest');
  expect({ installabilityErrors, errors }).toEqual({ installabilityErrors: [], errors: [] });
  const { icons, screenshots, shortcuts } = JSON.parse(data ?? '');
  const ofShortcuts = shortcuts.flatMap((one: Record<'icons', typeof icons>) => one.icons);
  const pictures = [...icons, ...screenshots, ...ofShortcuts];
  expect([icons, screenshots, ofShortcuts].map(({ length }) => length)).toEqual([7, 2, 4]);
  for (const { src, type } of pictures) {
    const answer = await fetch(new URL(src, url));
    expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, type]);
    await answer.body?.cancel();
  }
  const kept = (path: string) =>
    tab.evaluate(async (src) => (await caches.match(src, { ignoreSearch: true }))?.ok, path);
  expect([await kept(screenshots[0].src), await kept('/icons/any-192.png')]).toEqual([
    undefined,
    true,
  ]);
});

test('a tab makes the browser’s offer its own, and asks for nothing before it is taken', async () => {
  await tab.waitForFunction(() => 'installOffer' in globalThis);
  await tab.getByRole('link', { name: 'Mesh Network' }).click();
  await tab.getByText('can be an app on this device').waitFor();
  expect(await unaskedShift(tab), 'it pushed nothing down that was being read').toBeLessThan(0.02);
  await tab.getByRole('button', { name: 'Install', exact: true }).waitFor();
  expect(await keptAnswers(tab)).toEqual([]);
});

/** @returns how far the page has moved by itself since it was opened, as layout shift scores */
const unaskedShift = (page: Page) =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    const shifts = observer.takeRecords() as Shift[];
    observer.disconnect();
    return shifts.reduce((sum, shift) => sum + (shift.hadRecentInput ? 0 : shift.value), 0);
  });

test('a file that another app shares opens the upload dialog with it', async () => {
  const content = zipOf({ 'a.txt': 'a' }).toString('base64');
  await tab.evaluate((base64) => {
    const file = new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], 'shared.zip');
    const given = new DataTransfer();
    given.items.add(file);
    const form = document.createElement('form');
    Object.assign(form, { action: '/share', method: 'post', enctype: 'multipart/form-data' });
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', name: 'bundle', files: given.files });
    form.append(input);
    document.body.append(form);
    form.submit();
  }, content);
  await isChosen(tab, 'shared.zip');
});

test('the repair page clears the copy of the console, and leaves a shared file that was not opened yet', async () => {
  const shared = await tab.evaluate(async () => {
    const body = new FormData();
    body.append('bundle', new File(['PK\x03\x04'], 'kept.zip'));
    const { url } = await fetch('/share', { method: 'POST', body });
    return new URL(url).search;
  });
  await tab.goto(`${product.url}/repair.html`);
  await tab.getByRole('button', { name: 'Clear the copy of the console' }).click();
  await tab.getByText('Done.').waitFor();
  expect(await tab.evaluate(() => caches.keys())).toEqual(['shared-files']);
  await tab.goto(`${product.url}/dashboard${shared}`);
  await isChosen(tab, 'kept.zip');
  await isKept(tab);
});

test('installed, it opens in a window of its own, takes files there, and its icon counts', async () => {
  await install();
  await openFileInApp();
  await countOnIcon();
});

async function install(): Promise<void> {
  await tab.goto(`${product.url}/dashboard`);
  await isRead(tab);
  await devtools.send('PWA.install', appId());
  await devtools.send('PWA.changeAppUserSettings', { ...appId(), displayMode: 'standalone' });
  devtools = await context.newCDPSession(context.pages()[0] ?? tab);
  await tab.close();
  const opened = context.waitForEvent('page');
  await devtools.send('PWA.launch', appId());
  app = await opened;
  // The browser may open the page before it makes the window the app's: then the page takes it for a tab.
  await app.waitForFunction(() => matchMedia('(display-mode: standalone)').matches);
  await app.reload();
  await app.waitForFunction(() => globalThis.askedToKeep.length > 0);
  expect(await keptAnswers(app)).toEqual([true]);
  expect(
    await app.evaluate(async () => ({
      isApp: matchMedia('(display-mode: standalone)').matches,
      isKept: await navigator.storage.persisted(),
    })),
  ).toEqual({ isApp: true, isKept: true });
  expect(await app.getByText('can be an app on this device').count()).toBe(0);
}

/** It goes into the upload dialog of the window that is there. */
async function openFileInApp(): Promise<void> {
  await app.evaluate(() => Object.assign(globalThis, { untouched: true }));
  const file = join(profile, 'opened.zip');
  writeFileSync(file, zipOf({ 'a.txt': 'a' }));
  await devtools.send('PWA.launchFilesInApp', { ...appId(), files: [file] });
  await isChosen(app, 'opened.zip');
  expect(await app.evaluate(() => 'untouched' in globalThis)).toBe(true);
  await app.getByRole('button', { name: 'Cancel' }).click();
}

/** The icon has the number of the tab's title: one of the simulated platforms is down. */
async function countOnIcon(): Promise<void> {
  const shows = (count: number) => expect.poll(badge, { timeout: 10_000 }).toBe(count);
  await shows(1);
  // On a busy machine another one may be slow, and have an incident already.
  const incidents = await operator.read<Incident[]>('/api/incidents');
  const platforms = await operator.read<Connection[]>('/api/mesh/connections');
  const well = platforms.find(({ id }) =>
    incidents.every((one) => one.platform !== id || one.endedAt !== null),
  );
  await operator.send('/api/drills', { platform: well?.id, minutes: 5 });
  await shows(2);
  expect((await operator.call(`/api/drills/${well?.id}`, { method: 'DELETE' })).ok).toBe(true);
  await shows(1);
}
