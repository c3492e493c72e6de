import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { zipOf } from '../doubles/zip-writer.ts';
import { signOutBy } from './browser.ts';
import { dropFile } from './drop-file.ts';
import { test } from './fixtures.ts';
import { PASSWORD } from './operator.ts';
import { newDataDir } from './product.ts';
import { toastSaid } from './said-toasts.ts';
import { WITH_SERVICE_WORKER } from './service-worker.ts';
import { signUp } from './sign-up.ts';
import { statusesOf, watchStatuses } from './statuses.ts';

/** The main job from the first visit to the day after, as one person does it. */

/** The words of the statuses connected, connected, warning, connected, error, connected. */
const STATUSES = ['connected', 'connected', 'slow', 'connected', 'down', 'connected'];
const MIB = 1024 * 1024;

test.override('contextOptions', {
  ...WITH_SERVICE_WORKER,
  viewport: { width: 1440, height: 1000 },
});

/** @returns the path of a bundle whose content does not compress, so that checking it takes as long as a real one's */
function bundleOf(mib: number, name: string): string {
  const path = join(newDataDir(), name);
  const weights = randomBytes(mib * MIB);
  writeFileSync(
    path,
    zipOf({ 'manifest.json': '{"feature":"routing"}', 'model/weights.bin': weights }),
  );
  return path;
}

test('a visitor signs up, sees the mesh, uploads bundles, syncs, signs out and finds it all again after a restart', async ({
  product,
  visitor,
  openPage,
}) => {
  const { page, picture } = await openPage(visitor);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });

  await page.goto(product.url);
  await picture('landing');
  await page.getByRole('link', { name: 'Get Started' }).first().click();
  await page.waitForURL('**/signup');
  await signUp(page, 'S11.1+Atom2 (Enhanced Analysis)');
  await page.waitForURL('**/dashboard');
  await toastSaid(page, 'Account Created!');
  await picture('first-dashboard');

  const figures = page.getByRole('region', { name: 'Key figures' });
  await figures.getByText('85.7% uptime').waitFor();
  expect(await figures.getByLabel('Mesh Connections').textContent()).toContain('6/7');
  // On a busy machine one may answer late at first, and is measured again.
  await expect.poll(() => sidebarStatuses(page)).toEqual(STATUSES);
  await page.getByText('Live connection active').waitFor();
  const loadsBefore = loads;

  await watchStatuses(page);
  await openUpload(page);
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(6);
  const browsed = bundleOf(16, 'browsed.zip');
  await page.locator('input[type=file]').setInputFiles(browsed);
  await page.getByText(/^16\.\d\d MB$/).waitFor();
  await picture('chosen-by-browse');
  await upload(page);
  await rowReads(page, 'browsed.zip', 'validated');
  await picture('validated-by-browse');

  await openUpload(page);
  await dropFile(page, bundleOf(8, 'dropped.zip'));
  await page.getByText(/^8\.\d\d MB$/).waitFor();
  await picture('chosen-by-drop');
  await upload(page);
  await rowReads(page, 'dropped.zip', 'validated');
  for (const name of ['browsed.zip', 'dropped.zip'])
    expect(await statusesOf(page, name)).toEqual(['validating', 'validated']);

  const activity = page.getByRole('region', { name: 'Real-time Mesh Activity' }).first();
  await activity.getByText('dropped.zip passed validation').waitFor();
  await page.getByRole('button', { name: 'Sync Mesh' }).click();
  await toastSaid(page, 'Mesh synchronization completed successfully');
  await activity.getByText(/sync/i).first().waitFor();
  await picture('synced');
  expect(loads, 'nothing was reloaded').toBe(loadsBefore);

  await signOutBy(page);
  await page.waitForURL('**/login');
  await picture('signed-out');
  await page.close();

  expect(await product.stop()).toMatchObject({ code: 0 });
  await product.start();
  const dayAfter = await openPage(visitor);
  await dayAfter.page.goto(`${product.url}/dashboard`);
  await dayAfter.page.waitForURL('**/login**');
  await signIn(dayAfter.page);
  await dayAfter.page.waitForURL('**/dashboard');
  await toastSaid(dayAfter.page, 'Welcome back!');
  await rowReads(dayAfter.page, 'browsed.zip', 'validated');
  await rowReads(dayAfter.page, 'dropped.zip', 'validated');
  await dayAfter.page.getByText('85.7% uptime').waitFor();
  await expect.poll(() => sidebarStatuses(dayAfter.page)).toEqual(STATUSES);
  await dayAfter.picture('everything-still-there');
});

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
}

async function openUpload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload ZIP Bundle' }).first().click();
  await page.getByRole('dialog', { name: 'Upload Sovereign ZIP Bundle' }).waitFor();
}

async function upload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload & Validate' }).click();
  await toastSaid(page, 'ZIP bundle uploaded successfully');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function rowReads(page: Page, name: string, status: string): Promise<void> {
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByText(status, { exact: false })
    .first()
    .waitFor();
}

/** The six words in the sidebar, in its order. */
async function sidebarStatuses(page: Page): Promise<string[]> {
  const platforms = page.getByRole('list', { name: 'Platforms of the mesh' }).getByRole('listitem');
  await platforms.nth(5).waitFor();
  const texts = await platforms.allInnerTexts();
  return texts.map((text) => STATUSES.find((word) => text.toLowerCase().includes(word)) ?? text);
}
