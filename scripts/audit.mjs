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
 * installing. Lighthouse is asked three times, and the middle one told. It is no part of the product: it is
 * installed into `audit/` by this command. Its reports are kept in `artefacts/audit/`. Ends with 1 when anything
 * but a performance score is found fault with: that one depends on the machine.
 */
const FOLDER = 'artefacts/audit';
const LEAST_SCORE = 95;
/** The same page had 77 and 100 for performance within minutes, as the machine's other guests let it. */
const JUDGEMENTS = 3;
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
    ...(await judgePage('landing')),
    ...(await judgePage('login')),
    ...(await judgePage('dashboard', data.operator)),
    ...tell('installing', await inProfile(undefined, judgeInstalling)),
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
 * @template Answer
 * @param {{ cookie: string } | undefined} operator who is signed in
 * @param {(context: import('playwright-core').BrowserContext, port: number) => Promise<Answer>} judge
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
  // The service worker has what it keeps by then, and takes nothing from what is judged.
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.close();
}

/** @param {import('playwright-core').BrowserContext} context */
function judgeInstalling(context) {
  return askInstallability(context, `${product.url}/login`);
}

/**
 * Each time in a browser that was never here, but for who is signed in.
 *
 * @param {keyof typeof JUDGED} name
 * @param {{ cookie: string }} [operator] who looks at it
 */
async function judgePage(name, operator) {
  const url = product.url + JUDGED[name];
  const judgements = [];
  for (let asked = 0; asked < JUDGEMENTS; asked += 1)
    judgements.push(await inProfile(operator, (_context, port) => askLighthouse(url, port)));
  const { scores, faults, report } = middleOf(judgements);
  writeFileSync(join(FOLDER, `${name}.html`), report);
  const figures = Object.entries(scores).map(([category, score]) => `${category} ${score}`);
  const each = judgements.map(performanceOf).join(', ');
  console.log(`\n${name}: ${figures.join(', ')} (performance each time: ${each})`);
  for (const fault of faults) console.log(`  ${fault}`);
  return judgements.flatMap((one) => shortOf(name, one.scores));
}

/** @param {Awaited<ReturnType<typeof askLighthouse>>} judgement */
function performanceOf({ scores: { performance = 0 } }) {
  return performance;
}

/** @param {Awaited<ReturnType<typeof askLighthouse>>[]} judgements of one page */
function middleOf(judgements) {
  const sorted = judgements.toSorted((one, other) => performanceOf(one) - performanceOf(other));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('Nothing was judged.');
  return middle;
}

/**
 * @param {string} name
 * @param {Record<string, number>} scores
 */
function shortOf(name, scores) {
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
