import { expect } from 'vitest';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { zipOf } from '../doubles/zip-writer.ts';
import { test as base } from './fixtures.ts';
import { PASSWORD } from './operator.ts';
import { isRead } from './screens.ts';

/** The console under a name of the network and without HTTPS, where browsers switch things off. */

const NAME = 'node.test';
const OFF = [
  'Installing: the console stays a browser tab.',
  'Starting without the server: last-known data is there only while this page is open.',
  'Notifications: this device gets none while the console is closed.',
  'Keeping the screen awake: set the device itself not to sleep.',
  'One connection for all tabs: each tab has its own.',
  'Protected storage: the browser may clear what waits here.',
];
/** What the browser itself reports about such a page. */
const NOT_OVER_HTTP = [/Cross-Origin-Opener-Policy header has been ignored/];
const { args = [], ...launch } = chromiumLaunch();

const test = base.extend('opened', async ({ product, operator, visitor, openPage }) => {
  const opened = await openPage(visitor, NOT_OVER_HTTP);
  const { page } = opened;
  await page.goto(`http://${NAME}:${product.port}/login`);
  await page.getByLabel('Username').fill(operator.username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Live connection active').waitFor();
  // It comes last: leaving the page from now on aborts no request.
  await page.getByText('Opened without HTTPS.').waitFor();
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  return opened;
});
test.override('productEnv', { ALLOWED_HOSTS: NAME });
test.override('launchOptions', {
  ...launch,
  args: [...args, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
});

test('without HTTPS the console signs in and is live, and says what is off until it is dismissed', async ({
  opened: { page, picture },
}) => {
  await page.getByRole('button', { name: "See what's off and how to fix it" }).click();
  const dialog = page.getByRole('dialog', { name: 'This device' });
  const security = dialog.getByRole('region', { name: 'Secure context' });
  await security.getByText('This page came over plain HTTP').waitFor();
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

test('without HTTPS a bundle is uploaded and is there on its screen, and other screens are read', async ({
  product,
  opened: { page },
}) => {
  await page.goto(`http://${NAME}:${product.port}/dashboard?show=upload`);
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
});
