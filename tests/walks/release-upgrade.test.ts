import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zipOf } from '../doubles/zip-writer.ts';
import { openBrowser } from '../e2e/browser.ts';
import { builtConsole } from '../e2e/built-console.ts';
import { type CuttingProxy, startCuttingProxy } from '../e2e/cutting-proxy.ts';
import { KEPT_RELEASES, type KeptRelease, unpackRelease } from '../e2e/kept-release.ts';
import { builtIn } from '../e2e/next-release.ts';
import { newDataDir, startProduct } from '../e2e/product.ts';
import type { Product } from '../e2e/running-product.ts';
import { isKept } from '../e2e/service-worker.ts';
import { signUp } from '../e2e/sign-up.ts';
import { isBuild, isReady, openCounted, SERVERS_LATE, type Tab } from '../e2e/update-tabs.ts';

/**
 * From a release as it was really built to these sources. The older program finds the update and goes over by its own
 * rules; this one reads its database and the upload that it is sending. There is no
 * way back past a migration: a release does not start on a database with migrations that it does not know.
 */

const MIB = 1024 * 1024;
const VIEW = { viewport: { width: 1280, height: 900 } };
const WAIT = { timeout: SERVERS_LATE };
/** In the words of each release. */
const WAITS_FOR_UPLOADS =
  /An upload is under way or not sent yet|The update waits until your uploads are sent/;

let browser: Browser;
let ownBuild: string;
beforeAll(async () => {
  await builtConsole();
  ownBuild = builtIn(process.cwd()).id;
  browser = await openBrowser();
});

describe.each(KEPT_RELEASES)('from %s', (name) => {
  const dataDir = newDataDir();
  let older: KeptRelease;
  let server: Product;
  let proxy: CuttingProxy;
  let context: BrowserContext;
  let hall: BrowserContext;
  let desk: Tab;
  let sender: Tab;
  let wall: Tab;
  let lonelyWall: Tab;

  beforeAll(async () => {
    older = unpackRelease(name);
    server = await older.start({ DATA_DIR: dataDir });
    proxy = await startCuttingProxy(server.port);
  });
  afterAll(async () => {
    await context?.close();
    await hall?.close();
    await proxy.close();
    await server.stop();
    older.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const open = (within: BrowserContext, path: string) => openCounted(within, proxy.url + path);
  const place = () => ({ DATA_DIR: dataDir, PORT: String(server.port) });
  const tabs = () => [desk, sender, wall];
  const loads = () => tabs().map((tab) => tab.loads());

  test('never under an upload, without a server too, and live again without a sign-in', async () => {
    await fillOlder();
    await meetsThisBuild();
    await goesOverWithoutServer();
    await isLiveAgain();
  }, 600_000);

  async function fillOlder(): Promise<void> {
    context = await browser.newContext(VIEW);
    desk = await open(context, '/signup');
    await signUp(desk.page);
    await desk.page.waitForURL('**/dashboard');
    await isKept(desk.page);
    sender = await open(context, '/dashboard?show=upload');
    await send(sender.page, 'before.zip', MIB);
    await sender.page.getByRole('dialog').waitFor({ state: 'detached' });
    await isValidated(desk.page, 'before.zip');
    wall = await open(context, '/dashboard?wall=1');
    await isReady(wall.page);
    hall = await browser.newContext({ ...VIEW, storageState: await context.storageState() });
    lonelyWall = await open(hall, '/dashboard?wall=1');
    await isKept(lonelyWall.page);
    await platforms(lonelyWall.page).waitFor();
    // The line breaks again and again: the upload goes on for as long as the test wants.
    proxy.cutAfter(MIB / 8, 1_000_000);
    await sender.page.goto(`${proxy.url}/dashboard?show=upload`);
    await send(sender.page, 'between.zip', 4 * MIB);
    await expect.poll(() => proxy.cuts(), WAIT).toBeGreaterThan(0);
    await isBuild(desk, older.build);
  }

  async function meetsThisBuild(): Promise<void> {
    await server.stop();
    server = await startProduct(place());
    const before = loads();
    await desk.page.getByText('A new version is ready.').waitFor(WAIT);
    await desk.page.getByRole('button', { name: 'Update now' }).click();
    await desk.page.getByText(WAITS_FOR_UPLOADS).waitFor();
    expect(loads()).toEqual(before);
    proxy.cutAfter(Number.POSITIVE_INFINITY, 0);
    await isValidated(desk.page, 'between.zip');
    await desk.page.getByRole('button', { name: 'Uploads, all sent' }).waitFor(WAIT);
    await isBuild(lonelyWall, ownBuild);
    await platforms(lonelyWall.page).waitFor();
    expect(loads()).toEqual(before);
  }

  async function goesOverWithoutServer(): Promise<void> {
    const before = loads();
    const live = desk.page.getByText('Live connection active');
    await live.waitFor(WAIT);
    await server.stop();
    await live.waitFor({ state: 'detached', ...WAIT });
    await desk.page.getByRole('button', { name: 'Update now' }).click();
    const close = sender.page.getByRole('button', { name: 'Close' });
    if (await close.isVisible()) await close.click();
    for (const tab of tabs()) {
      await isBuild(tab, ownBuild);
      await isReady(tab.page);
    }
    expect(loads()).toEqual(before.map((count) => count + 1));
    // Last-known data of another contract version is not read: the console says that it has none.
    await desk.page
      .getByText(/server cannot be reached/)
      .first()
      .waitFor(WAIT);
  }

  async function isLiveAgain(): Promise<void> {
    server = await startProduct(place());
    await desk.page.getByText('Live connection active').waitFor(WAIT);
    await isValidated(desk.page, 'between.zip');
    await platforms(wall.page).waitFor(WAIT);
  }
});

const platforms = (page: Page) => page.getByRole('region', { name: 'Platforms' });

/** The dashboard's bundles load when they are scrolled near. */
async function isValidated(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name: 'ZIP Bundles' }).last().scrollIntoViewIfNeeded();
  const row = page.getByRole('row', { name: new RegExp(name) }).first();
  await row.getByText('validated').waitFor(WAIT);
}

async function send(page: Page, name: string, size: number): Promise<void> {
  const buffer = zipOf({ 'weights.bin': randomBytes(size) });
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name, mimeType: 'application/zip', buffer });
  await page.getByRole('button', { name: 'Upload & Validate' }).click();
}
