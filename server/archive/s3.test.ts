import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  assertSameNode,
  backUpTo,
  newArchivePath,
  onEngine,
  onPostgres,
  onSqlite,
  restoreFrom,
  startLivedIn,
} from '../../tests/server/archive/archive-rig.ts';
import { runPipe } from '../../tests/server/archive/run-script.ts';
import { ENGINE } from '../../tests/server/engine.ts';
import { environmentFor, hasS3, startS3, type TestS3 } from '../../tests/server/s3/s3-server.ts';

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
    expect((await runPipe(node.env, to)).codes).toEqual([0, 0]);
    await assertSameNode(to, node);
  });
});
