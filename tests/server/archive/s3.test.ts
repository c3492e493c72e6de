import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ENGINE } from '../engine.ts';
import { environmentFor, hasS3, startS3, type TestS3 } from '../s3/s3-server.ts';
import {
  assertSameNode,
  backUpTo,
  newArchivePath,
  onEngine,
  onPostgres,
  onSqlite,
  restoreFrom,
  startLivedIn,
} from './archive-rig.ts';
import { runScript } from './run-script.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe.runIf(hasS3)('with bundles in S3', () => {
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3?.close());

  const withBucket = async (env: Record<string, string>): Promise<Record<string, string>> => ({
    ...env,
    ...environmentFor(await s3.newBucket()),
  });

  test('a node is backed up, and restored into another bucket', async () => {
    const node = await startLivedIn(async () => withBucket(await onEngine()));
    const path = await newArchivePath();
    await backUpTo(path, node.env);
    await node.stop();
    const env = await withBucket(await onEngine());
    await restoreFrom(path, env);
    await assertSameNode(env, node);
    // Only the database was lost.
    const { BUNDLE_STORE = '' } = env;
    const again = { ...env, ...(await onEngine()), BUNDLE_STORE };
    if (ENGINE === 'postgres') await restoreFrom(path, again);
  });

  test.runIf(ENGINE === 'postgres')('a node is moved there from its directory', async () => {
    const node = await startLivedIn(onSqlite);
    await node.stop();
    const to = await withBucket(await onPostgres());
    const { DATABASE_URL = '', BUNDLE_STORE = '', ...keys } = to;
    const args = ['--to', DATABASE_URL, '--bundles', BUNDLE_STORE];
    const { code, output } = await runScript('move', args, {
      ...keys,
      ...node.env,
      SECRET_KEY: to.SECRET_KEY ?? '',
    });
    expect([code, output]).toEqual([0, expect.stringContaining('equal')]);
    await assertSameNode(to, node);
  });
});
