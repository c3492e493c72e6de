import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { zipOf } from '../doubles/zip-writer.ts';
import { openPage, type WatchedPage } from './browser.ts';
import { PASSWORD, registerOperator } from './operator.ts';
import { type Product, startProduct } from './product.ts';
import { isRead } from './screens.ts';

/** The console under a name of the network and without HTTPS, where browsers switch things off. */

const NAME = 'node.test';
const OFF = [
  'Installing: the console stays a tab of the browser.',
  'Starting without the server: last-known data is shown while this page stays open.',
  'Notifications: this device is not told while the console is closed.',
  'Keeping the screen awake: set the device itself not to sleep.',
  'One link for all tabs: each tab has a connection of its own.',
  'The promise to keep data: the browser may clear what waits here.',
];
/** What the browser itself says of such a page. */
const NOT_OVER_HTTP = [/Cross-Origin-Opener-Policy header has been ignored/];
let browser: Browser;
let server: Product;
beforeAll(async () => {
  server = await startProduct({ ALLOWED_HOSTS: NAME });
  await registerOperator(server);
  const { args = [], ...launch } = chromiumLaunch();
  const mapped = `--host-resolver-rules=MAP ${NAME} 127.0.0.1`;
  browser = await chromium.launch({ ...launch, args: [...args, mapped] });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Signs in as somebody would, on a browser of its own. */
async function openSignedIn(): Promise<WatchedPage> {
  const watched = await openPage(await browser.newContext(), 'insecure', NOT_OVER_HTTP);
  const { page } = watched;
  await page.goto(`http://${NAME}:${server.port}/login`);
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Live connection active').waitFor();
  // The last that a page has: whoever goes on to another address breaks off nothing then.
  await page.getByText('Opened without HTTPS.').waitFor();
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  return watched;
}

test('without HTTPS the console signs in and is live, and says what is off until it is answered', async () => {
  const { page, picture } = await openSignedIn();
  await page.getByRole('button', { name: 'What is off, and the fix' }).click();
  const dialog = page.getByRole('dialog', { name: 'This device' });
  const security = dialog.getByRole('region', { name: 'Secure context' });
  await security.getByText('The page came over plain HTTP').waitFor();
  expect(await security.getByRole('listitem').allTextContents()).toEqual(OFF);
  await security.getByText('serve the console over HTTPS').waitFor();
  await security.getByRole('button', { name: 'Show how' }).click();
  for (const way of [/TLS_CERT/, /TLS_KEY/, /Caddy/])
    await security.getByText(way).first().waitFor();
  await picture('off-and-fix');
  // No service worker can ask for a new version here, so the page does.
  await dialog.getByRole('button', { name: 'Check for updates' }).click();
  await dialog.getByText('There is no newer version.').waitFor();
  expect(await page.getByText('Opened without HTTPS.').count()).toBe(0);
  await page.reload();
  await page.getByText('Live connection active').waitFor({ state: 'attached' });
  expect(await page.getByText('Opened without HTTPS.').count()).toBe(0);
});

test('without HTTPS a bundle is uploaded and is there on its screen, and other screens are read', async () => {
  const { page, troubles } = await openSignedIn();
  await page.goto(`http://${NAME}:${server.port}/dashboard?show=upload`);
  const dialog = page.getByRole('dialog', { name: 'Upload Sovereign ZIP Bundle' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'plain.zip',
    mimeType: 'application/zip',
    buffer: zipOf({ 'a.txt': 'a' }),
  });
  await dialog.getByRole('button', { name: 'Upload & Validate' }).click();
  await page.getByText('ZIP bundle uploaded successfully').first().waitFor();
  await page.getByRole('link', { name: 'ZIP Bundles' }).click();
  await page
    .getByRole('row', { name: /plain\.zip/ })
    .getByText('Validated')
    .waitFor();
  await page.getByRole('link', { name: 'Mesh Network' }).click();
  await isRead(page);
  await page.getByText('forge.mesh.example').first().waitFor();
  expect(troubles).toEqual([]);
});
