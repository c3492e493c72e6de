import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { zipOf } from '../../tests/doubles/zip-writer.ts';
import {
  inspectedIds,
  kill,
  start,
  stop,
  surviveKills,
} from '../../tests/server/bundles/killed-server.ts';
import { idsOf, openCleanUpRig } from '../../tests/server/bundles/store/clean-up-rig.ts';
import { begun, offsetOf, sendOn } from '../../tests/server/bundles/uploads/tus-client.ts';
import {
  filesOf,
  GOOD_ZIP,
  listedIds,
  upload,
  uploaded,
} from '../../tests/server/bundles/uploads/upload-client.ts';
import { startFaultyLink } from '../../tests/server/s3/faulty-link.ts';
import { environmentFor, hasS3, startS3, type TestS3 } from '../../tests/server/s3/s3-server.ts';
import { signUp } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const smallFile = () => zipOf({ 'a.bin': randomBytes(1 + Math.floor(Math.random() * 200_000)) });
/** S3 has it in parts. */
const largeFile = () => zipOf({ 'a.bin': randomBytes(9_000_000) });
const SURVIVES = 'after kill -9 every acknowledged bundle is there, whole, and gets its verdict';

describe('with a directory', () => {
  test(SURVIVES, async () => {
    const dataDir = await temporaryDir();
    const bundleStore = { kind: 'file', directory: join(dataDir, 'bundles') } as const;
    const place = { dataDir, bundleStore, env: {} };
    const ids = await surviveKills(place, { rounds: 3, newFile: smallFile });
    expect((await filesOf(dataDir)).sort()).toEqual(ids.map((id) => `${id}.zip`));
  });
});

describe.skipIf(!hasS3)('with an S3 bucket', () => {
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3?.close());

  async function newPlace(endpoint?: string) {
    const bundleStore = await s3.newBucket(endpoint);
    return { dataDir: await temporaryDir(), bundleStore, env: environmentFor(bundleStore) };
  }

  test(SURVIVES, async () => {
    const place = await newPlace();
    let count = 0;
    const newFile = () => (count++ % 3 === 0 ? largeFile() : smallFile());
    const ids = await surviveKills(place, { rounds: 1, newFile });
    expect(await filesOf(place.dataDir)).toEqual([]);
    // What the kill has left besides is set aside when it is old.
    const { files, cleanAfter } = await openCleanUpRig(
      async () => place.bundleStore,
      place.dataDir,
    );
    await cleanAfter(72);
    expect(await idsOf(files.list())).toEqual(ids);
  });

  test('what a kill leaves in the bucket is not listed, and cleaned up when it is old', async () => {
    const link = await startFaultyLink(s3.endpoint);
    onTestFinished(link.close);
    const place = await newPlace(link.endpoint);
    const { bucket: Bucket, prefix } = place.bundleStore;
    const keys = async () => {
      const { Contents = [] } = await s3.client.send(new ListObjectsV2Command({ Bucket }));
      return Contents.map(({ Key = '' }) => Key.slice(prefix.length)).sort();
    };
    const multipartKeys = async () => {
      const { Uploads = [] } = await s3.client.send(new ListMultipartUploadsCommand({ Bucket }));
      return Uploads.map(({ Key = '' }) => Key.slice(prefix.length));
    };
    let server = await start(place);
    const cookie = await signUp(server, 'operator');
    const { id } = await uploaded(server, cookie);
    const path = await begun(server, cookie);
    await sendOn(server, cookie, path, 0, new Uint8Array(GOOD_ZIP.subarray(0, 40)));
    const [before, partsBefore] = [await keys(), await multipartKeys()];

    // The bucket has got what the server does not know yet.
    link.delay(15_000);
    const inFlight = [smallFile(), largeFile()].map((file) =>
      upload(server, cookie, { file }).catch(() => undefined),
    );
    const added = await vi.waitFor(
      async () => {
        const [orphan, ...others] = (await keys()).filter((key) => !before.includes(key));
        const parts = (await multipartKeys()).filter((key) => !partsBefore.includes(key));
        expect([orphan, ...parts]).toEqual(Array(2).fill(expect.stringMatching(/^[^/]+\.zip$/)));
        expect(others).toEqual([]);
        return { orphan: orphan ?? '', parts };
      },
      { timeout: 10_000, interval: 50 },
    );
    await kill(server);
    expect(await Promise.all(inFlight)).toEqual([undefined, undefined]);
    link.repair();

    server = await start(place);
    expect(await listedIds(server, cookie)).toEqual([id]);
    expect(await offsetOf(server, cookie, path)).toBe(40);
    await sendOn(server, cookie, path, 40, new Uint8Array(GOOD_ZIP.subarray(40)));
    const ids = await inspectedIds(server, cookie);
    expect(ids).toHaveLength(2);
    await stop(server);
    const stored = ['database-id', ...ids.map((one) => `${one}.zip`)];
    expect(await keys()).toEqual([...stored, added.orphan].sort());
    expect(await multipartKeys()).toEqual(added.parts);
    expect(await filesOf(place.dataDir)).toEqual([]);

    const { cleanAfter } = await openCleanUpRig(async () => place.bundleStore, place.dataDir);
    await cleanAfter(72);
    expect(await keys()).toEqual([...stored, `orphaned/${added.orphan}`].sort());
    expect(await multipartKeys()).toEqual([]);
  });
});
