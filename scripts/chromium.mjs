import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { run } from './child.mjs';
import { installFromDebian } from './debian.mjs';

/** Where browsers are usually installed, best first. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Chromium takes the last such list alone, so this one repeats what Playwright switches off and matters here
 * (addresses stay as they are written, nothing is asked of the network), and adds the browser's own pages in
 * each new window, which take longer to load than the page under test does, and renderers started in advance.
 */
const DISABLED_FEATURES = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'AimEnabled',
  'InitialWebUI',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

/** A test browser must not phone home. */
const ARGUMENTS = [
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const WHAT_TO_DO = `No Chromium that starts was found, and the browser tests need one. Do one of these:
  - install Chrome or Chromium (on Debian: sudo apt-get install chromium)
  - set CHROME_PATH to the program of one that is installed
  - npx playwright-core install --with-deps chromium`;

/**
 * @returns {string | undefined} path of a Chromium: the one that CHROME_PATH names, an installed one, or
 * Playwright's own download
 * @throws when CHROME_PATH names nothing
 */
function findChromium() {
  const named = process.env.CHROME_PATH;
  if (named && !existsSync(named)) {
    throw new Error(`CHROME_PATH names ${named}, which does not exist`);
  }
  return named || [...INSTALLED, chromium.executablePath()].find((path) => existsSync(path));
}

/** @returns {import('playwright-core').LaunchOptions} */
export function chromiumLaunch() {
  const executablePath = findChromium();
  // Root has no sandbox.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { ...(executablePath ? { executablePath } : {}), args: [...ARGUMENTS, ...sandbox] };
}

/**
 * Finds a Chromium that starts, or gets one: from Debian's archive when that is allowed, else Playwright's.
 *
 * @returns {Promise<string | undefined>} what the person should do, or undefined when there is one
 */
export async function ensureChromium() {
  if (starts(findChromium())) return undefined;
  for (const way of [fromDebian, fromPlaywright]) {
    await way();
    if (starts(findChromium())) return undefined;
  }
  return WHAT_TO_DO;
}

/** @param {string | undefined} path */
function starts(path) {
  // An installed program may still lack a library.
  return path !== undefined && spawnSync(path, ['--version', '--no-sandbox']).status === 0;
}

const fromDebian = () => installFromDebian(['chromium'], 'No Chromium found');

async function fromPlaywright() {
  console.log('No Chromium found: downloading the one of Playwright.');
  await run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium']);
}
