import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { HOUR_MS } from '../../../contract/limits.ts';
import { zipOf } from '../../../tests/doubles/zip-writer.ts';
import { runScript } from '../../../tests/server/archive/run-script.ts';
import {
  ask,
  begun,
  newKey,
  offsetOf,
  receiptOf,
  sendOn,
  sendOpenEnded,
} from '../../../tests/server/bundles/uploads/tus-client.ts';
import {
  details,
  GOOD_ZIP,
  listedIds,
  upload,
  uploaded,
} from '../../../tests/server/bundles/uploads/upload-client.ts';
import { type FaultyLink, startFaultyLink } from '../../../tests/server/s3/faulty-link.ts';
import { environmentFor, hasS3, startS3, type TestS3 } from '../../../tests/server/s3/s3-server.ts';
import { startServer, type TestServer } from '../../../tests/server/start-server.ts';
import { temporaryDir } from '../../../tests/server/temporary-dir.ts';
import type { S3Config } from '../../outgoing/s3.ts';
import { openS3Uploads } from '../uploads/s3-upload-store.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const bytes = (buffer: Buffer) => new Uint8Array(buffer);
const UNAVAILABLE =
  'The storage of bundles cannot be reached. Nothing was lost: please try again later.';

describe.skipIf(!hasS3)('bundles on S3', () => {
  let s3: TestS3;
  let link: FaultyLink;
  let bucket: S3Config;
  let dataDir: string;
  let server: TestServer;
  let cookie: string;

  /** A server whose only way to the storage is the link. */
  async function start(env: Record<string, string> = {}): Promise<TestServer> {
    return startServer({ alone: true, env: { ...environmentFor(bucket), ...env } });
  }

  beforeAll(async () => {
    s3 = await startS3();
    link = await startFaultyLink(s3.endpoint);
    bucket = await s3.newBucket(link.endpoint);
    dataDir = await mkdtemp(join(tmpdir(), 'meridian-test-'));
    server = await start({ DATA_DIR: dataDir });
    ({ cookie } = await server.signUp());
  });
  afterAll(async () => {
    await server?.close();
    await link?.close();
    await s3?.close();
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
  });

  async function keys(Bucket = bucket.bucket): Promise<string[]> {
    const { Contents = [] } = await s3.client.send(new ListObjectsV2Command({ Bucket }));
    return Contents.map(({ Key = '' }) => Key).sort();
  }

  async function localFiles(): Promise<string[]> {
    const entries = await readdir(join(server.config.dataDir, 'bundles'), {
      withFileTypes: true,
      recursive: true,
    });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  /** How many requests of a kind were made, by the metrics. */
  async function requestsOf(operation: string, outcome = 'ok'): Promise<number> {
    const metrics = await (await server.call('/metrics')).text();
    const name = `meridian_bundle_store_seconds_count{operation="${operation}",outcome="${outcome}"} `;
    return Number(
      metrics
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.slice(name.length) ?? 0,
    );
  }

  const status = async (id: string | number) => (await details(server, cookie, id)).status;
  const form = { targetPlatforms: '[]' };

  test('metrics are answered while the storage is away', async () => {
    link.cut();
    expect((await server.call('/metrics')).status).toBe(200);
    link.repair();
  });

  test('a form becomes an object, is inspected from there and removed with its row', async () => {
    const { id } = await uploaded(server, cookie, form);
    await vi.waitFor(async () => expect(await status(id)).toBe('validated'), 30_000);
    // Whoever put the object, and the thread that inspects it, ask for its size.
    expect(await requestsOf('head')).toBe(2);
    expect(await keys()).toEqual(['node/database-id', `node/${id}.zip`].sort());
    expect(await localFiles()).toEqual([]);
    await server.call(`/api/zip/bundles/${id}`, { method: 'DELETE', cookie });
    expect(await keys()).toEqual(['node/database-id']);
  });

  test('a large file with archives inside arrives in parts and is inspected by ranges', async () => {
    const inner = zipOf({ 'inner.bin': randomBytes(3_000_000) });
    const file = zipOf({ 'a.bin': randomBytes(9_000_000), 'inner.zip': inner, 'b.txt': 'b' });
    const { id } = await uploaded(server, cookie, { ...form, file });
    await vi.waitFor(async () => expect(await status(id)).toBe('validated'), 30_000);
    expect((await details(server, cookie, id)).fileCount).toBe(3);
  });

  test('a connection that breaks in the middle of a part is made again', async () => {
    const file = zipOf({ 'a.bin': randomBytes(20_000_000) });
    link.cutAfter(3_000_000);
    const { id } = await uploaded(server, cookie, { ...form, file });
    await vi.waitFor(async () => expect(await status(id)).toBe('validated'), 60_000);
  });

  test('a storage that is away is said in words; nothing is listed, and the next try arrives', async () => {
    const [before, objects] = [await listedIds(server, cookie), await keys()];
    link.cut();
    const refused = await upload(server, cookie, form);
    expect([refused.status, await refused.json()]).toMatchObject([503, { message: UNAVAILABLE }]);
    const resumable = await server.call('/api/zip/resumable', { method: 'POST', cookie });
    expect(resumable.status).toBeGreaterThanOrEqual(400);
    expect(await listedIds(server, cookie)).toEqual(before);
    expect(await localFiles()).toEqual([]);
    link.repair();
    expect(await keys()).toEqual(objects);
    const { id } = await uploaded(server, cookie, form);
    await vi.waitFor(async () => expect(await status(id)).toBe('validated'), 30_000);
  });

  test('a slow storage is waited for', async () => {
    link.delay(300);
    const { id } = await uploaded(server, cookie, form);
    await vi.waitFor(async () => expect(await status(id)).toBe('validated'), 60_000);
    link.repair();
  });

  test('a bundle whose object is missing fails its inspection, and says why', async () => {
    link.delay(1000);
    const { id } = await uploaded(server, cookie, form);
    const Key = `${bucket.prefix}${id}.zip`;
    await s3.client.send(new DeleteObjectCommand({ Bucket: bucket.bucket, Key }));
    link.repair();
    await vi.waitFor(async () => expect(await status(id)).toBe('failed'), 60_000);
    const { problems } = await details(server, cookie, id);
    expect(problems[0]?.message).toBe('The inspection could not be finished: its file is missing.');
  });

  test('an inspection waits for the storage to come back', async () => {
    link.delay(1000);
    const { id } = await uploaded(server, cookie, form);
    link.cut();
    await vi.waitFor(async () => expect(await requestsOf('head', 'failed')).toBe(1), 30_000);
    expect(await status(id)).toBe('validating');
    link.repair();
    await vi.waitFor(async () => expect(await status(id)).toBe('validated'), 60_000);
  });

  test('a resumable upload goes on after its connection broke, and nothing is left of it', async () => {
    const file = zipOf({ 'a.bin': randomBytes(7_000_000) });
    const before = await keys();
    const key = newKey();
    const path = await begun(server, cookie, { file, fields: { key, targetPlatforms: '[]' } });
    let arrived = () => 0;
    server.node.app.server.once('request', ({ socket }) => {
      const earlier = socket.bytesRead;
      arrived = () => socket.bytesRead - earlier;
    });
    const sending = sendOpenEnded(server, cookie, path, file.subarray(0, 6_000_000));
    await vi.waitFor(() => expect(arrived()).toBeGreaterThan(5_500_000), 60_000);
    sending.break();
    await sending.answer;
    // The last bytes may still have been in a buffer.
    const at = await vi.waitFor(
      async () => {
        const offset = await offsetOf(server, cookie, path);
        expect(offset).toBeGreaterThan(5_000_000);
        return offset;
      },
      { timeout: 60_000, interval: 500 },
    );
    expect((await sendOn(server, cookie, path, at, bytes(file.subarray(at)))).status).toBe(204);
    const { bundle } = await (await receiptOf(server, cookie, key)).json();
    expect(await keys()).toEqual([...before, `node/${bundle.id}.zip`].sort());
    expect((await ask(server, cookie, path)).status).toBe(404);
  });

  test('a resumable upload that is ended leaves nothing', async () => {
    const [before, created] = [await keys(), await requestsOf('create')];
    const path = await begun(server, cookie, { fields: { targetPlatforms: '[]' } });
    expect(await requestsOf('create')).toBe(created + 1);
    await sendOn(server, cookie, path, 0, bytes(GOOD_ZIP.subarray(0, 40)));
    expect(await offsetOf(server, cookie, path)).toBe(40);
    expect((await ask(server, cookie, path, 'DELETE')).status).toBe(204);
    expect((await ask(server, cookie, path)).status).toBe(404);
    expect(await keys()).toEqual(before);
  });

  test('a resumable upload that nobody goes on with is removed a day after it began', async () => {
    const before = await keys();
    const path = await begun(server, cookie, { fields: { targetPlatforms: '[]' } });
    await sendOn(server, cookie, path, 0, bytes(GOOD_ZIP.subarray(0, 40)));
    const uploads = openS3Uploads(bucket, () => undefined);
    expect(await uploads.removeExpired(Date.now() + 23 * HOUR_MS)).toBe(0);
    expect(await offsetOf(server, cookie, path)).toBe(40);
    expect(await uploads.removeExpired(Date.now() + 25 * HOUR_MS)).toBe(1);
    expect((await ask(server, cookie, path)).status).toBe(404);
    expect(await keys()).toEqual(before);
  });

  test('a new database beside the bundles of another one is refused', async () => {
    await expect(start()).rejects.toThrow(/BUNDLE_STORE \(s3:.*holds \d+ bundles/);
  });

  test('a new database moves the bundles of another one with MOVE_ORPHANS=1', async () => {
    const { bucket: Bucket, prefix, ...rest } = await s3.newBucket();
    const env = environmentFor({ bucket: Bucket, prefix, ...rest });
    for (const [name, Body] of [
      ['database-id', 'another database'],
      ['old.zip', GOOD_ZIP],
    ] as const)
      await s3.client.send(new PutObjectCommand({ Bucket, Key: prefix + name, Body }));
    await expect(startServer({ alone: true, env })).rejects.toThrow(/holds 1 bundles .*MOVE_ORPH/);
    const moving = await startServer({ alone: true, env: { ...env, MOVE_ORPHANS: '1' } });
    await moving.close();
    expect(await keys(Bucket)).toEqual([`${prefix}database-id`, `${prefix}orphaned/old.zip`]);
    const DATA_DIR = await temporaryDir();
    const { code, output } = await runScript('orphans', [], { ...env, DATA_DIR });
    const size = String(GOOD_ZIP.length).padStart(12);
    expect([code, output]).toEqual([0, expect.stringContaining(`  ${size}  old.zip\n`)]);
    expect(output).toContain(
      `1 files, ${GOOD_ZIP.length} bytes in s3://${Bucket}/${prefix}orphaned/\n`,
    );
  });
});
