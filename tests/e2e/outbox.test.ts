import { createHash, randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Bundle, BundleDetails } from '../../contract/shapes/bundle.ts';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { zipOf } from '../doubles/zip-writer.ts';
import { CONNECTION_LOST, signOutBy, toastIn } from './browser.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { test as base } from './fixtures.ts';
import { type Operator, signInOperator } from './operator.ts';
import { newDataDir } from './product.ts';
import { toastSaid } from './said-toasts.ts';
import { signInContext } from './screens.ts';
import { isKept, NO_SERVICE_WORKER } from './service-worker.ts';

/** Uploads over a connection that breaks: everything goes through a proxy that the test cuts. */

const MIB = 1024 * 1024;
const SAVED = 'Saved on this device. It uploads when the server is back.';
/** After a break the console asks whether the server has the bundle, which it has not yet. */
const BROKEN_UPLOAD = [
  ...CONNECTION_LOST,
  /^404: GET \S+\/api\/zip\/receipts\//,
  // The server may not have noticed yet that the line is cut: its place is taken until then.
  /^429: PATCH \S+\/api\/zip\/uploads\//,
  // Bytes of the cut line may still be on their way to the file: then the offset is asked for again (tus 1.0, PATCH).
  /^409: PATCH \S+\/api\/zip\/uploads\//,
];
const REFUSED_UPLOAD = [/^400: POST \S+\/api\/zip\/upload/, /Failed to load resource: .* 400 /];
const VIEW = { viewport: { width: 1280, height: 900 } };

const test = base
  .extend('proxy', async ({ product, onTestFinished }) => {
    const proxy = await startCuttingProxy(product.port);
    // After the pages are closed, so that they see no server end.
    onTestFinished(() => proxy.close());
    return proxy;
  })
  .extend('signedIn', async ({ browser, operator, proxy }, { onCleanup }) => {
    const context = await browser.newContext({ ...NO_SERVICE_WORKER, ...VIEW });
    await signInContext(context, proxy.url, operator);
    onCleanup(() => context.close());
    return context;
  });

const bundleOf = (mib: number) => zipOf({ 'weights.bin': randomBytes(mib * MIB) });
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function choose(page: Page, url: string, name: string, buffer: Buffer): Promise<void> {
  await page.goto(`${url}/dashboard?show=upload`);
  const dialog = page.getByRole('dialog', { name: 'Upload Sovereign ZIP Bundle' });
  await dialog.waitFor();
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name, mimeType: 'application/zip', buffer });
  await dialog.getByRole('button', { name: 'Upload & Validate' }).click();
}

/** Asks the server itself until the bundle is there. */
async function arrived(operator: Operator, name: string): Promise<BundleDetails> {
  const find = async () =>
    (await operator.read<Bundle[]>('/api/zip/bundles')).filter((one) => one.name === name);
  await expect.poll(async () => (await find()).length, { timeout: 60_000 }).toBe(1);
  const [bundle] = await find();
  return operator.read<BundleDetails>(`/api/zip/bundles/${bundle?.id}`);
}

const counter = (page: Page, text: string) =>
  page.getByRole('button', { name: new RegExp(`^Uploads, ${text}`) });

test('an upload that is cut at 60% four times in a row arrives as one bundle, every byte the same', async ({
  proxy,
  operator,
  signedIn,
  openPage,
}) => {
  const { page, picture } = await openPage(signedIn, BROKEN_UPLOAD);
  const bytes = bundleOf(9);
  // It goes on from 60% three times, and gets nowhere.
  proxy.cutAfter(Math.floor(bytes.length * 0.6), 4, 1);
  await choose(page, proxy.url, 'cut.zip', bytes);
  await toastSaid(page, SAVED);
  await counter(page, '1 not sent').waitFor();
  await picture('broken');
  const bundle = await arrived(operator, 'cut.zip');
  expect(proxy.cuts()).toBe(4);
  expect(bundle.sha256).toBe(sha256Of(bytes));
  await counter(page, 'all sent').waitFor();
});

test('an upload made offline is saved, listed, and sent from its copy when the server is back', async ({
  proxy,
  operator,
  openPage,
}) => {
  // A private window keeps no copy of a file, only where it lies.
  const folder = newDataDir();
  const profile = join(folder, 'profile');
  const own = await chromium.launchPersistentContext(profile, { ...chromiumLaunch(), ...VIEW });
  await signInContext(own, proxy.url, operator);
  const { page, picture } = await openPage(own, BROKEN_UPLOAD);
  const bytes = bundleOf(1);
  await page.goto(`${proxy.url}/dashboard?show=upload`);
  await isKept(page);
  const dialog = page.getByRole('dialog', { name: 'Upload Sovereign ZIP Bundle' });
  await dialog.waitFor();
  const input = page.locator('input[type=file]');
  const original = join(folder, 'offline.zip');
  writeFileSync(original, bytes);
  await input.setInputFiles(original);
  proxy.down(true);
  await dialog.getByRole('button', { name: 'Upload & Validate' }).click();
  await toastSaid(page, SAVED);
  await dialog.waitFor({ state: 'detached' });
  await counter(page, '1 not sent').click();
  await page.getByText('offline.zip').waitFor();
  await picture('kept');
  // The stick with the file on it is pulled out: what is sent is the device's own copy.
  rmSync(original);
  proxy.down(false);
  expect((await arrived(operator, 'offline.zip')).sha256).toBe(sha256Of(bytes));
  await counter(page, 'all sent').waitFor();
  await own.close();
});

test('an upload outlives a reload of the page and a restart of the server', async ({
  product,
  proxy,
  operator,
  signedIn,
  openPage,
}) => {
  const { page } = await openPage(signedIn, BROKEN_UPLOAD);
  const bytes = bundleOf(9);
  const before = proxy.cuts();
  proxy.cutAfter(5 * MIB, 1);
  await choose(page, proxy.url, 'restart.zip', bytes);
  await counter(page, '1 not sent').waitFor();
  await expect.poll(() => proxy.cuts(), { timeout: 30_000 }).toBe(before + 1);
  proxy.down(true);
  await product.stop('SIGKILL');
  await product.start();
  proxy.down(false);
  await page.reload();
  expect((await arrived(operator, 'restart.zip')).sha256).toBe(sha256Of(bytes));
  await counter(page, 'all sent').waitFor();
});

test('signing out on a dead line asks about unsent work, removes it at once, and ends the session later', async ({
  browser,
  product,
  proxy,
  operator,
  openPage,
}) => {
  const own = await signInOperator(product, operator.username);
  const context = await browser.newContext(VIEW);
  await signInContext(context, proxy.url, own);
  const { page, picture } = await openPage(context, BROKEN_UPLOAD);
  await page.goto(`${proxy.url}/dashboard?show=upload`);
  await isKept(page);
  const dialog = page.getByRole('dialog', { name: 'Upload Sovereign ZIP Bundle' });
  await dialog.waitFor();
  const input = page.locator('input[type=file]');
  const buffer = bundleOf(1);
  await input.setInputFiles({ name: 'unsent.zip', mimeType: 'application/zip', buffer });
  proxy.down(true);
  await dialog.getByRole('button', { name: 'Upload & Validate' }).click();
  await toastSaid(page, SAVED);

  await signOutBy(page);
  const question = page.getByRole('dialog', { name: 'Unsent uploads' });
  await question.getByText(/1 upload has not been sent/).waitFor();
  await picture('asked');
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await counter(page, '1 not sent').waitFor();
  await signOutBy(page);
  await question.getByRole('button', { name: 'Sign out and remove' }).click();
  await page.waitForURL('**/login');
  const databases = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name),
  );
  expect(databases).not.toContain('outbox ada');
  const left = toastIn(page).getByText('Signed out on this device');
  await left.waitFor();
  await picture('left');
  expect((await own.call('/api/account')).status).toBe(200);
  proxy.down(false);
  await toastSaid(page, 'The server has ended your session.');
  expect((await own.call('/api/account')).status).toBe(401);
  await context.close();
});

test('a file that the server refuses neither waits for it nor is offered again', async ({
  proxy,
  signedIn,
  openPage,
}) => {
  const { page } = await openPage(signedIn, REFUSED_UPLOAD);
  await choose(page, proxy.url, 'no-zip.zip', Buffer.from('hello, this is text'));
  await page.getByText('The file is not a ZIP file.').first().waitFor();
  await page.goto(`${proxy.url}/mesh-network`);
  await page.getByRole('button', { name: 'Uploads, 1 refused' }).click();
  await page.getByText('The file is not a ZIP file.').waitFor();
  await page.getByRole('button', { name: 'Dismiss no-zip.zip' }).waitFor();
  expect(await page.getByRole('button', { name: 'Send again: no-zip.zip' }).count()).toBe(0);
  expect(await page.getByText('Saved on this device').count()).toBe(0);
  await page.getByRole('button', { name: 'Dismiss no-zip.zip' }).click();
  await page.getByRole('button', { name: /^Uploads/ }).waitFor({ state: 'detached' });
});
