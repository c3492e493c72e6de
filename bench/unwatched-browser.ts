import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumLaunch } from '../scripts/chromium.mjs';

/**
 * A browser with one page that nobody inspects while it works. Playwright receives each live message a
 * second time, by the worker through the browser to another process: at 5,000 a second that takes more of the
 * machine than the page does, and no user's browser does it.
 */
interface UnwatchedBrowser {
  /** Inspects the page for as long as `use` takes, and lets go of it. */
  inspect<T>(use: (page: Page) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const ARGUMENTS = [
  '--headless',
  '--remote-debugging-port=0',
  '--hide-scrollbars',
  '--mute-audio',
  '--disable-extensions',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];
const LOOK_EVERY_MS = 50;
const START_LIMIT_MS = 20_000;

/** @param size of the page, CSS pixels */
export async function openUnwatchedBrowser(size: {
  readonly width: number;
  readonly height: number;
}): Promise<UnwatchedBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'meridian-browser-'));
  const { args = [], executablePath = chromium.executablePath() } = chromiumLaunch();
  const given = [...ARGUMENTS, `--user-data-dir=${profile}`, ...args, 'about:blank'];
  const child = spawn(executablePath, given, { stdio: 'ignore' });
  const url = `http://127.0.0.1:${await portOf(profile, child)}`;

  async function close(): Promise<void> {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
    // Its other processes end a little later, and may write until then.
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  async function inspect<T>(use: (page: Page) => Promise<T>): Promise<T> {
    const browser = await chromium.connectOverCDP(url);
    try {
      return await use(onlyPage(browser));
    } finally {
      await browser.close();
    }
  }

  try {
    await inspect((page) => resize(page, size));
  } catch (error) {
    await close();
    throw error;
  }
  return { inspect, close };
}

/** The browser writes it down once it listens. */
async function portOf(profile: string, child: ChildProcess): Promise<string> {
  const file = join(profile, 'DevToolsActivePort');
  const until = performance.now() + START_LIMIT_MS;
  while (performance.now() < until && child.exitCode === null) {
    const [port, path] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    if (port && path) return port;
    await delay(LOOK_EVERY_MS);
  }
  child.kill();
  throw new Error('the browser did not start');
}

function onlyPage(browser: Browser): Page {
  const [page] = browser.contexts().flatMap((context) => context.pages());
  if (page === undefined) throw new Error('the browser has no page');
  return page;
}

/** The window itself: a size that is only pretended ends with the inspection. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  const edges = await page.evaluate(() => ({
    width: outerWidth - innerWidth,
    height: outerHeight - innerHeight,
  }));
  const devtools = await page.context().newCDPSession(page);
  const { windowId } = await devtools.send('Browser.getWindowForTarget');
  const bounds = { width: size.width + edges.width, height: size.height + edges.height };
  await devtools.send('Browser.setWindowBounds', { windowId, bounds });
  await page.waitForFunction(
    ({ width, height }) => innerWidth === width && innerHeight === height,
    size,
  );
}
