import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openBundleStore } from '../../../server/bundles/store/open-bundle-store.ts';
import { zipOf } from '../../doubles/zip-writer.ts';
import {
  begun,
  newKey,
  offsetOf,
  receiptOf,
  sendOn,
  sendOpenEnded,
} from '../bundles/uploads/tus-client.ts';
import { details, listedIds, uploaded } from '../bundles/uploads/upload-client.ts';
import { environmentOf } from '../engine.ts';
import { environmentFor, hasS3, startS3, type TestS3 } from '../s3/s3-server.ts';
import { startServer, type TestServer } from '../start-server.ts';
import { temporaryDir } from '../temporary-dir.ts';
import { startTwoServers } from './two-servers.ts';

const WITHIN = { timeout: 30_000, interval: 100 };
const fields = { targetPlatforms: '[]' };

/** Sends an upload in four requests to one instance after the other. */
async function sendInTurns(
  [here, there]: [TestServer, TestServer],
  { cookie, path, file }: { cookie: string; path: string; file: Buffer },
): Promise<void> {
  const piece = Math.ceil(file.length / 4);
  for (const [index, server] of [there, here, there, here].entries()) {
    const at = index * piece;
    expect(await offsetOf(server, cookie, path)).toBe(at);
    const bytes = new Uint8Array(file.subarray(at, at + piece));
    expect((await sendOn(server, cookie, path, at, bytes)).status).toBe(204);
  }
}

async function storedIds({ config }: TestServer): Promise<string[]> {
  const store = await openBundleStore(config);
  const ids: string[] = [];
  for await (const { id } of store.list()) ids.push(id);
  store.close();
  return ids.sort();
}

/** What instances do that share a store. */
function sharedUploads(start: () => Promise<[TestServer, TestServer]>): void {
  test('uploads of both kinds alternate between the instances', async () => {
    const [here, there] = await start();
    const { cookie } = await here.signUp();
    const forms = [await uploaded(here, cookie, fields), await uploaded(there, cookie, fields)];
    const file = zipOf({ 'a.bin': randomBytes(12_000_000) });
    const key = newKey();
    const path = await begun(here, cookie, { file, fields: { ...fields, key } });
    await sendInTurns([here, there], { cookie, path, file });
    const receipts = await Promise.all(
      [here, there].map(async (server) => (await receiptOf(server, cookie, key)).json()),
    );
    expect(receipts[1].bundle.id).toBe(receipts[0].bundle.id);

    const ids = [...forms, receipts[0].bundle].map(({ id }) => String(id)).sort();
    for (const server of [here, there]) {
      expect((await listedIds(server, cookie)).map(String).sort()).toEqual(ids);
      for (const id of ids)
        await vi.waitFor(
          async () => expect((await details(server, cookie, id)).status).toBe('validated'),
          WITHIN,
        );
    }
    expect(await storedIds(there)).toEqual(ids);
    for (const [index, id] of ids.entries()) {
      const server = index % 2 === 0 ? there : here;
      await server.call(`/api/zip/bundles/${id}`, { method: 'DELETE', cookie });
    }
    expect(await storedIds(here)).toEqual([]);
  });

  test('a newer request at one instance ends the older one at the other', async () => {
    const [here, there] = await start();
    const { cookie } = await here.signUp();
    const file = zipOf({ 'a.bin': randomBytes(1_000) });
    const path = await begun(here, cookie, { file, fields });
    const older = sendOpenEnded(here, cookie, path, file.subarray(0, 500));
    onTestFinished(older.break);
    const writers = () =>
      here.node.db.selectFrom('leases').where('name', 'like', 'upload %').selectAll().execute();
    await vi.waitFor(async () => expect(await writers()).toHaveLength(1), WITHIN);
    const at = await offsetOf(there, cookie, path);
    // Its body goes on for ever: only the other request makes the server answer.
    expect((await older.answer)?.headers.get('upload-offset')).toBe(String(at));
    const rest = new Uint8Array(file.subarray(at));
    expect((await sendOn(there, cookie, path, at, rest)).status).toBe(204);
    expect(await listedIds(here, cookie)).toHaveLength(1);
  });
}

describe('with a directory that both have', () => {
  sharedUploads(() => startTwoServers());
});

describe.skipIf(!hasS3)('with an S3 bucket', () => {
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3?.close());
  sharedUploads(async () => startTwoServers({ storeEnv: environmentFor(await s3.newBucket()) }));

  test('local files that a killed instance left are removed by its next start', async () => {
    const DATA_DIR = await temporaryDir();
    const scratch = ['incoming', 'unpacked'].map((name) => join(DATA_DIR, 'bundles', name));
    for (const directory of scratch) {
      await mkdir(directory, { recursive: true });
      await writeFile(join(directory, 'half.part'), 'half');
    }
    const place = { ...(await environmentOf(DATA_DIR)), DATA_DIR };
    const env = { ...place, ...environmentFor(await s3.newBucket()) };
    await (await startServer({ alone: true, env })).close();
    for (const directory of scratch) expect(await readdir(directory)).toEqual([]);
  });
});
