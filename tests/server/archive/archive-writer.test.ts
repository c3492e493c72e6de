import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createArchiveWriter } from '../../../server/archive/archive-writer.ts';

const MIB = 1024 * 1024;

async function* pieces(count: number) {
  for (let i = 0; i < count; i++) yield Buffer.alloc(MIB, i);
}

test.each([3, 8])(
  'an entry of another size than was said ends the archive: %i pieces',
  async (count) => {
    const directory = await mkdtemp(join(tmpdir(), 'meridian-writer-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const writer = await createArchiveWriter(join(directory, 'a.backup'), null);
    await expect(writer.addStream('entry', 5 * MIB, pieces(count))).rejects.toThrow(
      'Size mismatch',
    );
    await writer.discard();
    expect(await readdir(directory)).toEqual([]);
  },
);
