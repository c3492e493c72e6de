import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, statfsSync, statSync, truncateSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { zipOf } from '../../tests/doubles/zip-writer.ts';
import { begin } from '../../tests/server/bundles/uploads/tus-client.ts';
import { formOf, upload } from '../../tests/server/bundles/uploads/upload-client.ts';
import { startProcess } from '../../tests/server/start-process.ts';
import { cookieOf, startServer } from '../../tests/server/start-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const MIB = 1024 * 1024;
const RESERVE = 8 * MIB;

describe('a disk without room beside the reserve', () => {
  const full = async () => ({ free: 100 * MIB, total: 1000 * MIB });
  const env = { DISK_RESERVE_BYTES: String(200 * MIB) };

  test('is announced, and refuses uploads of both kinds with a sentence', async () => {
    const server = await startServer({ env, alone: true, measureDisk: full });
    const { cookie } = await server.signUp();
    const message =
      "The server's disk is almost full (100 MB free, of which 200 MB are reserved). " +
      'Delete bundles to make room.';
    const fields = { targetPlatforms: '[]' };
    for (const refused of [
      await upload(server, cookie, fields),
      await begin(server, cookie, { fields }),
    ])
      expect([refused.status, await refused.json()]).toMatchObject([507, { message }]);
    const disk = await (await server.call('/api/system/disk', { cookie })).json();
    expect(disk).toMatchObject({ level: 'full', freeBytes: 100 * MIB, reserveBytes: 200 * MIB });
    const rows = await (await server.call('/api/activity/logs', { cookie })).json();
    expect(rows).toContainEqual({
      id: expect.any(Number),
      createdAt: expect.any(String),
      severity: 'error',
      message: 'Disk almost full: 100 MB free. Uploads are refused',
    });
    const metrics = await (await server.call('/metrics')).text();
    expect(metrics).toContain(`meridian_disk_free_bytes ${100 * MIB}`);
    await server.close();
  });

  test('stops an upload in the middle, and keeps nothing of it', async () => {
    let free = 300 * MIB;
    const measureDisk = async () => {
      free -= 60 * MIB;
      return { free, total: 1000 * MIB };
    };
    const server = await startServer({ env, alone: true, measureDisk });
    const { cookie } = await server.signUp();
    free = 400 * MIB;
    const file = zipOf({ 'a.bin': randomBytes(20 * MIB) });
    const refused = await upload(server, cookie, { file, targetPlatforms: '[]' });
    expect(refused.status).toBe(507);
    expect(await (await server.call('/api/zip/bundles', { cookie })).json()).toEqual([]);
    await server.close();
  });
});

test('a bundle that the server could not inspect has no result until it can', async () => {
  const server = await startServer({ alone: true });
  const { cookie } = await server.signUp();
  const unpacked = join(server.config.dataDir, 'bundles', 'unpacked');
  await rm(unpacked, { recursive: true });
  const inner = zipOf({ 'a.txt': 'a' });
  const answer = await upload(server, cookie, {
    file: zipOf({ 'inner.zip': inner }),
    targetPlatforms: '[]',
  });
  const { id } = (await answer.json()).bundle;
  const failed = { msg: 'inspection thread failed' };
  await expect
    .poll(() => server.logged, { timeout: 20_000 })
    .toContainEqual(expect.objectContaining(failed));
  const status = async () =>
    (await (await server.call(`/api/zip/bundles/${id}`, { cookie })).json()).status;
  expect(await status()).toBe('validating');
  await mkdir(unpacked);
  await expect.poll(status, { timeout: 30_000 }).toBe('validated');
  await server.close();
});

/** A small disk of its own, which only root may make; null for anybody else. */
const disk = mountSmallDisk();
afterAll(() => {
  if (disk === null) return;
  execFileSync('umount', ['--lazy', disk]);
  rmSync(disk, { recursive: true });
});

function mountSmallDisk(): string | null {
  const path = mkdtempSync(join(tmpdir(), 'meridian-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', path], { stdio: 'ignore' });
    return path;
  } catch {
    rmSync(path, { recursive: true });
    return null;
  }
}

const startOn = (dataDir: string) =>
  startProcess({ DATA_DIR: dataDir, DISK_RESERVE_BYTES: String(RESERVE) });

describe.skipIf(disk === null)('a real process on a small disk', () => {
  const dataDir = join(disk ?? '', 'data');
  const filler = join(disk ?? '', 'filler');
  /** As another program would. */
  const fillDisk = () => {
    const page = Buffer.alloc(4096);
    try {
      for (;;) appendFileSync(filler, page);
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
  };
  const account = { username: 'operator', password: 'a long enough password' };

  test('keeps a reserve from uploads; signing in and deleting work even when others fill the disk', async () => {
    const { child, url, ended } = await startOn(dataDir);
    const call = (path: string, init?: RequestInit) => fetch(url + path, init);
    const signIn = (path: string, body: object) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const registered = await signIn('/api/auth/register', {
      ...account,
      email: 'operator@mesh.example',
      sovereignLevel: 'S11.1',
    });
    const cookie = cookieOf(registered) ?? '';
    const send = () => {
      const file = zipOf({ 'a.bin': randomBytes(6 * MIB) });
      const body = formOf({ file, targetPlatforms: '[]' });
      return call('/api/zip/upload', { method: 'POST', headers: { cookie }, body });
    };

    const ids: string[] = [];
    let answer = await send();
    for (; answer.status === 200; answer = await send()) ids.push((await answer.json()).bundle.id);
    expect(ids.length).toBeGreaterThan(2);
    expect(answer.status).toBe(507);
    expect((await answer.json()).message).toMatch(/^The server's disk is almost full \(/);
    const { bavail, bsize } = statfsSync(dataDir);
    expect(bavail * bsize).toBeGreaterThan(RESERVE - MIB);

    expect((await signIn('/api/auth/login', account)).status).toBe(200);
    const removed = await call(`/api/zip/bundles/${ids[0]}`, {
      method: 'DELETE',
      headers: { cookie },
    });
    expect(removed.status).toBe(200);
    expect((await send()).status).toBe(200);

    fillDisk();
    expect((await signIn('/api/auth/login', account)).status).toBe(200);
    const path = `/api/zip/bundles/${ids[1]}`;
    expect((await call(path, { method: 'DELETE', headers: { cookie } })).status).toBe(200);

    // Now there is no ballast left.
    fillDisk();
    const message = 'The disk of the database is full. Somebody has to free some space there.';
    for (const refused of [
      await signIn('/api/auth/login', account),
      await call(`/api/zip/bundles/${ids[2]}`, { method: 'DELETE', headers: { cookie } }),
    ])
      expect([refused.status, await refused.json()]).toMatchObject([507, { message }]);
    const unready = await call('/readyz');
    expect([unready.status, (await unready.json()).reasons]).toEqual([503, ['disk']]);
    await rm(filler);
    expect((await call('/readyz')).status).toBe(200);
    expect((await signIn('/api/auth/login', account)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test.each([0, 512])('refuses in one sentence to start with %i KiB of the disk', async (kib) => {
    fillDisk();
    truncateSync(filler, statSync(filler).size - kib * 1024);
    const { output, ended } = await startOn(dataDir);
    expect(await ended).toBe(1);
    expect(output.err).toBe('DATA_DIR: the disk is full. Free some space, then start again.\n');
    await rm(filler);
  });

  test('starts on a full disk in the place of its ballast', async () => {
    const start = async () => {
      const { url, child, ended, output } = await startOn(dataDir);
      expect([url, output.err]).toEqual([expect.any(String), '']);
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      expect(output.out).not.toContain('full');
    };
    await start();
    fillDisk();
    await start();
    await rm(filler);
  });
});
