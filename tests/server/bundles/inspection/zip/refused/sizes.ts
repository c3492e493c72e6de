import { randomBytes } from 'node:crypto';
import type { ZipEntry } from '../../../../../doubles/zip-archive.ts';
import { extraField } from '../../../../../doubles/zip-entry.ts';
import { writeZip, zipOf } from '../../../../../doubles/zip-writer.ts';
import { amid, bad, type CaseGroups, MIB, whole } from './cases.ts';

const zeros = Buffer.alloc(5 * MIB);

function manyEntries(count: number): Buffer {
  const empty = { content: '', method: 0 };
  return writeZip({
    entries: Array.from({ length: count }, (_, i) => ({ name: `${i}`, ...empty })),
  });
}

const inner = (archive: Buffer, method = 8): Partial<ZipEntry> => ({ content: archive, method });

/** Refused as bombs, also inside of archives. */
export const SIZES: CaseGroups = {
  bombs: {
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
  },
  'bombs inside of archives': {
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
    'more than 10,000 entries together': bad(inner(manyEntries(9_998)), 'entry-count'),
    'over the total together': {
      ...bad(inner(zipOf({ large: randomBytes(100_000) })), 'total-size'),
      entry: 'bad.bin > large',
      limits: { totalBytes: 150_000 },
    },
  },
};
