import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import {
  details,
  GOOD_ZIP,
  listed,
  listen,
  uploadAndInspect,
  uploaded,
} from '../../tests/server/bundles/uploads/upload-client.ts';
import { openTestDatabase } from '../../tests/server/engine.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { createClock } from '../base/clock.ts';
import { createLoops } from '../base/loop.ts';
import type { Database } from '../database/database.ts';
import { type Journal, openJournal, soleTermJournal } from '../database/journal.ts';
import { createLocalPubSub } from '../database/pubsub.ts';
import { type Bundles, createBundles } from './bundles.ts';
import type { InspectionThreads } from './inspection/inspection-threads.ts';
import type { Inspection } from './inspection/zip/inspect.ts';
import { openFileStore } from './store/file-store.ts';

vi.setConfig({ testTimeout: 60_000 });

describe('after a crash', () => {
  let dataDir: string;
  let db: Database;
  let journal: Journal;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'meridian-crash-'));
    db = await openTestDatabase(dataDir);
    journal = await openJournal(db, () => 1000);
  });
  afterEach(async () => {
    await db.destroy();
    await rm(dataDir, { recursive: true });
  });

  /** A node's bundles whose inspections are `threads`. */
  const start = async (threads: InspectionThreads): Promise<Bundles> =>
    createBundles({
      mayUpload: async () => true,
      notify: async () => undefined,
      config: {
        ...{ database: null, moveOrphans: false },
        uploadMaxBytes: 1e6,
        quota: { bundles: 10, bytes: 1e6 },
        zip: { entries: 10, totalBytes: 1e6, ratio: 100, nesting: 1 },
        mesh: { platforms: [] },
        diskReserveBytes: 0,
      },
      files: await openFileStore({ kind: 'file', directory: join(dataDir, 'bundles') }, dataDir),
      disk,
      db,
      journal,
      pubsub: createLocalPubSub(),
      clock: createClock(),
      now: () => 1000,
      log,
      threads,
    });

  const disk: Parameters<typeof createBundles>[0]['disk'] = {
    assertRoom: async () => undefined,
    async *guard(stream) {
      for await (const chunk of stream) yield Buffer.from(chunk);
    },
  };
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const never: InspectionThreads = {
    start: () => ({ done: new Promise<Inspection>(() => undefined), stop: async () => undefined }),
    close: async () => undefined,
  };
  const atOnce = (inspection: Inspection): InspectionThreads => ({
    start: () => ({ done: Promise.resolve(inspection), stop: async () => undefined }),
    close: async () => undefined,
  });
  const info = { name: 'a.zip', targets: [], priority: 'standard', username: 'operator' } as const;
  const bytes = async function* () {
    yield GOOD_ZIP;
  };

  test('an unfinished inspection is repeated', async () => {
    const crashed = await start(never);
    const { id } = await crashed.add(await crashed.receive(bytes()), info);

    const restarted = await start(atOnce({ problems: [], files: [], fileCount: 1 }));
    await restarted.resume();
    const clock = createClock();
    const inspections = restarted.lead({
      journal: soleTermJournal(journal),
      ...{ clock, loops: createLoops(clock) },
    });
    onTestFinished(inspections.close);
    await inspections.resume();
    await vi.waitFor(async () => {
      expect(await restarted.details(String(id))).toMatchObject({
        status: 'validated',
        history: [{ status: 'validating' }, { status: 'validated' }],
      });
    });
  });

  test('half-written files are removed, other folders are left alone', async () => {
    const crashed = await start(never);
    const { id } = await crashed.add(await crashed.receive(bytes()), info);
    await crashed.receive(bytes());
    await writeFile(join(dataDir, 'bundles/incoming', `${randomUUID()}.zip`), GOOD_ZIP);
    await writeFile(join(dataDir, 'bundles/unpacked/left.unpacked'), 'x');
    await mkdir(join(dataDir, 'bundles', 'by-hand'));

    await (await start(never)).resume();
    expect((await readdir(join(dataDir, 'bundles'))).sort()).toEqual(
      [`${id}.zip`, 'by-hand', 'incoming', 'unpacked'].sort(),
    );
    expect(await readdir(join(dataDir, 'bundles/incoming'))).toEqual([]);
    expect(await readdir(join(dataDir, 'bundles/unpacked'))).toEqual([]);
  });

  test('a committed bundle whose file was not moved yet gets it', async () => {
    const crashed = await start(never);
    const { id } = await crashed.add(await crashed.receive(bytes()), info);
    const path = join(dataDir, 'bundles', `${id}.zip`);
    await rename(path, join(dataDir, 'bundles/incoming', `${id}.zip`));

    await (await start(never)).resume();
    expect((await readFile(path)).equals(GOOD_ZIP)).toBe(true);
    expect(await readdir(join(dataDir, 'bundles/incoming'))).toEqual([]);
  });

  test('a file that the database does not know is set aside, with a warning', async () => {
    const first = await start(never);
    const { id } = await first.add(await first.receive(bytes()), info);
    await writeFile(join(dataDir, 'bundles', 'unknown.zip'), GOOD_ZIP);

    await (await start(never)).resume();
    const moved = await readFile(join(dataDir, 'bundles/orphaned/unknown.zip'));
    expect(moved.equals(GOOD_ZIP)).toBe(true);
    expect(await readdir(join(dataDir, 'bundles'))).toContain(`${id}.zip`);
    expect(log.warn).toHaveBeenCalledWith(
      { files: 1, bytes: GOOD_ZIP.length },
      expect.stringContaining('npm run orphans'),
    );
  });

  test('a file whose row could not be written is removed', async () => {
    const bundles = await start(never);
    const received = await bundles.receive(bytes());
    const broken = { ...info, priority: undefined as unknown as 'standard' };
    await expect(bundles.add(received, broken)).rejects.toThrow();
    expect(await bundles.list()).toEqual([]);
    expect(await readdir(join(dataDir, 'bundles'))).toEqual(['incoming', 'unpacked']);
  });
});

describe('deleting', () => {
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

  test('removes a bundle from the list, the disk and every console', async () => {
    const { id } = await uploadAndInspect(server, cookie);
    const live = listen(server);
    expect((await remove(id)).status).toBe(200);
    expect(await listed(server, cookie)).toEqual([]);
    expect(existsSync(blob(id))).toBe(false);
    expect(live.changes[0]).toMatchObject({ op: 'remove', data: { id } });
    expect(live.changes[1]?.data).toMatchObject([{ message: 'remover deleted feature.zip' }]);
  });

  test('works while a bundle is being validated, and no result follows', async () => {
    const { id } = await uploaded(server, cookie);
    expect((await remove(id)).status).toBe(200);
    expect(existsSync(blob(id))).toBe(false);
    const live = listen(server);
    await uploadAndInspect(server, cookie);
    expect(live.changes.filter(({ data }) => JSON.stringify(data).includes(String(id)))).toEqual(
      [],
    );
  });

  test('an unknown bundle is answered 404, as are its details', async () => {
    for (const id of ['nothing', '..%2f..%2fmeridian', '__proto__']) {
      expect((await remove(id)).status).toBe(404);
      expect(await details(server, cookie, id)).toMatchObject({
        message: 'There is no such bundle.',
      });
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

test('the bundles with the same file are found by its SHA-256', async () => {
  const server = await startServer();
  onTestFinished(server.close);
  const { cookie } = await server.signUp();
  const [first, second] = [await uploaded(server, cookie), await uploaded(server, cookie)];
  const { sha256 } = await details(server, cookie, first.id);
  const find = async (hash: string) =>
    (await server.call(`/api/zip/files/${hash}`, { cookie })).json();
  expect(await find(sha256)).toMatchObject([{ id: second.id }, { id: first.id }]);
  expect(await find('0'.repeat(64))).toEqual([]);
  expect((await server.call(`/api/zip/files/${sha256}`)).status).toBe(401);
});
