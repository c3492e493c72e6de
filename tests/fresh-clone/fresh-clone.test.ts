import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';

/** What a stranger does with what is committed: clone it, `npm start`, open the page, stop it. */

/** A first start installs and builds. */
const FIRST_START_MS = 300_000;
const STOP_MS = 5000;

let folder: string;
let address: string;
let server: ChildProcess;
let ended: Promise<number | null>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meridian-clone-'));
  spawnSync('git', ['clone', '--quiet', process.cwd(), folder]);
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  // Not as under a test: what is built is what is shipped.
  const env = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: 'data', NODE_ENV: '', VITEST: '' };
  server = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  ended = new Promise((resolve) => server.once('exit', resolve));
  await vi.waitFor(async () => expect((await fetch(address)).ok).toBe(true), {
    timeout: FIRST_START_MS,
    interval: 250,
  });
}, FIRST_START_MS);
afterAll(() => {
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test('a fresh clone serves the console', async () => {
  expect(await (await fetch(`${address}/`)).text()).toContain('<div id="root"');
});

test('it answers calls, and unknown ones with a message', async () => {
  expect((await fetch(`${address}/api/auth/session`)).status).toBe(401);
  const unknown = await fetch(`${address}/api/nothing-here`);
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toMatchObject({ message: expect.any(String) });
});

test('SIGTERM ends it with 0 within five seconds', async () => {
  server.kill('SIGTERM');
  const late = new Promise((resolve) => setTimeout(resolve, STOP_MS, 'late').unref());
  expect(await Promise.race([ended, late])).toBe(0);
});
