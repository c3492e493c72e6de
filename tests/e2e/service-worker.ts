import type { BrowserContext, Page } from 'playwright-core';

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
