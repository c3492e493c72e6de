import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Bundles, createBundles } from '../../../server/bundles/bundles.ts';
import type { InspectionThreads } from '../../../server/bundles/thread.ts';
import type { Inspection } from '../../../server/bundles/zip/inspect.ts';
import { type Database, openDatabase } from '../../../server/store/database.ts';
import { type Journal, openJournal } from '../../../server/store/journal.ts';
import { startServer, type TestServer } from '../start-server.ts';
import { details, GOOD_ZIP, judged, listed, listen, uploaded } from './uploading.ts';

vi.setConfig({ testTimeout: 60_000 });

describe('row 58: after a crash', () => {
  let dataDir: string;
  let db: Database;
  let journal: Journal;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'meridian-crash-'));
    db = await openDatabase(dataDir);
    journal = await openJournal(db, () => 1000);
  });
  afterEach(async () => {
    await db.destroy();
    await rm(dataDir, { recursive: true });
  });

  /** A node's bundles whose inspections are `threads`. */
  const start = (threads: InspectionThreads): Promise<Bundles> =>
    createBundles({
      config: {
        dataDir,
        uploadMaxBytes: 1e6,
        quota: { bundles: 10, bytes: 1e6 },
        zip: { entries: 10, totalBytes: 1e6, ratio: 100, nesting: 1 },
        mesh: { platforms: [] },
      },
      db,
      journal,
      now: () => 1000,
      log: { info: vi.fn(), error: vi.fn() },
      threads,
    });

  const never: InspectionThreads = {
    start: () => ({ done: new Promise<Inspection>(() => undefined), stop: async () => undefined }),
    close: async () => undefined,
  };
  const atOnce = (inspection: Inspection): InspectionThreads => ({
    start: () => ({ done: Promise.resolve(inspection), stop: async () => undefined }),
    close: async () => undefined,
  });
  const facts = { name: 'a.zip', targets: [], priority: 'standard', username: 'operator' } as const;
  const bytes = async function* () {
    yield GOOD_ZIP;
  };

  test('an unfinished inspection is taken up again', async () => {
    const crashed = await start(never);
    const { id } = await crashed.keep(await crashed.receive(bytes()), facts);

    const restarted = await start(atOnce({ problems: [], files: [], fileCount: 1 }));
    await restarted.resume();
    await vi.waitFor(async () => {
      expect(await restarted.details(String(id))).toMatchObject({
        status: 'validated',
        history: [{ status: 'validating' }, { status: 'validated' }],
      });
    });
  });

  test('what is half-written or belongs to no row is removed, the rest is left alone', async () => {
    const crashed = await start(never);
    const { id } = await crashed.keep(await crashed.receive(bytes()), facts);
    await crashed.receive(bytes());
    await writeFile(join(dataDir, 'bundles', 'orphan.zip'), GOOD_ZIP);
    await writeFile(join(dataDir, 'bundles/unpacked/left.unpacked'), 'x');
    await mkdir(join(dataDir, 'bundles', 'by-hand'));

    await (await start(never)).resume();
    expect((await readdir(join(dataDir, 'bundles'))).sort()).toEqual(
      [`${id}.zip`, 'by-hand', 'incoming', 'unpacked'].sort(),
    );
    expect(await readdir(join(dataDir, 'bundles/incoming'))).toEqual([]);
    expect(await readdir(join(dataDir, 'bundles/unpacked'))).toEqual([]);
  });

  test('bytes whose row could not be written are not kept', async () => {
    const bundles = await start(never);
    const incoming = await bundles.receive(bytes());
    const broken = { ...facts, priority: undefined as unknown as 'standard' };
    await expect(bundles.keep(incoming, broken)).rejects.toThrow();
    expect(await bundles.list()).toEqual([]);
    expect(await readdir(join(dataDir, 'bundles'))).toEqual(['incoming', 'unpacked']);
  });
});

describe('removing', () => {
  let server: TestServer;
  let cookie: string;

  beforeAll(async () => {
    server = await startServer();
    ({ cookie } = await server.signUp('remover'));
  });
  afterAll(() => server.close());

  const remove = (id: string | number) =>
    server.call(`/api/zip/bundles/${id}`, { method: 'DELETE', cookie });
  const blob = (id: string | number) => join(server.config.dataDir, 'bundles', `${id}.zip`);

  test('takes a bundle from the list, the disk and every console', async () => {
    const { id } = await judged(server, cookie);
    const live = listen(server);
    expect((await remove(id)).status).toBe(200);
    expect(await listed(server, cookie)).toEqual([]);
    expect(existsSync(blob(id))).toBe(false);
    expect(live.changes[0]).toMatchObject({ op: 'replace', data: [] });
    expect(live.changes[1]?.data).toMatchObject([
      { message: 'remover removed ZIP bundle feature.zip' },
    ]);
  });

  test('works while a bundle is being validated, and no verdict follows', async () => {
    const { id } = await uploaded(server, cookie);
    expect((await remove(id)).status).toBe(200);
    expect(existsSync(blob(id))).toBe(false);
    const live = listen(server);
    await judged(server, cookie);
    expect(live.changes.filter(({ data }) => JSON.stringify(data).includes(String(id)))).toEqual(
      [],
    );
  });

  test('of what is not there is answered 404, as are its details', async () => {
    for (const id of ['nothing', '..%2f..%2fmeridian', '__proto__']) {
      expect((await remove(id)).status).toBe(404);
      expect(await details(server, cookie, id)).toEqual({ message: 'There is no such bundle.' });
    }
  });

  test('needs a session', async () => {
    const { id } = await uploaded(server, cookie);
    const response = await server.call(`/api/zip/bundles/${id}`, { method: 'DELETE' });
    expect(response.status).toBe(401);
    expect((await server.call(`/api/zip/bundles/${id}`)).status).toBe(401);
    expect((await server.call('/api/zip/bundles')).status).toBe(401);
  });
});
