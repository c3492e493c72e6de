import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
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
  const output = { out: '', err: '' };
  const ended = once(child, 'close').then(([code]) => code as number);
  const up = new Promise<void>((ready) => {
    child.stdout?.on('data', (chunk) => {
      output.out += chunk;
      if (output.out.includes('started in')) ready();
    });
  });
  child.stderr?.on('data', (chunk) => {
    output.err += chunk;
  });
  await Promise.race([up, ended]);
  return { child, output, ended };
}

for (const [what, signal, reason] of [
  ['an exception that nobody catches', 'SIGUSR2', 'a fault'],
  ['a promise that nobody waits for', 'SIGPIPE', 'a forgotten promise'],
] as const) {
  test(`${what} is logged, and the process exits with 1`, async () => {
    const dataDir = await temporaryDir();
    const { child, output, ended } = await start({ DATA_DIR: dataDir });
    child.kill(signal);
    expect(await ended).toBe(1);
    const lines = output.out.split('\n').filter((line) => line.startsWith('{'));
    const fatal = lines.map((line) => JSON.parse(line)).find(({ level }) => level === 'fatal');
    expect(fatal?.err.message).toBe(reason);
    await (await openStore(dataDir, [], Date.now)).close();
  }, 60_000);
}

test('a second server on the same data directory exits with one sentence', async () => {
  const dataDir = await temporaryDir();
  const store = await openStore(dataDir, [], Date.now);
  const { output, ended } = await start({ DATA_DIR: dataDir });
  expect(await ended).toBe(1);
  expect(output.err).toBe(`DATA_DIR: another server works in ${dataDir}.\n`);
  await store.close();
}, 60_000);

test.each([
  ['is a file', async () => fileIn(await temporaryDir(), 'x'), /is a file, or lies below one/],
  [
    'has a damaged lock',
    damagedLock,
    /lock\.db cannot be used \(SQLITE_NOTADB\)\. If no other server/,
  ],
] as const)(
  'a data directory that %s ends the start with one sentence',
  async (_, make, sentence) => {
    const { output, ended } = await start({ DATA_DIR: await make() });
    expect(await ended).toBe(1);
    expect(output.err).toMatch(/^DATA_DIR: [^\n]*\n$/);
    expect(output.err).toMatch(sentence);
  },
);

async function fileIn(directory: string, name: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, 'no database '.repeat(100));
  return path;
}

async function damagedLock(): Promise<string> {
  const directory = await temporaryDir();
  await fileIn(directory, 'lock.db');
  return directory;
}

test('a start that listens for other machines without TLS prints a warning', async () => {
  const { child, output, ended } = await start({ DATA_DIR: await temporaryDir(), HOST: '0.0.0.0' });
  expect(output.out).toMatch(/up at http:\/\/localhost:\d+\n/);
  expect(output.out).toMatch(/nobody yet: sign up at http:\/\/localhost:\d+\/signup/);
  expect(output.out).toContain('without TLS');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}, 60_000);
