import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cleanUpContract } from '../../../tests/server/bundles/store/clean-up-contract.ts';
import { openCleanUpRig } from '../../../tests/server/bundles/store/clean-up-rig.ts';
import { hasS3, startS3, type TestS3 } from '../../../tests/server/s3/s3-server.ts';
import type { BundleStoreConfig } from '../../config/bundle-store-config.ts';
import type { S3Config } from '../../outgoing/s3.ts';
import { BundleMissingError, type BundleStore, type StoredBundleFile } from './bundle-store.ts';
import { openBundleStore } from './open-bundle-store.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

/** What every store does, whatever it is made of. */
function contract(configure: (dataDir: string) => Promise<BundleStoreConfig>): void {
  let files: BundleStore;
  let dataDir: string | undefined;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'meridian-store-'));
    files = await openBundleStore({ dataDir, bundleStore: await configure(dataDir) });
  });
  afterAll(async () => {
    files?.close();
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
  });

  async function added(bytes: Buffer, id: string = randomUUID()): Promise<string> {
    const path = join(files.scratch.incoming, `${randomUUID()}.part`);
    await writeFile(path, bytes);
    await files.prepare(path, id);
    await files.publish(id);
    return id;
  }

  async function read(id: string): Promise<Buffer> {
    const file = await files.open(id);
    try {
      return await file.read(0, file.size);
    } finally {
      await file.close();
    }
  }

  test('gives the bytes back, whole and by ranges', async () => {
    const bytes = randomBytes(300_000);
    const id = await added(bytes);
    const file = await files.open(id);
    expect(file.size).toBe(bytes.length);
    expect(await file.read(1000, 50)).toEqual(bytes.subarray(1000, 1050));
    expect(await file.read(299_990, 10)).toEqual(bytes.subarray(299_990));
    await file.close();
  });

  test('can be read before `publish`, once the row is there', async () => {
    const id = randomUUID();
    const path = join(files.scratch.incoming, `${randomUUID()}.part`);
    await writeFile(path, 'early');
    await files.prepare(path, id);
    expect((await read(id)).toString()).toBe('early');
    await files.publish(id);
    expect((await read(id)).toString()).toBe('early');
  });

  test('keeps a file of many parts', async () => {
    const bytes = randomBytes(20 * 1024 * 1024 + 17);
    const id = await added(bytes);
    expect((await read(id)).equals(bytes)).toBe(true);
  });

  test('is read in any order, and piece by piece', async () => {
    const bytes = randomBytes(5 * 1024 * 1024);
    const id = await added(bytes);
    const source = await files.open(id);
    expect(source.size).toBe(bytes.length);
    expect(await source.read(bytes.length - 22, 22)).toEqual(bytes.subarray(-22));
    expect(await source.read(3, 100)).toEqual(bytes.subarray(3, 103));
    const pieces: Buffer[] = [];
    for await (const piece of source.stream(100, 4_000_000)) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(bytes.subarray(100, 4_000_000))).toBe(true);
    await source.close();
  });

  test('says which bundles it has, and sets one aside', async () => {
    const [id, other] = [await added(Buffer.from('one')), await added(Buffer.from('other'))];
    const before = await listed(files.list());
    expect(before.get(id)).toMatchObject({ size: 3 });
    expect(Math.abs((before.get(id)?.modifiedAt ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(await files.setAside(id)).toBe(true);
    expect(await files.setAside(id)).toBe(false);
    const after = await listed(files.list());
    expect([after.has(id), after.has(other)]).toEqual([false, true]);
    expect((await listed(files.listSetAside())).get(id)).toMatchObject({ size: 3 });
  });

  test('removes a bundle, once and again', async () => {
    const id = await added(Buffer.from('gone'));
    await files.remove(id);
    await files.remove(id);
    await expect(files.open(id)).rejects.toThrow(BundleMissingError);
  });

  test('takes no id for a path', async () => {
    await expect(files.open('../database-id')).rejects.toThrow(BundleMissingError);
  });

  test('remembers whose it is', async () => {
    expect(await files.readOwner()).toBeNull();
    await files.writeOwner('first');
    await files.writeOwner('second');
    expect(await files.readOwner()).toBe('second');
  });

  test('clears what a crash left, but not what is young', async () => {
    await writeFile(join(files.scratch.incoming, `${randomUUID()}.part`), 'half');
    await writeFile(join(files.scratch.unpacked, 'left.unpacked'), 'x');
    expect(await files.clearScratch(Date.now() - 60_000, () => false)).toBe(0);
    expect(await files.clearScratch(Date.now() + 1_000, () => false)).toBe(2);
    expect(await files.abortStale(Date.now())).toBe(0);
  });
}

async function listed(files: AsyncIterable<StoredBundleFile>) {
  const all = new Map<string, StoredBundleFile>();
  for await (const file of files) all.set(file.id, file);
  return all;
}

describe('a directory', () => {
  const configure = async (dataDir: string) =>
    ({ kind: 'file', directory: join(dataDir, 'bundles') }) as const;
  contract(configure);
  describe('its cleaner', () => cleanUpContract(configure));
});

describe.skipIf(!hasS3)('an S3 bucket', () => {
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3?.close());
  contract(() => s3.newBucket());

  describe('its cleaner', () => {
    cleanUpContract(() => s3.newBucket());

    test('aborts uploads in parts after two days, but only its own', async () => {
      const { config, cleanAfter, log } = await openCleanUpRig(() => s3.newBucket());
      const { bucket: Bucket, prefix } = config as S3Config;
      const uploads = async () => {
        const { Uploads = [] } = await s3.client.send(new ListMultipartUploadsCommand({ Bucket }));
        return Uploads.map(({ Key }) => Key);
      };
      const keys = ['another/a.zip', `${prefix}b.zip`, `${prefix}resumable/c`];
      for (const Key of keys)
        await s3.client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
      await cleanAfter(47);
      expect(await uploads()).toEqual(keys);
      await cleanAfter(49);
      expect(await uploads()).toEqual(['another/a.zip']);
      expect(log.info.mock.calls).toEqual([[{ removed: 2 }, expect.any(String)]]);
    });
  });
});
