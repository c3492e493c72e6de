import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATHS } from '../../contract/paths.ts';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { CONNECTION_LOST, openPage } from '../e2e/browser.ts';
import { PASSWORD, registerOperator } from '../e2e/operator.ts';
import { startProduct } from '../e2e/product.ts';
import type { Product } from '../e2e/running-product.ts';
import { isKept } from '../e2e/service-worker.ts';

/** A tablet that is switched off and on again: another process of the browser, the same profile. */

let product: Product;
let profile: string;
beforeAll(async () => {
  product = await startProduct();
  await registerOperator(product);
  profile = mkdtempSync(join(tmpdir(), 'meridian-relaunch-'));
});
afterAll(async () => {
  await product.stop();
  rmSync(profile, { recursive: true, force: true });
});

/** Runs a browser of its own from its start to the end of its process. */
async function inNewBrowser(
  work: (page: Page, context: BrowserContext) => Promise<void>,
  expected: readonly RegExp[] = [],
): Promise<void> {
  const context = await chromium.launchPersistentContext(profile, chromiumLaunch());
  try {
    const { page, troubles } = await openPage(context, 'relaunch', expected);
    await work(page, context);
    expect(troubles).toEqual([]);
  } finally {
    await context.close();
  }
}

test('who signed in before the browser ended is signed in when it starts again', async () => {
  await inNewBrowser(async (page) => {
    await page.goto(`${product.url}/login`);
    await page.getByLabel('Username').fill('ada');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Live connection active').waitFor();
  });
  await inNewBrowser(async (page, context) => {
    const [session] = await context.cookies(product.url);
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(session?.expires ?? 0).toBeGreaterThan(Date.now() / 1000);
    await page.goto(`${product.url}/dashboard`);
    await page.getByText('Live connection active').waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    expect((await page.request.get(`${product.url}/api/auth/session`)).status()).toBe(200);
  });
});

test('who was signed out meanwhile sees what the device knows until there is a server, and is asked to sign in by it', async () => {
  let cookie = '';
  await inNewBrowser(async (page, context) => {
    await page.goto(`${product.url}/dashboard`);
    await page.getByText('Live connection active').waitFor();
    await isKept(page);
    const [session] = await context.cookies(product.url);
    cookie = `${session?.name}=${session?.value}`;
  });
  const ended = await fetch(product.url + PATHS.logout, { method: 'POST', headers: { cookie } });
  expect(ended.ok).toBe(true);
  await product.stop();
  await inNewBrowser(
    async (page) => {
      await page.goto(`${product.url}/dashboard`);
      const band = page.getByRole('region', { name: 'Verdict' });
      await band.getByText(/as of/).first().waitFor();
      expect(await page.getByText('Live connection active').count()).toBe(0);
      await product.start();
      await page.getByText('Your session has expired.').waitFor();
      await band.getByText(/as of/).first().waitFor();
    },
    [...CONNECTION_LOST, /401/],
  );
});
