import type { ByteSource } from './byte-source.ts';
import type { Directory } from './end-records.ts';
import { type EntryName, readName, shownName } from './entry-name.ts';
import { parseExtraFields, resolveZip64 } from './extra-fields.ts';
import { BrokenRule } from './problem.ts';

/** One entry as the central directory declares it (APPNOTE 4.3.12). Sizes are bytes. */
export interface Entry {
  readonly name: EntryName;
  /** The name for messages and lists. */
  readonly shown: string;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly size: number;
  readonly compressedSize: number;
  /** Where its local header starts. */
  readonly offset: number;
  readonly attributes: number;
  readonly disk: number;
  /** System that it was made on (APPNOTE 4.4.2.2). */
  readonly host: number;
}

const SIGNATURE = 0x02014b50;
const FIXED_BYTES = 46;
const DISK_SEE_64 = 0xffff;

/** @throws BrokenRule when the directory is not exactly what its end record declares */
export async function readEntries(source: ByteSource, directory: Directory): Promise<Entry[]> {
  const entries: Entry[] = [];
  let at = directory.start;
  while (at < directory.end) {
    if (entries.length === directory.entries)
      throw wrong('has more entries in its directory than it counts');
    const { entry, bytes } = await readEntry(source, at, directory.end);
    entries.push(entry);
    at += bytes;
  }
  if (entries.length !== directory.entries)
    throw wrong('has fewer entries in its directory than it counts');
  return entries;
}

async function readEntry(source: ByteSource, at: number, end: number) {
  if (at + FIXED_BYTES > end) throw wrong('has a directory that is cut off');
  const fixed = await source.read(at, FIXED_BYTES);
  if (fixed.readUInt32LE(0) !== SIGNATURE) throw wrong('has a damaged record in its directory');
  const nameBytes = fixed.readUInt16LE(28);
  const extraBytes = fixed.readUInt16LE(30);
  const bytes = FIXED_BYTES + nameBytes + extraBytes + fixed.readUInt16LE(32);
  if (at + bytes > end) throw wrong('has a directory that is cut off');
  const rest = await source.read(at + FIXED_BYTES, nameBytes + extraBytes);
  // A slice would keep the source's whole window in memory.
  const name = Buffer.from(rest.subarray(0, nameBytes));
  return { entry: entryOf(fixed, name, rest.subarray(nameBytes)), bytes };
}

function entryOf(fixed: Buffer, rawName: Buffer, extra: Buffer): Entry {
  const flags = fixed.readUInt16LE(8);
  const fields = parseExtraFields(extra, shownName(rawName.toString('latin1')));
  const name = readName(rawName, flags, fields);
  const shown = shownName(name.text);
  const declared = {
    compressedSize: fixed.readUInt32LE(20),
    size: fixed.readUInt32LE(24),
    offset: fixed.readUInt32LE(42),
  };
  const disk = fixed.readUInt16LE(34);
  return {
    name,
    shown,
    flags,
    method: fixed.readUInt16LE(10),
    crc32: fixed.readUInt32LE(16),
    ...resolveZip64(declared, fields, shown),
    attributes: fixed.readUInt32LE(38),
    disk: disk === DISK_SEE_64 ? 0 : disk,
    host: fixed.readUInt8(5),
  };
}

/** A folder is an entry whose name ends with a slash. */
export const isFolder = (entry: Entry) => entry.name.text.endsWith('/');

const wrong = (problem: string) => new BrokenRule('central-directory', null, problem);
