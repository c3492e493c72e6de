import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { dropDatabaseOf } from './engine.ts';

/** A directory of its own for one test, removed with its database when the test is over. */
export async function temporaryDir(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'meridian-test-'));
  onTestFinished(async () => {
    await dropDatabaseOf(directory);
    await rm(directory, { recursive: true, force: true });
  });
  return directory;
}
