import type { BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { openPage } from './browser.ts';

/** Tabs that go over to another build: which one they show, and how often they were loaded for it. */

/** A line that broke is tried again after half a minute at the latest, and a wall waits for a quiet moment. */
export const SERVERS_LATE = 60_000;

export interface Tab {
  readonly page: Page;
  /** What went wrong in it beside what was expected. */
  readonly troubles: readonly string[];
  loads(): number;
}

/** What a browser reports of a server that is exchanged, and of a line that is cut under an upload. */
export const EXCHANGED_SERVER = [
  /^request failed/,
  // A server that ends refuses what arrives meanwhile; a page says again that it showed an incident.
  /^503: (?:GET |POST .*\/seen$)/,
  /ERR_|WebSocket|Failed to load resource/,
  // A page in place of a script, as a captive portal and a spoilt release send it.
  /^console error: Failed to load module script/,
  /^404: GET .*\/api\/zip\/receipts\//,
  // What was cut may have arrived all the same: then the server has more than the next piece begins at.
  /^409: PATCH .*\/api\/zip\/uploads\//,
  // The server may not have noticed yet that the line is cut: its place is taken until then.
  /^429: (?:POST|PATCH) .*\/api\/zip\/upload/,
];

/**
 * The test fails when something else goes wrong in the tab.
 *
 * @param expected troubles that the test brings about on purpose
 */
export async function openCounted(
  context: BrowserContext,
  url: string,
  expected: readonly RegExp[] = EXCHANGED_SERVER,
): Promise<Tab> {
  const { page, troubles } = await openPage(context, 'upgrade', expected);
  onTestFinished(() => expect(troubles).toEqual([]));
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto(url);
  return { page, troubles, loads: () => loads };
}

/** The program runs; what the HTML shows before that does not count. */
export const isReady = (page: Page) => page.locator('html[data-ready]').waitFor();

/** @returns what the page's own HTML says */
export const buildOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content);

export const isBuild = ({ page }: Tab, build: string) =>
  expect.poll(() => buildOf(page).catch(() => ''), { timeout: SERVERS_LATE }).toBe(build);
