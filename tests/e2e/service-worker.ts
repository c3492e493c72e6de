import type { BrowserContext, Page } from 'playwright-core';

/** For contexts of tests about something else: copying the console to the device takes a fifth of their time. */
export const NO_SERVICE_WORKER = { serviceWorkers: 'block' } as const;
/** For contexts of tests about what is kept on the device; a fixture's context has none by default. */
export const WITH_SERVICE_WORKER = { serviceWorkers: 'allow' } as const;

/** Waits until the page's service worker has kept the whole shell and answers for the page. */
export async function isKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
  });
}

/** Opens a page, waits until it is kept, and closes it: from now on this browser needs no server to start. */
export async function keepShell(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  await isKept(page);
  await page.close();
}
