import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ZipArchive } from '../../../../tests/doubles/zip-archive.ts';
import { extraField } from '../../../../tests/doubles/zip-entry.ts';
import { writeZip, zipOf } from '../../../../tests/doubles/zip-writer.ts';
import { inspect } from '../../../../tests/server/bundles/inspection/zip/inspecting.ts';

const TEXT = 'a line of honest text, again and again\n'.repeat(200);
const one = (entry: Partial<ZipArchive['entries'][number]>): ZipArchive => ({
  entries: [{ name: 'a.txt', content: TEXT, ...entry }],
});

const unicodePath = (header: string | Buffer, name: string) => {
  const nameCrc = Buffer.alloc(4);
  nameCrc.writeUInt32LE(crc32(header));
  return extraField(0x7075, Buffer.concat([Buffer.from([1]), nameCrc, Buffer.from(name)]));
};

const HONEST: Record<string, ZipArchive> = {
  'a deflated entry': one({}),
  'a stored entry': one({ method: 0 }),
  'an empty file': one({ content: '' }),
  'an empty folder': { entries: [{ name: 'docs/', method: 0 }] },
  'an empty folder that was deflated': { entries: [{ name: 'docs/', method: 8 }] },
  'a folder and what lies in it': {
    entries: [
      { name: 'docs/', method: 0 },
      { name: 'docs/a.txt', content: 'a' },
    ],
  },
  'an archive comment': { ...one({}), comment: 'made by hand' },
  'the longest comment': { ...one({}), comment: 'c'.repeat(0xffff) },
  'a comment that names a signature in words': { ...one({}), comment: 'PK and then 0506' },
  'an entry comment': one({ comment: 'the first' }),
  'a UTF-8 name': one({ name: 'résumé/東京/наука.txt' }),
  'a UTF-8 name without its flag': one({ name: 'größe.txt', flags: 0 }),
  'a name in the old code page': one({ name: Buffer.from([0x82, 0x2e, 0x74]), flags: 0 }),
  'a name with a Unicode field': one({
    name: Buffer.from([0x82]),
    flags: 0,
    extra: unicodePath(Buffer.from([0x82]), 'é'),
  }),
  'dots inside of names': one({ name: 'a..b/.hidden/...x/c.' }),
  'a colon that is no drive': one({ name: 'notes: today.txt' }),
  'a descriptor with a signature': one({ descriptor: 'signed' }),
  'a descriptor without a signature': one({ descriptor: 'bare' }),
  'a wide descriptor with a signature': one({ descriptor: 'signed-64' }),
  'a wide descriptor without a signature': one({ descriptor: 'bare-64' }),
  'a stored entry with a descriptor': one({ method: 0, descriptor: 'signed' }),
  'a descriptor and a local header that says the same already': one({
    descriptor: 'signed',
    local: { crc32: crc32(TEXT), size: TEXT.length },
  }),
  'ZIP64 sizes': one({ zip64: true }),
  'ZIP64 sizes with a descriptor': one({ zip64: true, descriptor: 'signed-64' }),
  'a ZIP64 end record': { ...one({}), zip64: true },
  'a ZIP64 end record that the short one repeats': {
    ...one({}),
    zip64: true,
    end: { entries: 1, entriesHere: 1 },
  },
  'ZIP64 throughout, with a comment': { ...one({ zip64: true }), zip64: true, comment: 'large' },
  'a timestamp field': one({ extra: extraField(0x5455, Buffer.from([1, 0, 0, 0, 0])) }),
  'other extra fields in the two headers': one({
    local: { extra: extraField(0x5855, Buffer.alloc(12)) },
    central: { extra: extraField(0x5855, Buffer.alloc(8)) },
  }),
  'stray bytes behind the extra fields': one({ extra: Buffer.alloc(3) }),
  'Unix modes of files and folders': {
    entries: [
      { name: 'run.sh', content: '#!', unixMode: 0o100755 },
      { name: 'bin/', unixMode: 0o40755, dosAttributes: 0x10, method: 0 },
    ],
  },
  'what a pipe sent to zip': one({ name: '-', unixMode: 0o10600, descriptor: 'signed-64' }),
  'the bit of a reparse point in an entry made on Unix': one({ dosAttributes: 0x400 }),
  'a folder whose mode nobody knew': { entries: [{ name: 'maven/', unixMode: 0xffff, method: 0 }] },
  'content that does not shrink': one({ content: randomBytes(300_000) }),
  'content that is read in many pieces': one({ content: randomBytes(900_000), method: 0 }),
  'a small entry of zeros': one({ content: Buffer.alloc(4 * 1024 * 1024) }),
  'an archive inside': one({ name: 'inner.zip', content: zipOf({ 'b.txt': 'b' }) }),
  'a stored archive inside': one({ name: 'x', method: 0, content: zipOf({ 'b.txt': 'b' }) }),
  'archives inside one another, twice': one({
    content: zipOf({ 'inner.jar': zipOf({ 'c.txt': 'c' }) }),
  }),
  'a text that starts like an archive, but is shorter than any': one({ content: 'PK\x03\x04' }),
};

describe('an honest archive is validated', () => {
  test.each(Object.entries(HONEST))('%s', async (_, archive) => {
    expect((await inspect(writeZip(archive))).problems).toEqual([]);
  });
});

describe('what is listed of an archive', () => {
  test('its files with sizes and CRC, without its folders', async () => {
    const { files, fileCount } = await inspect(
      writeZip({
        entries: [{ name: 'docs/' }, { name: 'docs/a.txt', content: 'hello', method: 0 }],
      }),
    );
    expect(fileCount).toBe(1);
    expect(files).toEqual([{ name: 'docs/a.txt', size: 5, compressedSize: 5, crc32: '3610a686' }]);
  });

  test('at most the first thousand, with their whole number', async () => {
    const entries = Array.from({ length: 1500 }, (_, i) => ({ name: `${i}.txt`, content: 'x' }));
    const { files, fileCount, problems } = await inspect(writeZip({ entries }));
    expect(problems).toEqual([]);
    expect(fileCount).toBe(1500);
    expect(files.map(({ name }) => name)).toEqual(entries.slice(0, 1000).map(({ name }) => name));
  });

  test('names without characters that move a cursor', async () => {
    const { files } = await inspect(writeZip(one({ name: 'a\u202egpj.exe' })));
    expect(files[0]?.name).toBe('a\\u202egpj.exe');
  });
});
