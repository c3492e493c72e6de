import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { openPage } from './browser.ts';
import { PASSWORD, registerOperator } from './operator.ts';
import { type Product, startProduct } from './product.ts';

/** The console under a name of the network and without HTTPS, where browsers switch things off. */

const NAME = 'node.test';
let browser: Browser;
let server: Product;
beforeAll(async () => {
  server = await startProduct({ ALLOWED_HOSTS: NAME });
  const { args = [], ...launch } = chromiumLaunch();
  const mapped = `--host-resolver-rules=MAP ${NAME} 127.0.0.1`;
  browser = await chromium.launch({ ...launch, args: [...args, mapped] });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test('without HTTPS the console signs in and is live, and says what is off until it is answered', async () => {
  const { username } = await registerOperator(server);
  const { page } = await openPage(await browser.newContext(), 'insecure');
  await page.goto(`http://${NAME}:${server.port}/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Live connection active').waitFor();
  expect(await page.evaluate(() => isSecureContext)).toBe(false);

  await page.getByText('Opened without HTTPS.').waitFor();
  await page.getByRole('button', { name: 'What is off, and the fix' }).click();
  await page.getByRole('dialog', { name: 'This device' }).waitFor();
  expect(await page.getByText('Opened without HTTPS.').count()).toBe(0);
  await page.reload();
  await page.getByText('Live connection active').waitFor({ state: 'attached' });
  expect(await page.getByText('Opened without HTTPS.').count()).toBe(0);
});
