import { randomBytes } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import type { InspectionLimits } from '../../../../server/bundles/zip/limits.ts';
import { RULES, type Rule } from '../../../../server/bundles/zip/problem.ts';
import { extraField, writeZip, type ZipEntry, zipOf } from '../../../doubles/zip-writer.ts';
import { inspect } from './inspecting.ts';

/** Row by row of the security requirements: what is refused, by which rule, naming which entry. */
interface Case {
  readonly bytes: Buffer;
  readonly rule: Rule;
  /** Null: the archive itself. */
  readonly entry: string | null;
  readonly limits?: Partial<InspectionLimits>;
}

const MIB = 1024 * 1024;
const SEEN = new Set<Rule>();
const GOOD: ZipEntry = { name: 'good.txt', content: 'good' };

/** An archive with one bad entry between two good ones. */
const amid = (bad: ZipEntry) =>
  writeZip({ entries: [GOOD, bad, { name: 'also-good.txt', content: 'good' }] });
const named = (name: string | Buffer, rule: Rule, entry: string, flags?: number): Case => ({
  bytes: amid({ name, content: 'x', ...(flags !== undefined && { flags }) }),
  rule,
  entry,
});
const bad = (entry: Partial<ZipEntry>, rule: Rule): Case => ({
  bytes: amid({ name: 'bad.bin', content: 'some content', ...entry }),
  rule,
  entry: 'bad.bin',
});
const whole = (bytes: Buffer, rule: Rule): Case => ({ bytes, rule, entry: null });

function refuses(title: string, cases: Readonly<Record<string, Case>>): void {
  describe(title, () => {
    test.each(Object.entries(cases))('%s', async (_, { bytes, rule, entry, limits }) => {
      const { problems } = await inspect(bytes, limits);
      expect(problems[0]).toMatchObject({ rule, entry });
      expect(problems[0]?.message).toMatch(/^[A-Z\d].+\.$/);
      SEEN.add(rule);
    });
  });
}

refuses('row 41: paths that lead elsewhere', {
  'a parent folder': named('../evil.sh', 'traversal', '../evil.sh'),
  'a parent folder inside of a path': named('a/../../evil', 'traversal', 'a/../../evil'),
  'a parent folder at the end': named('a/..', 'traversal', 'a/..'),
  'a parent folder that stays inside': named('a/../b', 'traversal', 'a/../b'),
  'a parent folder as Windows reads it': named('a/.. /b', 'traversal', 'a/.. /b'),
  'three dots': named('.../b', 'traversal', '.../b'),
  'an absolute path': named('/etc/passwd', 'absolute-path', '/etc/passwd'),
  'a drive': named('C:/autoexec.bat', 'drive-path', 'C:/autoexec.bat'),
  'a drive without a slash': named('c:evil', 'drive-path', 'c:evil'),
  'a network share': named('\\\\server\\share', 'unc-path', '\\\\server\\share'),
  'a network share with slashes': named('//server/share', 'unc-path', '//server/share'),
  'a backslash traversal': named('..\\evil', 'traversal', '..\\evil'),
  'any backslash': named('a\\b', 'backslash', 'a\\b'),
  'a NUL': named('a.txt\0.sh', 'control-character', 'a.txt\\u0000.sh'),
  'a line break': named('a\nb', 'control-character', 'a\\u000ab'),
  'a delete character': named('a\x7fb', 'control-character', 'a\\u007fb'),
  'a C1 control character': named('a\u0085b', 'control-character', 'a\\u0085b'),
  'no name': named('', 'name-empty', ''),
  'a name that is no UTF-8': named(Buffer.from([0x61, 0xff]), 'name-encoding', 'a\u00a0', 0x0800),
  'a name of over 1,024 bytes': named('n'.repeat(1025), 'name-length', `${'n'.repeat(200)}…`),
  'a path of over 64 folders': named(`${'a/'.repeat(64)}b`, 'path-depth', `${'a/'.repeat(64)}b`),
  'a traversal in a Unicode field': {
    ...bad({ extra: unicodeField('bad.bin', '../evil') }, 'traversal'),
  },
});

function unicodeField(header: string, name: string): Buffer {
  const nameCrc = Buffer.alloc(4);
  nameCrc.writeUInt32LE(crc32(header));
  return extraField(0x7075, Buffer.concat([Buffer.from([1]), nameCrc, Buffer.from(name)]));
}

refuses('row 42: links and devices', {
  'a symbolic link': bad({ unixMode: 0o120777 }, 'link'),
  'a Windows reparse point': bad({ dosAttributes: 0x400 }, 'link'),
  'a character device': bad({ unixMode: 0o20666 }, 'device'),
  'a block device': bad({ unixMode: 0o60666 }, 'device'),
  'a pipe': bad({ unixMode: 0o10666 }, 'device'),
  'a socket': bad({ unixMode: 0o140666 }, 'device'),
  'a folder with content': {
    ...bad({ name: 'bad/' }, 'folder-with-content'),
    entry: 'bad/',
  },
});

refuses('row 43: what cannot be read everywhere', {
  'an encrypted entry': bad({ flags: 0x0801 }, 'encrypted'),
  'strong encryption': bad({ flags: 0x0841 }, 'encrypted'),
  'masked headers': bad({ flags: 0x2800 }, 'encrypted'),
  'AES without its flag': bad({ method: 99 }, 'encrypted'),
  'a bzip2 entry': bad({ method: 12 }, 'method'),
  'an LZMA entry': bad({ method: 14 }, 'method'),
  'a patch': bad({ flags: 0x0820 }, 'method'),
  'an entry on another disk': bad({ disk: 1 }, 'multi-disk'),
  'an archive of several disks': whole(
    writeZip({ entries: [GOOD], end: { disk: 1 } }),
    'multi-disk',
  ),
  'a directory on another disk': whole(
    writeZip({ entries: [GOOD], end: { directoryDisk: 1 } }),
    'multi-disk',
  ),
  'fewer entries here than in all': whole(
    writeZip({ entries: [GOOD], end: { entriesHere: 0 } }),
    'multi-disk',
  ),
  'a ZIP64 locator of several disks': whole(
    writeZip({ entries: [GOOD], zip64: true, locator: { disks: 2 } }),
    'multi-disk',
  ),
});

const twice = (first: string, second: string): Case => ({
  bytes: writeZip({
    entries: [GOOD, { name: first, content: '1' }, { name: second, content: '2' }],
  }),
  rule: 'duplicate-name',
  entry: second,
});

refuses('row 44: two names for one place', {
  'the same name twice': twice('a.txt', 'a.txt'),
  'names that differ in case': twice('READ.me', 'read.ME'),
  'names that differ in case beyond ASCII': twice('Ärger.txt', 'ärger.txt'),
  'names that differ in Unicode form': twice('e\u0301.txt', '\u00e9.txt'),
  'names that differ in dots': twice('a/b', 'a/./b'),
  'a file where a folder is needed': twice('a', 'a/b'),
  'a file where a deep folder is needed': twice('A/b', 'a/B/c/d'),
});

refuses('row 44: a local header unlike the central one', {
  'another name': bad({ local: { name: 'bad.txt' } }, 'local-header'),
  'a longer name': bad({ local: { name: 'bad.bin2' } }, 'local-header'),
  'another name in a Unicode field': bad(
    { local: { extra: unicodeField('bad.bin', 'evil') } },
    'local-header',
  ),
  'another method': bad({ local: { method: 0 } }, 'local-header'),
  'another CRC': bad({ local: { crc32: 1 } }, 'local-header'),
  'another size': bad({ local: { size: 11 } }, 'local-header'),
  'another packed size': bad({ local: { compressedSize: 3 } }, 'local-header'),
  'encrypted in one alone': bad({ local: { flags: 0x0801 } }, 'local-header'),
  'a descriptor in one alone': bad({ local: { flags: 0x0808 } }, 'local-header'),
  'UTF-8 in one alone': bad({ local: { flags: 0 } }, 'local-header'),
  'another size before a descriptor': bad(
    { descriptor: 'signed', local: { size: 11 } },
    'local-header',
  ),
  'none where the directory says': bad({ local: { signature: 0x04034b51 } }, 'local-header'),
  'a descriptor that says another size': bad(
    { descriptor: 'signed', descriptorBytes: Buffer.alloc(16) },
    'data-descriptor',
  ),
  'no descriptor at all': bad(
    { descriptor: 'signed', descriptorBytes: Buffer.alloc(0) },
    'data-descriptor',
  ),
});

refuses('row 40: overlapping entries', {
  'two entries of the same bytes': {
    bytes: writeZip({ entries: [GOOD, { name: 'again.txt', content: 'good', offset: 0 }] }),
    rule: 'overlap',
    entry: 'good.txt',
  },
  'an entry inside of another one': {
    bytes: writeZip({
      entries: [
        { name: 'outer', method: 0, content: writeZip({ entries: [{ name: 'inner' }] }) },
        { name: 'inner', offset: 35, local: {}, packed: Buffer.alloc(0), method: 0 },
      ],
    }),
    rule: 'overlap',
    entry: 'outer',
  },
  'an entry that reaches into the directory': {
    bytes: writeZip({ entries: [{ ...GOOD, method: 0, size: 90, compressedSize: 90 }] }),
    rule: 'overlap',
    entry: 'good.txt',
  },
});

refuses('row 45: bytes that belong to nothing', {
  'bytes behind the end': whole(
    writeZip({ entries: [GOOD], suffix: Buffer.from('tail') }),
    'trailing-bytes',
  ),
  'bytes before the start': whole(
    writeZip({ entries: [GOOD], prefix: Buffer.from('#!/bin/sh\n') }),
    'prefix-bytes',
  ),
  'bytes before the start, counted in the offsets': whole(shifted(), 'prefix-bytes'),
  'bytes between two entries': bad({ behind: Buffer.from('hidden') }, 'hidden-bytes'),
  'bytes behind the directory': whole(
    writeZip({ entries: [GOOD], behindDirectory: Buffer.from('hidden') }),
    'hidden-bytes',
  ),
  'an end record in the comment': whole(
    writeZip({ entries: [GOOD], comment: writeZip({ entries: [] }) }),
    'ambiguous-end',
  ),
});

/** A self-extracting archive as its makers write it: every offset counts the program before it. */
function shifted(): Buffer {
  const program = Buffer.from('MZ program');
  const bytes = writeZip({
    entries: [{ ...GOOD, offset: program.length }],
    prefix: program,
  });
  const end = bytes.length - 22;
  bytes.writeUInt32LE(bytes.readUInt32LE(end + 16) + program.length, end + 16);
  return bytes;
}

const zeros = Buffer.alloc(5 * MIB);

refuses('rows 38 and 39: bombs', {
  'more than 10,000 entries': whole(manyEntries(10_001), 'entry-count'),
  'an entry of over 100 to 1': bad({ content: zeros }, 'ratio'),
  'an entry that declares over 100 to 1': bad({ size: 5 * MIB }, 'ratio'),
  'an archive of over 50 to 1 past 64 MiB': {
    bytes: writeZip({
      entries: Array.from({ length: 80 }, (_, i) => ({
        name: `${i}`,
        content: zeros.subarray(0, MIB),
      })),
    }),
    rule: 'ratio',
    entry: '64',
  },
  'over the total, by what it declares': {
    bytes: amid({ name: 'large', content: randomBytes(100_000) }),
    rule: 'total-size',
    entry: 'large',
    limits: { totalBytes: 99_999 },
  },
  'a ZIP64 size beyond any file': bad(
    { central: { size: 0xffff_ffff, extra: extraField(1, Buffer.alloc(8, 0xff)) } },
    'zip64',
  ),
});

function manyEntries(count: number): Buffer {
  const empty = { content: '', method: 0 };
  return writeZip({
    entries: Array.from({ length: count }, (_, i) => ({ name: `${i}`, ...empty })),
  });
}

const inner = (archive: Buffer, method = 8): Partial<ZipEntry> => ({ content: archive, method });

refuses('row 39: bombs inside of archives', {
  'an archive inside of three archives': {
    ...bad(inner(zipOf({ b: zipOf({ c: zipOf({ d: '' }) }) })), 'nesting'),
    entry: 'bad.bin > b > c',
  },
  'any archive, when none may lie inside': {
    ...bad(inner(zipOf({ b: '' })), 'nesting'),
    limits: { nesting: 0 },
  },
  'a bomb inside': { ...bad(inner(zipOf({ zeros })), 'ratio'), entry: 'bad.bin > zeros' },
  'a bomb inside, stored': {
    ...bad(inner(zipOf({ zeros }), 0), 'ratio'),
    entry: 'bad.bin > zeros',
  },
  'a traversal inside': {
    ...bad(inner(zipOf({ '../evil': 'x' })), 'traversal'),
    entry: 'bad.bin > ../evil',
  },
  'a damaged archive inside': bad(inner(zipOf({ b: '' }).subarray(0, -1)), 'truncated'),
  'more than 10,000 entries together': {
    ...bad(inner(manyEntries(9_998)), 'entry-count'),
  },
  'over the total together': {
    ...bad(inner(zipOf({ large: randomBytes(100_000) })), 'total-size'),
    entry: 'bad.bin > large',
    limits: { totalBytes: 150_000 },
  },
});

const packed = deflateRawSync(Buffer.from('some content'));
const large = randomBytes(200_000);
const largePacked = deflateRawSync(large);

refuses('row 46: content that is not what the headers say', {
  'a wrong CRC': bad({ crc32: 1 }, 'crc-mismatch'),
  'a wrong CRC, stored': bad({ crc32: 1, method: 0 }, 'crc-mismatch'),
  'a wrong CRC, large': bad({ content: large, crc32: 1 }, 'crc-mismatch'),
  'more than declared': bad({ size: 11 }, 'size-mismatch'),
  'more than declared, large': bad({ content: large, size: 199_999 }, 'size-mismatch'),
  'less than declared': bad({ size: 13 }, 'size-mismatch'),
  'less than declared, large': bad({ content: large, size: 200_001 }, 'size-mismatch'),
  'two sizes of a stored entry': bad({ method: 0, size: 11 }, 'size-mismatch'),
  'bytes behind the packed data': bad(
    { packed: Buffer.concat([packed, Buffer.from('hidden')]) },
    'size-mismatch',
  ),
  'bytes behind the packed data, large': bad(
    { content: large, packed: Buffer.concat([largePacked, randomBytes(600_000)]) },
    'size-mismatch',
  ),
  'packed data that is cut off': bad({ packed: packed.subarray(0, -1) }, 'damaged-data'),
  'packed data that is cut off, large': bad(
    { content: large, packed: largePacked.subarray(0, -1) },
    'damaged-data',
  ),
  'packed data that is none': bad({ packed: Buffer.from([0xff, 0xff]) }, 'damaged-data'),
  'packed data that is none, large': bad(
    { content: large, packed: Buffer.alloc(100_000, 0xff) },
    'damaged-data',
  ),
});

const honest = writeZip({ entries: [GOOD], comment: 'a comment' });

refuses('cut off and broken archives', {
  nothing: whole(Buffer.alloc(0), 'truncated'),
  'no archive': whole(randomBytes(70_000).fill(0, 0, 4), 'truncated'),
  'cut off in the data': whole(honest.subarray(0, 33), 'truncated'),
  'cut off in the directory': whole(honest.subarray(0, 60), 'truncated'),
  'cut off in the comment': whole(honest.subarray(0, -1), 'truncated'),
  'a directory that starts elsewhere': whole(
    writeZip({ entries: [GOOD], end: { directoryAt: 5000 } }),
    'central-directory',
  ),
  'a directory that is smaller than it says': whole(
    writeZip({ entries: [GOOD], end: { entries: 2, entriesHere: 2 } }),
    'central-directory',
  ),
  'a directory that is larger than it says': whole(
    writeZip({ entries: [GOOD, { name: 'b' }], end: { entries: 1, entriesHere: 1 } }),
    'central-directory',
  ),
  'a directory record that is none': whole(
    writeZip({ entries: [{ ...GOOD, central: { signature: 0x02014b51 } }] }),
    'central-directory',
  ),
  'an extra field that is cut off': bad(
    { central: { extra: Buffer.from([1, 0, 255, 0, 0]) } },
    'central-directory',
  ),
});

refuses('broken ZIP64', {
  'a missing ZIP64 end record': whole(
    writeZip({ entries: [GOOD], end: { directoryAt: 0xffff_ffff } }),
    'zip64',
  ),
  'a locator that points at nothing': whole(
    writeZip({ entries: [GOOD], zip64: true, locator: { at: 0 } }),
    'zip64',
  ),
  'a locator that points outside': whole(
    writeZip({ entries: [GOOD], zip64: true, locator: { at: 100_000 } }),
    'zip64',
  ),
  'a record of another size than it says': whole(
    writeZip({ entries: [GOOD], zip64: true, end64: { recordBytes: 45 } }),
    'zip64',
  ),
  'end records that contradict each other': whole(
    writeZip({ entries: [GOOD], zip64: true, end: { entries: 2, entriesHere: 2 } }),
    'zip64',
  ),
  'an entry whose ZIP64 field is missing': bad(
    { zip64: true, central: { extra: Buffer.alloc(0) } },
    'zip64',
  ),
  'an entry whose ZIP64 field is too short': bad(
    { zip64: true, central: { extra: extraField(1, Buffer.alloc(16)) } },
    'zip64',
  ),
  'a local header whose ZIP64 field is missing': bad(
    { zip64: true, local: { extra: Buffer.alloc(0) } },
    'zip64',
  ),
  'two ZIP64 fields': bad({ zip64: true, extra: extraField(1, Buffer.alloc(24)) }, 'zip64'),
});

test('several bad entries are all named, up to twenty', async () => {
  const entries = Array.from({ length: 30 }, (_, i) => ({ name: `../${i}`, content: 'x' }));
  const { problems } = await inspect(writeZip({ entries }));
  expect(problems).toHaveLength(20);
  expect(problems[1]).toMatchObject({ rule: 'traversal', entry: '../1' });
});

test('every damaged entry is named, not only the first', async () => {
  const { problems } = await inspect(
    writeZip({ entries: ['a', 'b', 'c'].map((name) => ({ name, content: name, crc32: 7 })) }),
  );
  expect(problems.map(({ entry }) => entry)).toEqual(['a', 'b', 'c']);
});

describe('every rule', () => {
  afterAll(() => SEEN.clear());

  test('is broken by some archive here; a failing inspection has its own tests', () => {
    expect(RULES.filter((rule) => !SEEN.has(rule))).toEqual(['inspection']);
  });
});
