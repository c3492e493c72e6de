import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type AnyServer, startAnyServer } from '../doubles/any-server.ts';
import { openBrowser } from './browser.ts';
import { builtConsole } from './built-console.ts';

/** The built console at a server that has what the specification says and no more. */
export interface AnyConsole {
  readonly browser: Browser;
  readonly server: AnyServer;
  close(): Promise<void>;
}

/** @returns for the tests of one file, which close it after the last */
export async function openAnyConsole(): Promise<AnyConsole> {
  await builtConsole();
  const [browser, server] = await Promise.all([openBrowser(), startAnyServer()]);
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return { browser, server, close };
}

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
