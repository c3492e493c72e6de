import type { Browser, BrowserContext, Page } from 'playwright-core';

/** What the browser itself says of calls that fail, which a test of failures brings about. */
export const FAILED_CALLS = [/Failed to load resource/, /^request failed/, /^[45]\d\d: /];

/** Somebody who is signed in, on a device that remembers nothing else. */
export async function signedIn(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript("localStorage.setItem('auth-token', 'ada')");
  return context;
}

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
