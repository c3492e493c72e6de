import { extraField } from '../../../../../doubles/zip-entry.ts';
import { writeZip } from '../../../../../doubles/zip-writer.ts';
import { bad, type CaseGroups, GOOD, whole } from './cases.ts';

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

/** Refused for where entries, directory and end records lie. */
export const LAYOUT: CaseGroups = {
  'overlapping entries': {
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
  },
  'bytes that belong to nothing': {
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
  },
  'no content': {
    'an empty archive': whole(writeZip({ entries: [] }), 'empty'),
  },
  'broken ZIP64': {
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
  },
};
