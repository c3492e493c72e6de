import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installFromDebian } from './debian.mjs';

/** Firefox and WebKit for the suite `browsers`, from the system's packages. WebKit needs a screen, which Xvfb is. */
const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const WEBKIT = 'libwebkit2gtk-4.1-0';
const DRIVER = '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/xvfb-run';
const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'xauth'];

const WHAT_TO_DO = `Firefox, WebKitWebDriver or Xvfb is missing, and the suite "browsers" needs all three.
On Debian: sudo apt-get install ${PACKAGES.join(' ')}`;

/** @returns {string | undefined} path of the program */
export const findFirefox = () => FIREFOX.find((path) => existsSync(path));

/**
 * WebKitGTK's own small browser: Debian names its folder after the processor.
 *
 * @returns {string | undefined} path of the program
 */
export function findMiniBrowser() {
  const { stdout } = spawnSync('dpkg', ['-L', WEBKIT], { encoding: 'utf8' });
  return stdout?.split('\n').find((line) => line.endsWith('/MiniBrowser'));
}

const areInstalled = () =>
  Boolean(findFirefox() && findMiniBrowser()) && existsSync(DRIVER) && existsSync(SCREEN);

/** @returns {Promise<string | undefined>} what the person should do, or undefined when both are there */
export async function ensureBrowsers() {
  if (areInstalled()) return undefined;
  await installFromDebian(PACKAGES, 'No Firefox or WebKit found to test with');
  return areInstalled() ? undefined : WHAT_TO_DO;
}

/** @returns what ran, for the end of the run */
export function browserVersions() {
  const firefox = execFileSync(findFirefox() ?? '', ['--version'], { encoding: 'utf8' });
  const webkit = execFileSync('dpkg-query', ['-W', WEBKIT], { encoding: 'utf8' });
  return [firefox.trim(), webkit.trim().replace('\t', ' ')];
}
