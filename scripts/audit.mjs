import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { register } from 'tsx/esm/api';
import { run } from './child.mjs';
import { chromiumLaunch, ensureChromium } from './chromium.mjs';
import { freePort } from './free-port.mjs';
import { askAxe, askInstallability, askLighthouse } from './judges.mjs';
import { prepare } from './prepare.mjs';

/**
 * `npm run audit`: has others judge a real server with a day's data. Lighthouse on landing, login and
 * dashboard (performance, accessibility, best practices, SEO), axe on every screen, the browser on
 * installing. Lighthouse is no part of the product: it is installed into `audit/` by this command. Its reports
 * are kept in `artefacts/audit/`. Ends with 1 when anything but a performance score is found fault with: that
 * one depends on the machine.
 */
const FOLDER = 'artefacts/audit';
const LEAST_SCORE = 95;
const JUDGED = { landing: '/', login: '/login', dashboard: '/dashboard' };

const missing = await ensureChromium();
if (missing) {
  console.error(missing);
  process.exit(1);
}
await installLighthouse();
await prepare(process.cwd(), new AbortController().signal);
register();
const { startProduct } = await import(resolve('tests/e2e/product.ts'));
const { SCREENS, SCREEN_NAMES, contextFor, isRead, liveIn } = await import(
  resolve('tests/e2e/screens.ts')
);
mkdirSync(FOLDER, { recursive: true });
const product = await startProduct({ LOG_LEVEL: 'error' });
try {
  const data = await liveIn(product);
  const faults = [
    ...(await inProfile(undefined, judgeVisitor)),
    ...(await inProfile(data.operator, judgeOperator)),
    ...(await judgeScreens(data)),
  ];
  console.log(faults.length === 0 ? '\nNo faults.' : `\n${faults.length} faults.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await product.stop();
}

async function installLighthouse() {
  if (existsSync('audit/node_modules/lighthouse/package.json')) return;
  console.log('Installing Lighthouse into audit/ (npm ci).');
  const { code } = await run('npm', ['ci', '--ignore-scripts'], { cwd: resolve('audit') });
  if (code !== 0) throw new Error('npm ci failed in audit/; what it said is above.');
}

/**
 * A browser with a profile of its own, as Lighthouse and installing need one.
 *
 * @param {{ cookie: string } | undefined} operator who is signed in
 * @param {(context: import('playwright-core').BrowserContext, port: number) => Promise<string[]>} judge
 */
async function inProfile(operator, judge) {
  const profile = mkdtempSync(join(tmpdir(), 'meridian-audit-'));
  const port = await freePort();
  const launch = chromiumLaunch();
  const args = [...(launch.args ?? []), `--remote-debugging-port=${port}`];
  const context = await chromium.launchPersistentContext(profile, { ...launch, args });
  try {
    if (operator) await signIn(context, operator);
    return await judge(context, port);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/**
 * @param {import('playwright-core').BrowserContext} context
 * @param {{ cookie: string }} operator
 */
async function signIn(context, { cookie }) {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: product.url }]);
  const page = await context.newPage();
  await page.goto(`${product.url}/login`);
  await page.evaluate("localStorage.setItem('auth-token', 'ada')");
  await page.close();
}

/** @type {Parameters<typeof inProfile>[1]} */
async function judgeVisitor(context, port) {
  const landing = await judgePage('landing', port);
  const login = await judgePage('login', port);
  const install = await askInstallability(context, `${product.url}/login`);
  return [...landing, ...login, ...tell('installing', install)];
}

/** @type {Parameters<typeof inProfile>[1]} */
function judgeOperator(_context, port) {
  return judgePage('dashboard', port);
}

/**
 * @param {keyof typeof JUDGED} name
 * @param {number} port
 */
async function judgePage(name, port) {
  const { scores, faults, report } = await askLighthouse(product.url + JUDGED[name], port);
  writeFileSync(join(FOLDER, `${name}.html`), report);
  const figures = Object.entries(scores).map(([category, score]) => `${category} ${score}`);
  console.log(`\n${name}: ${figures.join(', ')}`);
  for (const fault of faults) console.log(`  ${fault}`);
  return Object.entries(scores)
    .filter(([category, score]) => category !== 'performance' && score < LEAST_SCORE)
    .map(([category, score]) => `${name}: ${category} ${score}`);
}

/** @param {Awaited<ReturnType<typeof liveIn>>} data */
async function judgeScreens(data) {
  const browser = await chromium.launch(chromiumLaunch());
  const faults = [];
  for (const name of SCREEN_NAMES) {
    const { isPublic, over } = SCREENS[name];
    const viewer = isPublic ? undefined : data.operator;
    const context = await contextFor(browser, product, viewer, { reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(data.urlOf(name));
    await isRead(page);
    await over?.(page);
    faults.push(...tell(`axe, ${name}`, await askAxe(page)));
    await context.close();
  }
  await browser.close();
  return faults;
}

/**
 * @param {string} who
 * @param {string[]} faults
 */
function tell(who, faults) {
  console.log(`${who}: ${faults.length === 0 ? 'no faults' : ''}`);
  for (const fault of faults) console.log(`  ${fault}`);
  return faults;
}
