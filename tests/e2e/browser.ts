import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { onTestFailed } from 'vitest';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { noteToasts } from './said-toasts.ts';

/** A condition may take so long to come true, on a slow machine with three browsers at work; ours end what hangs. */
const CONDITION_MS = 90_000;
const ARTEFACTS = resolve(import.meta.dirname, '../../artefacts/e2e');

/** What a browser reports about a server or a connection that fails on purpose. */
export const CONNECTION_LOST = [
  /^request failed: /,
  /Failed to load resource: net::ERR_/,
  /WebSocket connection to '[^']*' failed/,
  /An unknown error occurred when fetching the script/,
  // A server that ends answers its last requests so; a page says again that it showed an incident.
  /^503: (?:GET |POST .*\/seen$)/,
  /Failed to load resource: .* 503 /,
  /A bad HTTP response code \(503\) was received when fetching the script/,
];
/** What it reports about a session that has ended. An incident may come onto the screen in that moment. */
export const SIGNED_OUT = [/^401: (?:GET |POST .*\/seen$)/, /Failed to load resource: .* 401 /];

/** It outlives the modules of a file, which `leave-none.ts` has loaded anew for the next. */
declare global {
  var testBrowser: Browser | undefined;
}

/**
 * @returns the browser of this worker, which its files use one after the other: each test opens contexts, and none
 * closes it
 */
export async function openBrowser(): Promise<Browser> {
  if (!globalThis.testBrowser?.isConnected())
    globalThis.testBrowser = await chromium.launch(chromiumLaunch());
  return globalThis.testBrowser;
}

/** At the end of a file: the next one finds no pages of this one. */
export async function closeContexts(): Promise<void> {
  for (const context of globalThis.testBrowser?.contexts() ?? []) await context.close();
}

/** Another icon, by the page's state, ends the request of the one before. */
const ICON_CHANGED = /^request failed: GET \S+\/icons\/\S+\.png net::ERR_ABORTED$/;

/** Chromium calls an answer that a page reads piece by piece to its end aborted in half of all cases, where it is `no-store`. */
const READ_IN_PIECES = /^request failed: POST \S+\/api\/mesh\/test net::ERR_ABORTED$/;

/** Playwright's own warning in a context that a test opened without service workers. */
const BLOCKED_WORKER = /Service Worker registration blocked by Playwright/;

/** A page whose errors are collected. */
export interface WatchedPage {
  readonly page: Page;
  /** Console errors and warnings, thrown errors, violations of the security policy, failed requests. */
  readonly troubles: string[];
  /** Saves a screenshot in `artefacts/e2e/<folder>/`. */
  picture(name: string): Promise<void>;
}

/**
 * @param folder of the screenshots
 * @param expected troubles that the test causes on purpose
 */
export async function watchPage(
  context: BrowserContext,
  folder: string,
  expected: readonly RegExp[] = [],
): Promise<WatchedPage> {
  const troubles: string[] = [];
  const page = await context.newPage();
  page.setDefaultTimeout(CONDITION_MS);
  await noteToasts(page);
  const note = (text: string) => {
    const allowed = [BLOCKED_WORKER, ICON_CHANGED, READ_IN_PIECES, ...expected];
    if (!allowed.some((pattern) => pattern.test(text))) troubles.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      note(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => note(`thrown: ${error.stack || error.message}`));
  const isEndedByLeaving = followLeaving(page);
  page.on('requestfailed', (request) => {
    if (!isEndedByLeaving(request))
      note(`request failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`);
  });
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
  return { page, troubles, picture };
}

/**
 * Whoever reloads or leaves a page ends the reads that are on their way for it. That is the browser's doing and no fault: a read
 * counts so when it began before a navigation, or between its begin and the new document.
 *
 * @returns whether this failed request was ended so
 */
function followLeaving(page: Page): (failed: Request) => boolean {
  const ofLeftPages = new WeakSet<Request>();
  let current = new Set<Request>();
  let isLeaving = false;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      isLeaving = true;
      for (const read of current) ofLeftPages.add(read);
      current = new Set();
    } else current.add(request);
  });
  page.on('domcontentloaded', () => {
    isLeaving = false;
  });
  return (failed) =>
    ['GET', 'HEAD'].includes(failed.method()) &&
    failed.failure()?.errorText === 'net::ERR_ABORTED' &&
    (isLeaving || ofLeftPages.has(failed));
}

/** Prints the page's troubles and saves its screenshot, for a test that failed. */
export async function reportPage({ page, troubles, picture }: WatchedPage): Promise<void> {
  console.error(`${page.url()}\n${troubles.join('\n')}`);
  if (!page.isClosed()) await picture('failed');
}

/** `watchPage` for a test without fixtures; a failure is reported. */
export async function openPage(
  context: BrowserContext,
  folder: string,
  expected: readonly RegExp[] = [],
): Promise<WatchedPage> {
  const watched = await watchPage(context, folder, expected);
  onTestFailed(() => reportPage(watched));
  return watched;
}

/** Signs out by the account menu. */
export async function signOutBy(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Admin User/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** The corner with the one visible toast; the bell's list also holds the texts of earlier toasts. */
export const toastIn = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' });
