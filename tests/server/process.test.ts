import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../server/store/store.ts';
import { temporaryDir } from './temporary-dir.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Stands for a fault of this program: nothing from outside can cause one. */
const FAULTS = `data:text/javascript,${encodeURIComponent(`
  process.on('SIGUSR2', () => { throw new Error('a fault'); });
  process.on('SIGPIPE', () => void Promise.reject(new Error('a forgotten promise')));
`)}`;

/** Starts the server from its sources. Resolves once it has said that it is up, or has ended. */
async function start(env: Record<string, string>) {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', '--import', FAULTS, 'server/main.ts'],
    { cwd: ROOT, env: { ...process.env, PORT: '0', ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const heard = { out: '', err: '' };
  const ended = once(child, 'close').then(([code]) => code as number);
  const up = new Promise<void>((ready) => {
    child.stdout?.on('data', (chunk) => {
      heard.out += chunk;
      if (heard.out.includes('started in')) ready();
    });
  });
  child.stderr?.on('data', (chunk) => {
    heard.err += chunk;
  });
  await Promise.race([up, ended]);
  return { child, heard, ended };
}

for (const [what, signal, reason] of [
  ['an exception that nobody catches', 'SIGUSR2', 'a fault'],
  ['a promise that nobody waits for', 'SIGPIPE', 'a forgotten promise'],
] as const) {
  test(`row 23: ${what} is logged, and the process ends cleanly with 1`, async () => {
    const dataDir = await temporaryDir();
    const { child, heard, ended } = await start({ DATA_DIR: dataDir });
    child.kill(signal);
    expect(await ended).toBe(1);
    const lines = heard.out.split('\n').filter((line) => line.startsWith('{'));
    const fatal = lines.map((line) => JSON.parse(line)).find(({ level }) => level === 'fatal');
    expect(fatal?.err.message).toBe(reason);
    await (await openStore(dataDir, [], Date.now)).close();
  }, 60_000);
}

test('a second server on the same data directory is refused in one sentence', async () => {
  const dataDir = await temporaryDir();
  const store = await openStore(dataDir, [], Date.now);
  const { heard, ended } = await start({ DATA_DIR: dataDir });
  expect(await ended).toBe(1);
  expect(heard.err).toBe(`DATA_DIR: another server works in ${dataDir}.\n`);
  await store.close();
}, 60_000);

test('a start for other machines without TLS says so', async () => {
  const { child, heard, ended } = await start({ DATA_DIR: await temporaryDir(), HOST: '0.0.0.0' });
  expect(heard.out).toMatch(/up at http:\/\/localhost:\d+\n/);
  expect(heard.out).toMatch(/nobody yet: sign up at http:\/\/localhost:\d+\/signup/);
  expect(heard.out).toContain('without TLS');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}, 60_000);
