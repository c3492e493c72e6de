import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { register } from 'tsx/esm/api';
import { chromiumLaunch, ensureChromium } from './chromium.mjs';
import { prepare } from './prepare.mjs';

/**
 * `npm run screenshots`: every screen of a real server with real data, light and dark, on a phone, a tablet,
 * a laptop and a wall, into `artefacts/screenshots/`. With `--readme` only the picture of the README, with `--landing`
 * those of the landing page, with `--manifest` those of the web manifest, which a browser shows before it installs.
 */
const SCREENS = {
  landing: '/',
  login: '/login',
  signup: '/signup',
  dashboard: '/dashboard',
  upload: '/dashboard?show=upload',
  diagnostics: '/dashboard?show=diagnostics',
  logs: '/logs',
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
  else if (process.argv.includes('--landing')) await picturesOfLanding(operator.cookie);
  else if (process.argv.includes('--manifest')) await picturesOfManifest(operator.cookie);
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

/** @param {string} cookie */
async function picturesOfLanding(cookie) {
  mkdirSync(FOLDER, { recursive: true });
  for (const scheme of SCHEMES) {
    const file = join(FOLDER, `landing-${scheme}.png`);
    const context = await contextOf(scheme, { width: 1440, height: 900 }, cookie);
    await picture(context, '/dashboard', file, false);
    await context.close();
    await sharp(file)
      .resize(960)
      .webp({ quality: 40, effort: 6 })
      .toFile(`public/pictures/dashboard-${scheme}.webp`);
  }
}

/**
 * The manifest says how large each is, and by its file's name what it shows; a narrow one has two pixels a point.
 *
 * @param {string} cookie
 */
async function picturesOfManifest(cookie) {
  /** @type {{ screenshots: { src: string, sizes: string, form_factor: 'wide' | 'narrow' }[] }} */
  const { screenshots } = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'));
  for (const { src, sizes, form_factor: form } of screenshots) {
    const [width = 0, height = 0] = sizes.split('x').map(Number);
    const scale = form === 'narrow' ? 2 : 1;
    const viewport = { width: width / scale, height: height / scale };
    // Where scrollbars take no room.
    const device = { deviceScaleFactor: scale, isMobile: true };
    const context = await contextOf('dark', viewport, cookie, device);
    const shown = Object.entries(SCREENS).find(([name]) => src.endsWith(`/${name}-${form}.png`));
    await picture(context, shown?.[1] ?? '/', join('public', src), false);
    await context.close();
  }
}

/**
 * A browser of its own for each picture: no picture shows what another one left behind.
 *
 * @param {'light' | 'dark'} colorScheme
 * @param {{ width: number, height: number }} viewport
 * @param {string | undefined} cookie of a session; without one a visitor's browser
 * @param {import('playwright-core').BrowserContextOptions} [more]
 */
async function contextOf(colorScheme, viewport, cookie, more) {
  const options = {
    colorScheme,
    viewport,
    reducedMotion: /** @type {const} */ ('reduce'),
    ...more,
  };
  const context = await browser.newContext(options);
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
  // As on every visit but the first, with the page's own font.
  await page.evaluate(`
    document.fonts.load('1em "Inter Variable"').then(() => {
      document.documentElement.removeAttribute('data-first-visit');
    });
  `);
  await page.screenshot({ path: file, fullPage });
}
