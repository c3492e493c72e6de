import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { register } from 'tsx/esm/api';
import { chromiumLaunch, ensureChromium } from './chromium.mjs';
import { prepare } from './prepare.mjs';

/**
 * `npm run screenshots`: every screen of a real server with real data, light and dark, on a phone, a tablet,
 * a laptop and a wall, into `artefacts/screenshots/`. With `--readme` only the picture of the README.
 */
const SCREENS = {
  landing: '/',
  login: '/login',
  signup: '/signup',
  dashboard: '/dashboard',
  upload: '/dashboard?show=upload',
  diagnostics: '/dashboard?show=diagnostics',
  logs: '/dashboard?show=logs',
  device: '/dashboard?show=device',
  displays: '/dashboard?show=displays',
  wall: '/dashboard?wall=1',
  pairing: '/dashboard?wall=1',
  'mesh-network': '/mesh-network',
  'zip-bundles': '/zip-bundles',
  'route66-protocol': '/route66-protocol',
  watchdog: '/admin-watchdog',
  heartbeat: '/admin/heartbeat',
  'route66-proof': '/admin/route66-proof',
  'not-found': '/no-such-page',
};
const PUBLIC = new Set(['landing', 'login', 'signup', 'pairing', 'not-found']);
const DEVICES = {
  phone: { width: 360, height: 740 },
  tablet: { width: 820, height: 1180 },
  laptop: { width: 1440, height: 900 },
  wall: { width: 3840, height: 2160 },
};
const SCHEMES = /** @type {const} */ (['light', 'dark']);
const FOLDER = 'artefacts/screenshots';

const missing = await ensureChromium();
if (missing) {
  console.error(missing);
  process.exit(1);
}
await prepare(process.cwd(), new AbortController().signal);
register();
const { startProduct } = await import(resolve('tests/e2e/product.ts'));
const { registerOperator } = await import(resolve('tests/e2e/operator.ts'));
const { fillWithData } = await import(resolve('tests/e2e/lived-in.ts'));

const product = await startProduct({ LOG_LEVEL: 'error' });
const browser = await chromium.launch(chromiumLaunch());
try {
  const operator = await registerOperator(product, 'ada');
  await fillWithData(operator);
  if (process.argv.includes('--readme')) await pictureOfReadme(operator.cookie);
  else await pictureAll(operator.cookie);
} finally {
  await browser.close();
  await product.stop();
}

/** @param {string} cookie */
async function pictureAll(cookie) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const scheme of SCHEMES) {
    for (const [device, viewport] of Object.entries(DEVICES)) {
      for (const [screen, path] of Object.entries(SCREENS)) {
        const context = await contextOf(scheme, viewport, PUBLIC.has(screen) ? undefined : cookie);
        await picture(context, path, join(FOLDER, `${screen}-${device}-${scheme}.png`), true);
        await context.close();
      }
      console.log(`${device}, ${scheme}: ${Object.keys(SCREENS).length} screens`);
    }
  }
}

/** @param {string} cookie */
async function pictureOfReadme(cookie) {
  mkdirSync('docs/images', { recursive: true });
  const context = await contextOf('dark', { width: 1440, height: 900 }, cookie);
  await picture(context, '/dashboard', 'docs/images/dashboard.png', false);
  await context.close();
}

/**
 * A browser of its own for each picture: no picture shows what another one left behind.
 *
 * @param {'light' | 'dark'} colorScheme
 * @param {{ width: number, height: number }} viewport
 * @param {string | undefined} cookie of a session; without one a visitor's browser
 */
async function contextOf(colorScheme, viewport, cookie) {
  const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' });
  if (cookie === undefined) return context;
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: product.url }]);
  await context.addInitScript("localStorage.setItem('auth-token', 'ada')");
  return context;
}

/**
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} path
 * @param {string} file
 * @param {boolean} fullPage
 */
async function picture(context, path, file, fullPage) {
  const page = await context.newPage();
  await page.goto(product.url + path, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.screenshot({ path: file, fullPage });
}
