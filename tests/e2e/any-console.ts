import type { BrowserContextOptions, Page } from 'playwright-core';
import { startAnyServer } from '../doubles/any-server.ts';
import { builtConsole } from './built-console.ts';
import { test as base } from './fixtures.ts';
import { keep, setMarkerOnce } from './screens.ts';
import { NO_SERVICE_WORKER } from './service-worker.ts';

/** What the browser itself reports about calls that fail, which a test of failures causes on purpose. */
export const FAILED_CALLS = [/Failed to load resource/, /^request failed/, /^[45]\d\d: /];

/** `test` with the built console at a server that has what the specification says and no more. */
export const test = base
  .extend('host', { scope: 'file' }, async ({ launchOptions: _ }, { onCleanup }) => {
    await builtConsole();
    const host = await startAnyServer();
    onCleanup(() => host.close());
    return host;
  })
  .extend('server', ({ host }) => {
    host.reset();
    return host;
  })
  .extend('contextOptions', { scope: 'file' }, {
    ...NO_SERVICE_WORKER,
    viewport: { width: 1280, height: 900 },
  } as BrowserContextOptions)
  .extend('visitor', async ({ browser }, { onCleanup }) => {
    const context = await browser.newContext(NO_SERVICE_WORKER);
    onCleanup(() => context.close());
    return context;
  })
  .extend('keptOperator', { scope: 'file' }, async ({ browser, host, contextOptions }) => {
    const context = await browser.newContext(contextOptions);
    await setMarkerOnce(context, 'ada');
    return keep(context, host.url);
  })
  // Signed in, on a device that remembers nothing else but the files of the console.
  .extend('signedIn', ({ keptOperator }) => keptOperator.anew())
  // Opens an address of the console, signed in.
  .extend('open', ({ openPage, signedIn, server }) => async (path: string) => {
    const opened = await openPage(signedIn, FAILED_CALLS);
    await opened.page.goto(server.url + path);
    return opened;
  });

/** @returns title and text of the visible toast, a line each; empty when there is none */
export async function toastOn(page: Page): Promise<string[]> {
  const area = page.getByRole('region', { name: /notifications/i });
  const text = await area.getByRole('status').innerText();
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** Takes the toast away, so that the next is known to be another. */
export async function dismissToast(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  await dismiss.click();
  await dismiss.waitFor({ state: 'detached' });
}
