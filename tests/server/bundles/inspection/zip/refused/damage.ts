import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { writeZip } from '../../../../../doubles/zip-writer.ts';
import { bad, type CaseGroups, GOOD, whole } from './cases.ts';

const packed = deflateRawSync(Buffer.from('some content'));
const large = randomBytes(200_000);
const largePacked = deflateRawSync(large);

const honest = writeZip({ entries: [GOOD], comment: 'a comment' });

/** Refused for content unlike its headers, and what is cut off or broken. */
export const DAMAGE: CaseGroups = {
  'content that is not what the headers say': {
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
  },
  'cut off and broken archives': {
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
  },
};
