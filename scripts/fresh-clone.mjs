import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { run } from './child.mjs';
import { freePort } from './free-port.mjs';

/** A first start installs and builds. */
const FIRST_START_MS = 300_000;
const STOP_MS = 5000;
const ASK_EVERY_MS = 250;

/**
 * What a stranger does: clone into an empty folder, `npm start`, open the page, stop it. Of what is
 * committed, not of what lies about in the work tree.
 *
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function checkFreshClone() {
  console.log('\n--- fresh clone');
  const folder = mkdtempSync(join(tmpdir(), 'meridian-clone-'));
  try {
    await run('git', ['clone', '--quiet', process.cwd(), folder]);
    return await startAndStop(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
async function startAndStop(folder) {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: 'data' };
  const server = spawn('npm', ['start'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const checks = [
    ['npm start answers', () => answersWithin(address, ended)],
    ['/ is the console', async () => (await ask(`${address}/`)).includes('<div id="root"')],
    [
      '/api/auth/session is the server',
      async () => (await status(`${address}/api/auth/session`)) === 401,
    ],
    ['an unknown call is refused with a message', () => refusesUnknown(address)],
    ['SIGTERM ends it with 0 within five seconds', () => stops(server, ended)],
  ];
  return count(/** @type {[string, () => Promise<boolean>][]} */ (checks));
}

/** @param {[string, () => Promise<boolean>][]} checks */
async function count(checks) {
  const result = { passed: 0, failed: 0 };
  for (const [name, check] of checks) {
    const ok = await check().catch((error) => {
      console.error(error);
      return false;
    });
    console.log(`${ok ? 'passed' : 'FAILED'}: ${name}`);
    result[ok ? 'passed' : 'failed'] += 1;
  }
  return result;
}

/**
 * @param {string} address
 * @param {Promise<number | null>} ended
 */
async function answersWithin(address, ended) {
  let gone = false;
  void ended.then(() => {
    gone = true;
  });
  const until = Date.now() + FIRST_START_MS;
  while (!gone && Date.now() < until) {
    const answered = await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    );
    if (answered) return true;
    await delay(ASK_EVERY_MS);
  }
  return false;
}

const ask = async (/** @type {string} */ url) => (await fetch(url)).text();
const status = async (/** @type {string} */ url) => (await fetch(url)).status;

/** @param {string} address */
async function refusesUnknown(address) {
  const answer = await fetch(`${address}/api/nothing-here`);
  const body = /** @type {{ message?: unknown }} */ (await answer.json());
  return answer.status === 404 && typeof body.message === 'string';
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @param {Promise<number | null>} ended
 */
async function stops(server, ended) {
  server.kill('SIGTERM');
  const late = new AbortController();
  const code = await Promise.race([ended, delay(STOP_MS, 'late', { signal: late.signal })]);
  late.abort();
  if (code === 'late') server.kill('SIGKILL');
  return code === 0;
}
