import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PATHS } from '../../contract/paths.ts';
import type { Notification } from '../../contract/shapes/notification.ts';
import { zipOf } from '../doubles/zip-writer.ts';
import { CONNECTION_LOST, toastIn } from './browser.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { test } from './fixtures.ts';
import type { Operator } from './operator.ts';
import { toastSaid } from './said-toasts.ts';
import { contextFor } from './screens.ts';

/** What the console's shell says on every screen, in a real browser against the real server. */

test.override('contextOptions', { viewport: { width: 1280, height: 900 } });

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

/** An archive that leads out of its folder never passes its checks. */
async function uploadBadBundle(operator: Operator, name: string): Promise<void> {
  const form = new FormData();
  form.append('zipfile', new File([new Uint8Array(zipOf({ '../evil.txt': 'x' }))], name));
  form.append('targetPlatforms', JSON.stringify(['Forge']));
  form.append('priority', 'standard');
  await operator.call('/api/zip/upload', { method: 'POST', body: form });
}

/** @returns whether the server knows that the alert was read */
async function isRead(operator: Operator, name: string): Promise<boolean> {
  const list = await operator.read<Notification[]>(PATHS.notifications);
  return list.some(({ text, read }) => text.includes(name) && read);
}

test('a platform that is down is said by badge, tab title and menu', async ({
  product,
  signedIn,
  openPage,
}) => {
  const { page, picture } = await openPage(signedIn);
  await page.goto(`${product.url}/mesh-network`);
  await page.getByText('1 down', { exact: false }).first().waitFor();
  expect(await page.getByText('Mesh Active', { exact: true }).isVisible()).toBe(true);
  await expect.poll(() => page.title()).toBe('(1) Archive down · Mesh Network · Meridian');
  const link = page
    .getByRole('navigation', { name: 'Console' })
    .getByRole('link', { name: /^Incidents/ });
  await expect.poll(() => link.textContent()).toMatch(/^Incidents\d+ open$/);
  await picture('verdict');
});

test('a bundle that fails its checks is said once, and stays behind the bell after a reload', async ({
  product,
  operator,
  signedIn,
  openPage,
}) => {
  const { page, picture } = await openPage(signedIn);
  await page.goto(`${product.url}/mesh-network`);
  await page.getByRole('button', { name: /Connection to the server: .*Live/ }).waitFor();
  await uploadBadBundle(operator, 'bad-path.zip');
  await toastSaid(page, 'bad-path.zip');
  await picture('alert');
  await page.reload();
  await page.getByRole('button', { name: /^Notifications, \d+ new/ }).waitFor();
  expect(await toastIn(page).getByText('bad-path.zip').count()).toBe(0);
  await bell(page).click();
  const said = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'bad-path.zip' });
  await said.and(page.locator('[data-new]')).waitFor();
  await picture('bell');
  // The mesh goes on: the bell may count something else by now.
  await expect.poll(() => isRead(operator, 'bad-path.zip')).toBe(true);
  await page.reload();
  await bell(page).click();
  await said.waitFor();
  expect(await said.getAttribute('data-new')).toBeNull();
  await said.getByRole('link').click();
  await page.waitForURL(/bundle=/);
});

test('the palette takes the focus to the heading of the screen, and lists the keys', async ({
  product,
  signedIn,
  openPage,
}) => {
  const { page, picture } = await openPage(signedIn);
  await page.goto(`${product.url}/dashboard`);
  await page.getByRole('button', { name: /Connection to the server: .*Live/ }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('prove arch');
  await picture('palette');
  await page.getByRole('dialog').getByRole('button', { name: 'Prove Archive' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/route66-proof\?peer=archive/);
  await page.locator('h1:focus').getByText('Route66 Proof').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('shortcuts');
  await page.getByRole('dialog').getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await picture('keys');
});

test('a ZIP that is dropped anywhere opens the upload dialog with it', async ({
  product,
  signedIn,
  openPage,
}) => {
  const { page, picture } = await openPage(signedIn);
  await page.goto(`${product.url}/mesh-network`);
  await page.getByRole('button', { name: /Connection to the server: .*Live/ }).waitFor();
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['PK'], 'anywhere.zip', { type: 'application/zip' }));
    return data;
  });
  const somewhere = page.locator('main h2').first();
  await somewhere.dispatchEvent('dragover', { dataTransfer: transfer });
  await page.getByText('Drop the ZIP file to upload it').waitFor();
  await picture('dragging');
  await somewhere.dispatchEvent('drop', { dataTransfer: transfer });
  const dialog = page.getByRole('dialog', { name: 'Upload Sovereign ZIP Bundle' });
  await dialog.getByText('anywhere.zip').waitFor();
});

test('on paper are the date, the platforms and no controls', async ({
  product,
  signedIn,
  openPage,
}) => {
  const { page, picture } = await openPage(signedIn);
  await page.goto(`${product.url}/dashboard`);
  await page.getByRole('button', { name: /Connection to the server: .*Live/ }).waitFor();
  // As a browser does before it prints.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const head = page.getByRole('region', { name: 'Printed page' });
  await head.getByText(/^Printed \w+/).waitFor();
  await expect
    .poll(() => head.getByRole('row').allInnerTexts())
    .toContain('archive.mesh.example\tDown');
  expect(await page.getByText('Skip to content').isVisible()).toBe(false);
  const buttons = page.getByRole('main').locator('.mantine-Button-root, input, select');
  expect(await buttons.filter({ visible: true }).count()).toBe(0);
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  const grounds = await page
    .locator('main section[class*="card"]')
    .evaluateAll((panels) => panels.map((panel) => getComputedStyle(panel).backgroundColor));
  expect([...new Set(grounds)]).toEqual(['rgb(255, 255, 255)']);
  await picture('print');
});

test('a lost connection is a banner with its time and a way to try at once', async ({
  browser,
  product,
  operator,
  contextOptions,
  openPage,
  onTestFinished,
}) => {
  const proxy = await startCuttingProxy(product.port);
  onTestFinished(() => proxy.close());
  const context = await contextFor(
    browser,
    { ...product, url: proxy.url },
    operator,
    contextOptions,
  );
  onTestFinished(() => context.close());
  const { page, picture } = await openPage(context, CONNECTION_LOST);
  await page.goto(`${proxy.url}/dashboard`);
  await page.getByRole('button', { name: /Connection to the server: .*Live/ }).waitFor();
  // Of a region that comes together with its text screen readers often say nothing.
  const regions = page.getByRole('main').getByRole('status');
  await regions.evaluateAll((all) => {
    for (const region of all) region.setAttribute('data-there', '');
  });
  proxy.down(true);
  const banner = regions
    .and(page.locator('[data-there]'))
    .filter({ hasText: 'No connection since' });
  await banner.waitFor({ timeout: 90_000 });
  await picture('disconnected');
  // So long that the console does not try by itself before the button is pressed.
  await banner.filter({ hasText: /next try in ([4-9]|[1-9]\d) s/ }).waitFor({ timeout: 120_000 });
  proxy.down(false);
  await banner.getByRole('button', { name: 'Try now' }).click();
  await banner.waitFor({ state: 'detached' });
});
