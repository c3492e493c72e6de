import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, closeSync, openSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CLOSE } from '../../contract/live.ts';
import { freePort } from '../../scripts/free-port.mjs';
import { selfSigned } from '../doubles/self-signed.ts';
import { openConsole } from './console.ts';
import { openTestStore } from './engine.ts';
import { builtServer, startProcess } from './start-process.ts';
import { cookieOf } from './start-server.ts';
import { temporaryDir } from './temporary-dir.ts';

/** Stands for a fault of this program: nothing from outside can cause one. */
const FAULTS = `data:text/javascript,${encodeURIComponent(`
  process.on('SIGUSR2', () => { throw new Error('a fault'); });
  process.on('SIGPIPE', () => void Promise.reject(new Error('a forgotten promise')));
`)}`;

const start = (env: Record<string, string>, options?: SpawnOptions) =>
  startProcess(env, { ...options, imports: [FAULTS] });

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
    await (await openTestStore(dataDir, [], Date.now)).close();
  });
}

test('a signal at the very beginning of a start ends it with 0', async () => {
  await builtServer();
  const early = `data:text/javascript,${encodeURIComponent(`
    process.once('newListener', () => queueMicrotask(() => process.kill(process.pid, 'SIGTERM')));
  `)}`;
  const env = { ...process.env, PORT: '0', DATA_DIR: await temporaryDir() };
  const child = spawn(process.execPath, ['--import', early, 'scripts/start.mjs'], {
    env,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await once(child, 'close')).toEqual([0, null]);
});

/** Each of these requests is a line of that length. */
async function startAndLog(stdout: number | 'pipe', lines: number, length: number) {
  const port = String(await freePort());
  const env = { ...process.env, PORT: port, DATA_DIR: await temporaryDir(), LOG_LEVEL: 'info' };
  const stdio: SpawnOptions['stdio'] = ['ignore', stdout, 'inherit'];
  const child = spawn(process.execPath, [await builtServer()], { env, stdio });
  onTestFinished(() => void child.kill('SIGKILL'));
  const answer = (path: string, init = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, init).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(() => answer('/readyz'), { timeout: 20_000 }).toBe(200);
  // What a refused request came from is in its line.
  const foreign = { method: 'POST', headers: { origin: `https://${'x'.repeat(length)}.example` } };
  for (let calls = 0; calls < lines; calls += 1)
    expect(await answer('/api/auth/login', foreign)).toBe(403);
  return child;
}

test('a server whose log is on a full disk goes on', async () => {
  const full = openSync('/dev/full', 'w');
  const child = await startAndLog(full, 5, 4);
  closeSync(full);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('a server whose log nobody reads goes on, and keeps little of it', async () => {
  const child = await startAndLog('pipe', 300, 12_000);
  const ended = once(child, 'close');
  let read = 0;
  child.stdout?.on('data', ({ length }) => {
    read += length;
  });
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(read).toBeGreaterThan(100_000);
  expect(read).toBeLessThan(2_000_000);
});

test('a second server on the same data directory exits with one sentence', async () => {
  const dataDir = await temporaryDir();
  const store = await openTestStore(dataDir, [], Date.now);
  const { output, ended } = await start({ DATA_DIR: dataDir });
  expect(await ended).toBe(1);
  expect(output.err).toBe(`DATA_DIR: another server works in ${dataDir}.\n`);
  await store.close();
});

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

test.each([
  [{ DATA_DIR: '/proc/data' }, 'DATA_DIR: /proc/data cannot be used (ENOENT).'],
  [{ BUNDLE_STORE: 'file:/proc/bundles' }, '/proc/bundles cannot be used (ENOENT).'],
  [{ HOST: '999.1.1.1' }, 'HOST: 999.1.1.1 is neither an address nor a known name.'],
])('a start with %o ends with one sentence', async (env, sentence) => {
  const { output, ended } = await start({ DATA_DIR: await temporaryDir(), ...env });
  expect(await ended).toBe(1);
  expect(output.err).toBe(`${sentence}\n`);
});

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

const isRoot = process.getuid?.() === 0;

test('a data directory of another user ends the start with one sentence', async () => {
  const dataDir = await temporaryDir();
  // Nothing is forbidden to root, so the server is somebody else then.
  const nobody = { uid: 65_534, gid: 65_534 };
  if (!isRoot) chmodSync(dataDir, 0o500);
  const { output, ended } = await start({ DATA_DIR: dataDir }, isRoot ? nobody : {});
  expect(await ended).toBe(1);
  expect(output.err).toBe(
    `DATA_DIR: this user may not read and write ${dataDir}. Change its owner, or name another directory.\n`,
  );
});

test.runIf(isRoot)('a key of another user ends the start with one sentence', async () => {
  const dataDir = await temporaryDir();
  chownSync(dataDir, 65_534, 65_534);
  await writeFile(join(dataDir, 'identity.json'), '{}');
  const { output, ended } = await start({ DATA_DIR: dataDir }, { uid: 65_534, gid: 65_534 });
  expect(await ended).toBe(1);
  expect(output.err).toBe(`${join(dataDir, 'identity.json')} cannot be used (EPERM).\n`);
});

test.runIf(isRoot)('a read-only data directory ends the start with one sentence', async () => {
  const dataDir = await temporaryDir();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'tmpfs', dataDir]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', dataDir]));
  const { output, ended } = await start({ DATA_DIR: dataDir });
  expect(await ended).toBe(1);
  expect(output.err).toBe(
    `DATA_DIR: ${dataDir} is on a read-only file system. Name another directory.\n`,
  );
});

/** A data directory, and a certificate of these files in it. */
async function withCertificate({ cert, key }: Record<'cert' | 'key', Buffer>) {
  const dataDir = await temporaryDir();
  const [certPath, keyPath] = [join(dataDir, 'cert.pem'), join(dataDir, 'key.pem')];
  await writeFile(certPath, cert);
  await writeFile(keyPath, key);
  return { DATA_DIR: dataDir, TLS_CERT: certPath, TLS_KEY: keyPath };
}

test('a certificate with the key of another ends the start with one sentence', async () => {
  const files = { ...selfSigned(), key: selfSigned().key };
  const { output, ended } = await start(await withCertificate(files));
  expect(await ended).toBe(1);
  expect(output.err).toMatch(/^TLS_KEY: [^\n]* is not the key of the certificate in [^\n]*\n$/);
});

test('a start with an expired certificate prints a loud warning', async () => {
  const expired = selfSigned({ to: '210101000000Z' });
  const { child, output, ended } = await start(await withCertificate(expired));
  expect(output.out).toContain(
    'WARNING    the certificate in TLS_CERT expired on 2021-01-01: browsers and peers refuse it',
  );
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('a start behind a proxy does not ask for one', async () => {
  const env = { DATA_DIR: await temporaryDir(), HOST: '0.0.0.0', TRUSTED_PROXIES: '1' };
  const { child, output, ended } = await start(env);
  expect(output.out).toContain('is up at');
  expect(output.out).not.toContain('without TLS');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('a start that listens for other machines without TLS, and lets everybody sign up, prints warnings', async () => {
  const { child, output, ended } = await start({ DATA_DIR: await temporaryDir(), HOST: '0.0.0.0' });
  expect(output.out).toMatch(/up at http:\/\/localhost:\d+\n/);
  expect(output.out).toMatch(/nobody yet: sign up at http:\/\/localhost:\d+\/signup/);
  expect(output.out).toContain('without TLS');
  expect(output.out).toContain('warning    whoever reaches this can sign up as viewer');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('a start without accounts and platforms, where nobody can sign up, says how the first ones come', async () => {
  const dataDir = await temporaryDir();
  const mesh = JSON.parse(await readFile('mesh.config.json', 'utf8'));
  const file = join(dataDir, 'mesh.json');
  await writeFile(file, JSON.stringify({ ...mesh, platforms: [] }));
  const env = { DATA_DIR: dataDir, MESH_CONFIG: file, HOST: '0.0.0.0', REGISTRATION: 'closed' };
  const { child, output, ended } = await start(env);
  expect(output.out).toContain('npm run account -- add NAME --admin');
  expect(output.out).toContain('no platforms yet: admins add them on the screen Platforms');
  expect(output.out).not.toContain('can sign up');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

describe('a drain', () => {
  const open = async (url: string) => {
    const answer = await fetch(`${url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        username: 'ada',
        email: 'ada@mesh.example',
        password: 'a long enough password',
        sovereignLevel: 'S11.1',
      }),
    });
    return openConsole(url, { cookie: cookieOf(answer) ?? '' });
  };
  const readiness = (url: string) => fetch(`${url}/readyz`).then(({ status }) => status);

  test('goes on with everything while it is not ready, then tells consoles to come back elsewhere', async () => {
    const env = { DATA_DIR: await temporaryDir(), DRAIN_SECONDS: '2' };
    const { child, url = '', ended } = await start(env);
    const live = await open(url);
    expect(await readiness(url)).toBe(200);
    const startedAt = performance.now();
    child.kill('SIGTERM');
    await expect.poll(() => readiness(url)).toBe(503);
    expect((await fetch(`${url}/login`)).status).toBe(200);
    const bye = await live.waitFor(({ type }) => type === 'bye');
    expect(performance.now() - startedAt).toBeGreaterThan(1900);
    expect(bye.comeBackSec).toBeLessThan(1);
    expect(await live.closed).toBe(CLOSE.restart);
    expect(await ended).toBe(0);
  });

  test('is cut short by a second signal', async () => {
    const {
      child,
      url = '',
      ended,
    } = await start({
      DATA_DIR: await temporaryDir(),
      DRAIN_SECONDS: '60',
    });
    child.kill('SIGTERM');
    await expect.poll(() => readiness(url)).toBe(503);
    const startedAt = performance.now();
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});
