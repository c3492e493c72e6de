import { chromium } from 'playwright-core';
import { ensureBrowsers } from '../scripts/browsers.mjs';
import { chromiumLaunch } from '../scripts/chromium.mjs';
import { Driver } from '../tests/browsers/driver.ts';
import { openFirefox } from '../tests/browsers/firefox.ts';
import { openWebKit } from '../tests/browsers/webkit.ts';
import { PASSWORD, registerOperator } from '../tests/e2e/operator.ts';
import { newDataDir, startProduct } from '../tests/e2e/product.ts';
import { type Measurement, median } from './measurement.ts';

/**
 * How long is a page not live after a full load, and after Back, when the page before it was left the moment it was live?
 * Whatever that page still holds then (the lead, a transaction, its socket) is what this one waits for.
 */

const OTHERS = { Firefox: openFirefox, WebKit: openWebKit };
const PATHS = ['/zip-bundles', '/mesh-network', '/incidents', '/dashboard'];
const LOADS = 12;
const BACKS = 10;

export async function measure(): Promise<Measurement[]> {
  const product = await startProduct({ DATA_DIR: newDataDir(), LOG_LEVEL: 'warn' });
  const { username } = await registerOperator(product);
  const measurements: Measurement[] = [];
  const missing = await ensureBrowsers();
  if (missing !== undefined) console.error(`${missing} Chromium alone is measured.`);
  const browsers = { Chromium: openChromium, ...(missing === undefined ? OTHERS : {}) };
  for (const [name, open] of Object.entries(browsers)) {
    const driver = await open();
    const { loads, backs } = await visit(driver, product.url, username);
    await driver.close();
    const facts = { unit: 's', aim: 'under 1' };
    measurements.push(
      { ...facts, name: `${name}: full load until live`, value: median(loads), runs: loads },
      {
        ...facts,
        name: `${name}: Back until live`,
        value: median(backs),
        runs: backs,
        note: 'from the browser’s own page cache where it has one',
      },
    );
  }
  await product.stop();
  return measurements;
}

/** @returns seconds each */
async function visit(driver: Driver, url: string, username: string) {
  await driver.goto(`${url}/login`);
  await driver.evaluate(
    async (name, password) => {
      const body = JSON.stringify({ username: name, password });
      const headers = { 'content-type': 'application/json' };
      await fetch('/api/auth/login', { method: 'POST', headers, body });
      localStorage.setItem('auth-token', name);
    },
    username,
    PASSWORD,
  );
  await driver.goto(`${url}/dashboard`);
  await liveAfter(driver);
  const loads: number[] = [];
  const backs: number[] = [];
  for (let i = 0; i < LOADS; i += 1) {
    await driver.goto(url + PATHS[i % PATHS.length]);
    loads.push(await liveAfter(driver));
  }
  for (let i = 0; i < BACKS; i += 1) {
    await driver.back();
    backs.push(await liveAfter(driver));
  }
  return { loads, backs };
}

/** Waits until the page leads and is live. @returns seconds since it was begun, or came back out of the cache */
async function liveAfter(driver: Driver): Promise<number> {
  const ms = await driver.until(async () => {
    const page = document.documentElement;
    const { held = [] } = await navigator.locks.query();
    const isLive = /\bLive\b/.test(document.querySelector('header')?.innerText ?? '');
    if (held.length === 0 || !isLive) return;
    const now = performance.now();
    const shownAt = Number(page.dataset.shownAt ?? 0);
    page.dataset.shownAt = '';
    addEventListener('pageshow', (event) => {
      page.dataset.shownAt = `${event.timeStamp}`;
    });
    return now - shownAt;
  });
  return ms / 1000;
}

/** As the tests have it, but with the cache of pages that Playwright switches off. */
async function openChromium(): Promise<Driver> {
  const browser = await chromium.launch({
    ...chromiumLaunch(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const page = await browser.newPage();
  const commands: Record<string, (parameters: Record<string, unknown>) => Promise<unknown>> = {
    navigate: ({ url }) => page.goto(String(url), { waitUntil: 'commit' }),
    back: () => page.goBack({ waitUntil: 'commit' }),
    execute: ({ script, args }) =>
      page.evaluate(`(function () { ${script} }).apply(null, ${JSON.stringify(args)})`),
  };
  return new Driver({
    send: async (command, parameters = {}) => commands[command]?.(parameters),
    close: () => browser.close(),
  });
}
