import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { zipOf } from '../../doubles/zip-writer.ts';
import { builtServer } from '../start-process.ts';
import { cookieOf } from '../start-server.ts';
import { temporaryDir } from '../temporary-dir.ts';
import { filesOf, formOf } from './uploads/upload-client.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const ROUNDS = 3;

interface Running {
  readonly child: ChildProcess;
  call(path: string, init?: RequestInit): Promise<Response>;
}

async function start(dataDir: string): Promise<Running> {
  const child = spawn(process.execPath, [await builtServer()], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      said += chunk;
      const found = /up at (http:\/\/\S+)/.exec(said);
      if (found?.[1]) resolve(found[1]);
    });
    child.once('close', () => reject(new Error(`the server ended: ${said}`)));
  });
  return { child, call: (path, init) => fetch(url + path, init) };
}

async function signUp({ call }: Running): Promise<string> {
  const response = await call('/api/auth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: 'operator',
      email: 'operator@mesh.example',
      password: 'a long enough password',
      sovereignLevel: 'S11.1',
    }),
  });
  const cookie = cookieOf(response);
  if (cookie === undefined) throw new Error(await response.text());
  return cookie;
}

/** Uploads three at a time, until so many are acknowledged; then kills. @returns SHA-256 by bundle */
async function uploadUntilKilled(server: Running, cookie: string, count: number) {
  const acknowledged = new Map<string, string>();
  const closed = once(server.child, 'close');
  const uploadOne = async (): Promise<void> => {
    const file = zipOf({ 'a.bin': randomBytes(1 + Math.floor(Math.random() * 200_000)) });
    const init = { method: 'POST', headers: { cookie }, body: formOf({ file }) };
    const response = await server.call('/api/zip/upload', init);
    if (response.status !== 200) throw new Error(await response.text());
    const { bundle } = await response.json();
    acknowledged.set(bundle.id, createHash('sha256').update(file).digest('hex'));
  };
  const uploadOn = async (): Promise<void> => {
    while (acknowledged.size < count)
      await uploadOne().catch((error: unknown) => {
        // Those in flight as the process dies fail: that is the point. Before that, none may.
        if (!server.child.killed) throw error;
      });
    server.child.kill('SIGKILL');
  };
  await Promise.all([uploadOn(), uploadOn(), uploadOn()]);
  await closed;
  return acknowledged;
}

test('after kill -9 every acknowledged bundle is there, whole, and gets its verdict', async () => {
  const dataDir = await temporaryDir();
  const acknowledged = new Map<string, string>();
  let server = await start(dataDir);
  const cookie = await signUp(server);

  for (let round = 0; round < ROUNDS; round += 1) {
    const count = 3 + Math.floor(Math.random() * 5);
    for (const [id, hash] of await uploadUntilKilled(server, cookie, count))
      acknowledged.set(id, hash);
    server = await start(dataDir);
    const listed = await vi.waitFor(
      async () => {
        const response = await server.call('/api/zip/bundles', { headers: { cookie } });
        const bundles: Bundle[] = await response.json();
        expect(new Set(bundles.map(({ status }) => status))).toEqual(new Set(['validated']));
        return bundles;
      },
      { timeout: 45_000, interval: 200 },
    );
    const ids = listed.map(({ id }) => String(id));
    expect(ids).toEqual(expect.arrayContaining([...acknowledged.keys()]));
    for (const [id, hash] of acknowledged) {
      const bytes = await readFile(join(dataDir, 'bundles', `${id}.zip`));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
    }
    expect((await filesOf(dataDir)).sort()).toEqual(ids.map((id) => `${id}.zip`).sort());
  }
  const closed = once(server.child, 'close');
  server.child.kill('SIGTERM');
  expect((await closed)[0]).toBe(0);
}, 240_000);
