import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Bundle, BundleDetails } from '../../contract/shapes/bundle.ts';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { zipOf } from '../doubles/zip-writer.ts';
import { closeContexts, openBrowser } from '../e2e/browser.ts';
import { builtConsole } from '../e2e/built-console.ts';
import { type ExchangedServer, startExchangedServer } from '../e2e/exchanged-server.ts';
import { buildNextRelease, builtIn, type NextRelease } from '../e2e/next-release.ts';
import { type Operator, registerOperator } from '../e2e/operator.ts';
import { INSTANCES, newDataDir } from '../e2e/product.ts';
import { signInContext } from '../e2e/screens.ts';
import { isKept, WITH_SERVICE_WORKER } from '../e2e/service-worker.ts';
import {
  buildOf,
  EXCHANGED_SERVER,
  isBuild,
  isReady,
  openCounted,
  SERVERS_LATE,
  type Tab,
} from '../e2e/update-tabs.ts';
import { startWire, type Wire } from '../e2e/wire.ts';
import { contextOf } from '../e2e/wired-tabs.ts';

/** Updates that end half-way: the line, the browser or the disk fails. The version that runs stays whole. */

const MIB = 1024 * 1024;
const WAIT = { timeout: SERVERS_LATE };
let ownBuild: string;
let next: NextRelease;
let browser: Browser;
let server: ExchangedServer;
let wire: Wire;
let operator: Operator;

beforeAll(async () => {
  await builtConsole();
  ownBuild = builtIn(process.cwd()).id;
  next = await buildNextRelease();
  browser = await openBrowser();
  server = await startExchangedServer();
  wire = await startWire(server.product.port);
  operator = await registerOperator(server.product);
}, 600_000);
afterEach(() => {
  wire.mode = 'carry';
  wire.spoilt = undefined;
  next.mend();
});
afterAll(async () => {
  await closeContexts();
  await wire.close();
  next.remove();
});

const open = (context: BrowserContext, path: string) => openCounted(context, wire.url + path);
const newAsset = () => `/${next.newAssets[0]}`;
const versionOf = ({ page }: Tab) => page.getByRole('region', { name: 'Version' });
const checkAgain = (tab: Tab) =>
  versionOf(tab).getByRole('button', { name: 'Check for updates' }).click(WAIT);

/** What the browser says of a font whose answer is a portal's page: some are read when they are first drawn. */
const PORTAL_FONT = [/^console warning: (?:Failed to decode downloaded font|OTS parsing error): /];

/** The old version starts from what this device has, without a server as well. */
async function isWhole(tab: Tab): Promise<void> {
  wire.mode = 'swallow';
  wire.cut();
  await tab.page.reload();
  await isReady(tab.page);
  expect(await buildOf(tab.page)).toBe(ownBuild);
  await versionOf(tab).waitFor();
  wire.mode = 'carry';
  wire.cut();
}

/** It is tried once more, ends without the update, and says so. */
async function failsAgain(tab: Tab): Promise<void> {
  const before = wire.asked.length;
  await checkAgain(tab);
  const isAsked = () =>
    wire.asked.slice(before).some((path) => next.newAssets.includes(path.slice(1)));
  await expect.poll(isAsked, WAIT).toBe(true);
  await tab.page.waitForFunction(async () => {
    const { installing, waiting } = await navigator.serviceWorker.ready;
    return installing === null && waiting === null;
  });
  await tab.page.getByText('this device could not store it').waitFor(WAIT);
  expect(await buildOf(tab.page)).toBe(ownBuild);
}

/** What stood in the way is gone: the update comes when it is asked for. */
async function isHadNow(tab: Tab): Promise<void> {
  await checkAgain(tab);
  await versionOf(tab).getByRole('button', { name: 'Update now' }).click(WAIT);
  await isBuild(tab, next.build);
  await isReady(tab.page);
}

/** What a server answers in the place of one file of an update; undefined: 404. */
const SPOILS: readonly (string | undefined)[] = [
  // Several instances have the files of every build in their database: one whose own are gone serves them all the same.
  ...(INSTANCES > 1 ? [] : [undefined]),
  '<!doctype html><title>Sign in</title>',
];

test('an update whose line breaks, of which a file is missing or is a page, or that has no room changes nothing, and is had when it can be', async () => {
  const context = await contextOf(browser, operator, wire, WITH_SERVICE_WORKER);
  const tab = await open(context, '/dashboard?show=device');
  await isKept(tab.page);
  wire.spoilt = { path: newAsset(), answer: 'half' };
  await server.serve(next.root);
  await tab.page.getByText('this device could not store it').waitFor(WAIT);
  await isWhole(tab);
  for (const text of SPOILS) {
    next.spoil(newAsset().slice(1), text);
    wire.spoilt = undefined;
    await server.serve(next.root);
    await failsAgain(tab);
  }
  const giveRoom = await fillDisk(tab.page);
  next.mend();
  await server.serve(next.root);
  await failsAgain(tab);
  await isWhole(tab);
  await giveRoom();
  await isHadNow(tab);
  await context.close();
});

test('a browser that dies in the middle of an update starts the old version, and has the new one later', async () => {
  await server.serve();
  const profile = join(newDataDir(), 'profile');
  const dying = await openProfile(profile);
  const before = await open(dying, '/dashboard?show=device');
  await isKept(before.page);
  wire.spoilt = { path: newAsset(), answer: 'none' };
  await server.serve(next.root);
  await expect.poll(() => wire.asked.includes(newAsset()), WAIT).toBe(true);
  await kill(dying);

  const context = await openProfile(profile);
  const tab = await open(context, '/dashboard?show=device');
  await isReady(tab.page);
  expect(await buildOf(tab.page)).toBe(ownBuild);
  await isWhole(tab);
  wire.spoilt = undefined;
  wire.cut();
  await isHadNow(tab);
  await context.close();
});

async function openProfile(folder: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, chromiumLaunch());
  await signInContext(context, wire.url, operator);
  return context;
}

/** At once, as a system does that runs out of memory: nothing is written any more. */
async function kill(context: BrowserContext): Promise<void> {
  const gone = new Promise((resolve) => context.once('close', resolve));
  const session = await context.browser()?.newBrowserCDPSession();
  session?.send('Browser.crash').catch((error: unknown) => error);
  await gone;
}

test('an upload that has no room on the disk says so, and is sent when the server can be reached', async () => {
  const context = await contextOf(browser, operator, wire);
  const { page } = await openCounted(context, `${wire.url}/repair.html`, [
    ...EXCHANGED_SERVER,
    ...PORTAL_FONT,
  ]);
  // A database that is open already would go on for a while by what the browser knew of the room.
  await fillDisk(page);
  await page.goto(`${wire.url}/dashboard?show=upload`);
  await isReady(page);
  const buffer = zipOf({ 'weights.bin': randomBytes(MIB) });
  const file = { name: 'no-room.zip', mimeType: 'application/zip', buffer };
  await page.locator('input[type=file]').setInputFiles(file);
  wire.mode = 'portal';
  wire.cut();
  const dialog = page.getByRole('dialog', { name: 'Upload Sovereign ZIP Bundle' });
  await dialog.getByRole('button', { name: 'Upload & Validate' }).click();
  await page.getByText(/^This device could not save the file: keep this page open/).waitFor(WAIT);
  expect(await page.getByText(/^Saved on this device/).count()).toBe(0);
  await page.getByRole('button', { name: 'Uploads, 1 not sent' }).waitFor();
  wire.mode = 'carry';
  wire.cut();
  const found = async () =>
    (await operator.read<Bundle[]>('/api/zip/bundles')).filter(({ name }) => name === file.name);
  await expect.poll(async () => (await found()).length, WAIT).toBe(1);
  const [bundle] = await found();
  const { sha256 } = await operator.read<BundleDetails>(`/api/zip/bundles/${bundle?.id}`);
  expect(sha256).toBe(createHash('sha256').update(buffer).digest('hex'));
  await context.close();
});

/** @returns makes room again */
async function fillDisk(page: Page): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  const { url: origin } = wire;
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  return () => session.send('Storage.overrideQuotaForOrigin', { origin });
}
