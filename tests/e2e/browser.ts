import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { onTestFailed } from 'vitest';
import { chromiumLaunch } from '../../scripts/chromium.mjs';

const ARTEFACTS = resolve(import.meta.dirname, '../../artefacts/e2e');

export const openBrowser = (): Promise<Browser> => chromium.launch(chromiumLaunch());

/** A page that remembers whatever went wrong in it. */
export interface WatchedPage {
  readonly page: Page;
  /** Console errors and warnings, thrown errors, violations of the security policy, failed requests. */
  readonly troubles: string[];
  /** Keeps a picture of the page in `artefacts/e2e/<folder>/`. */
  picture(name: string): Promise<void>;
}

/**
 * Opens a page in a test; when that fails, the page is pictured and its troubles are told.
 *
 * @param folder of the pictures
 * @param expected troubles that the test brings about on purpose
 */
export async function openPage(
  context: BrowserContext,
  folder: string,
  expected: readonly RegExp[] = [],
): Promise<WatchedPage> {
  const troubles: string[] = [];
  const page = await context.newPage();
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) troubles.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      note(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => note(`thrown: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) =>
    note(`request failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`),
  );
  page.on('response', (response) => {
    if (response.status() >= 400) {
      note(`${response.status()}: ${response.request().method()} ${response.url()}`);
    }
  });
  let pictures = 0;
  const picture = async (name: string) => {
    mkdirSync(join(ARTEFACTS, folder), { recursive: true });
    const number = String(++pictures).padStart(2, '0');
    await page.screenshot({ path: join(ARTEFACTS, folder, `${number}-${name}.png`) });
  };
  onTestFailed(async () => {
    console.error(`${page.url()}\n${troubles.join('\n')}`);
    if (!page.isClosed()) await picture('failed');
  });
  return { page, troubles, picture };
}

/** The corner where the one visible toast is; the bell's list holds the texts of earlier ones as well. */
export const toastIn = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' });
