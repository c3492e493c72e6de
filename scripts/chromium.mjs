import { existsSync, readdirSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';

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

/** A test browser must not phone home, and a root one has no sandbox. */
const ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @returns {string | undefined} path of a Chromium: CHROME_PATH, an installed one, Playwright's own */
export function findChromium() {
  const named = process.env.CHROME_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROME_PATH names ${named}, which does not exist`);
  }
  return INSTALLED.find((path) => existsSync(path)) ?? findPlaywrightDownload();
}

/** @returns launch options for Playwright */
export function chromiumLaunch() {
  const executablePath = findChromium();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { ...(executablePath ? { executablePath } : {}), args: [...ARGUMENTS, ...sandbox] };
}

function findPlaywrightDownload() {
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ||
    join(
      homedir(),
      platform() === 'darwin' ? 'Library/Caches/ms-playwright' : '.cache/ms-playwright',
    );
  if (!existsSync(cache)) return undefined;
  return readdirSync(cache)
    .filter((name) => name.startsWith('chromium'))
    .flatMap((name) => [
      join(cache, name, 'chrome-linux', 'chrome'),
      join(cache, name, 'chrome-linux', 'headless_shell'),
      join(cache, name, 'chrome-mac', 'Chromium.app/Contents/MacOS/Chromium'),
    ])
    .find((path) => existsSync(path));
}
