import { createWriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { writeArchive } from './archive-stream.ts';

const MIB = 1024 * 1024;

async function* pieces(count: number) {
  for (let i = 0; i < count; i++) yield Buffer.alloc(MIB, i);
}

test.each([3, 8])(
  'an entry of another size than was said ends the archive: %i pieces',
  async (count) => {
    const out = new PassThrough().resume();
    const written = writeArchive(out, ({ addStream }) =>
      addStream('entry', 5 * MIB, pieces(count)),
    );
    await expect(written).rejects.toThrow('Size mismatch');
    expect(out.destroyed).toBe(true);
  },
);

test('a reader that goes away ends the archive', async () => {
  const out = new PassThrough();
  const written = writeArchive(out, ({ addStream }) => addStream('entry', 50 * MIB, pieces(50)));
  out.once('data', () => out.destroy(new Error('gone')));
  await expect(written).rejects.toThrow('gone');
});

test('a full disk ends the archive with a sentence', async () => {
  const written = writeArchive(createWriteStream('/dev/full'), ({ add }) => add('entry', 'text'));
  await expect(written).rejects.toThrow('The disk is full: the backup is not written.');
});
