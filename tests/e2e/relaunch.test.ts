import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { openPage } from './browser.ts';
import { PASSWORD, registerOperator } from './operator.ts';
import { startProduct } from './product.ts';
import type { Product } from './running-product.ts';

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
): Promise<void> {
  const context = await chromium.launchPersistentContext(profile, chromiumLaunch());
  try {
    const { page, troubles } = await openPage(context, 'relaunch');
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
