import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Bundle, BundleDetails } from '../../contract/shapes/bundle.ts';
import { zipOf } from '../doubles/zip-writer.ts';
import { closeContexts, openBrowser } from '../e2e/browser.ts';
import { builtConsole } from '../e2e/built-console.ts';
import { type CuttingProxy, startCuttingProxy } from '../e2e/cutting-proxy.ts';
import { type ExchangedServer, startExchangedServer } from '../e2e/exchanged-server.ts';
import { buildNextRelease, builtIn, type NextRelease } from '../e2e/next-release.ts';
import { type Operator, registerOperator } from '../e2e/operator.ts';
import { contextFor } from '../e2e/screens.ts';
import { isKept, WITH_SERVICE_WORKER } from '../e2e/service-worker.ts';
import { isBuild, isReady, openCounted, SERVERS_LATE } from '../e2e/update-tabs.ts';

/**
 * From this build to the next release and back, over one data directory and one address, and everything that
 * can go wrong between: in none of it is there a blank page or a lost upload.
 */

const MIB = 1024 * 1024;

let ownBuild: string;
let next: NextRelease;
let browser: Browser;
let server: ExchangedServer;
let proxy: CuttingProxy;
let operator: Operator;

beforeAll(async () => {
  await builtConsole();
  ownBuild = builtIn(process.cwd()).id;
  next = await buildNextRelease();
  browser = await openBrowser();
  server = await startExchangedServer();
  proxy = await startCuttingProxy(server.product.port);
  operator = await registerOperator(server.product, 'ada');
}, 600_000);
afterEach(() => proxy.down(false));
afterAll(async () => {
  await closeContexts();
  await proxy.close();
  next.remove();
});

const signedIn = () =>
  contextFor(browser, { ...server.product, url: proxy.url }, operator, WITH_SERVICE_WORKER);
const openTab = (within: BrowserContext, path: string) => openCounted(within, proxy.url + path);

test('three tabs go over together: never under an upload, each with one reload, and back again', async () => {
  const context = await signedIn();
  const desk = await openTab(context, '/mesh-network');
  await isKept(desk.page);
  const sender = await openTab(context, '/dashboard?show=upload');
  const wall = await openTab(context, '/dashboard?wall=1');
  const bytes = zipOf({ 'weights.bin': randomBytes(4 * MIB) });
  // The line breaks again and again: the upload goes on for as long as the test wants.
  proxy.cutAfter(MIB / 8, 1_000_000);
  const dialog = sender.page.getByRole('dialog', { name: 'Upload Sovereign ZIP Bundle' });
  await sender.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'upgrade.zip', mimeType: 'application/zip', buffer: bytes });
  await dialog.getByRole('button', { name: 'Upload & Validate' }).click();
  await expect.poll(() => proxy.cuts(), { timeout: SERVERS_LATE }).toBeGreaterThan(0);

  await server.serve(next.root);
  await desk.page.getByText('A new version is ready.').waitFor({ timeout: SERVERS_LATE });
  await desk.page.getByText('What is new').click();
  await desk.page.getByText(next.note).waitFor();
  await desk.page.getByRole('button', { name: 'Update now' }).click();
  await desk.page.getByText('The update waits until your uploads are sent.').waitFor();
  const loads = () => [desk.loads(), sender.loads(), wall.loads()];
  expect(loads()).toEqual([1, 1, 1]);

  proxy.cutAfter(Number.POSITIVE_INFINITY, 0);
  await arrived('upgrade.zip', bytes);
  await desk.page.getByRole('button', { name: 'Uploads, all sent' }).waitFor();
  // A tab with an open dialog is in use, and follows when that is closed.
  await dialog.waitFor({ state: 'detached' });
  await sender.page.getByRole('button', { name: 'Upload ZIP Bundle' }).first().click();
  await dialog.waitFor();
  await desk.page.getByRole('button', { name: 'Update now' }).click();
  await isBuild(desk, next.build);
  await isBuild(wall, next.build);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await isBuild(sender, next.build);
  await expect.poll(loads, { timeout: SERVERS_LATE }).toEqual([2, 2, 2]);

  await server.serve();
  await desk.page.getByText('A new version is ready.').waitFor({ timeout: SERVERS_LATE });
  expect(loads()).toEqual([2, 2, 2]);
  await desk.page.getByRole('button', { name: 'Update now' }).click();
  for (const tab of [desk, sender, wall]) {
    await isBuild(tab, ownBuild);
    await isReady(tab.page);
  }
  await expect.poll(loads, { timeout: SERVERS_LATE }).toEqual([3, 3, 3]);
  await context.close();
});

async function arrived(name: string, bytes: Buffer): Promise<void> {
  const find = async () =>
    (await operator.read<Bundle[]>('/api/zip/bundles')).filter((one) => one.name === name);
  await expect.poll(async () => (await find()).length, { timeout: 60_000 }).toBe(1);
  const [bundle] = await find();
  const { sha256 } = await operator.read<BundleDetails>(`/api/zip/bundles/${bundle?.id}`);
  expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
}

test('the next release serves the files of this one as well, for tabs that are still open', async () => {
  await server.serve(next.root);
  const theirs = new Set(builtIn(next.root).files);
  const older = builtIn(process.cwd()).files.filter(
    (file) => /\.(?:js|css)$/.test(file) && !theirs.has(file),
  );
  expect(older.length).toBeGreaterThan(0);
  for (const file of older) {
    const answer = await fetch(`${server.product.url}/${file}`);
    expect([file, answer.status]).toEqual([file, 200]);
    expect(await answer.text()).toBe(readFileSync(`dist/console/${file}`, 'utf8'));
  }
});

test('a full disk keeps nothing back but the copy for offline, and that is said', async () => {
  const fresh = await signedIn();
  const page = await fresh.newPage();
  const devtools = await fresh.newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: proxy.url, quotaSize: 200_000 });
  await page.goto(`${proxy.url}/dashboard?show=device`);
  await page.getByText('Could not be stored on this device').waitFor({ timeout: SERVERS_LATE });
  await page.getByText('85.7% uptime').waitFor();
  await fresh.close();
});
