import type { ByteSource } from './byte-source.ts';
import type { Entry } from './central-directory.ts';
import type { Directory } from './end-records.ts';
import { readName } from './entry-name.ts';
import { parseExtraFields, resolveZip64 } from './extra-fields.ts';
import { BrokenRule } from './problem.ts';

/**
 * Locates each entry's data. Every byte between the start of the file and the directory must belong to
 * exactly one entry, and each local header must agree with the directory:
 *
 *   local header, name, extra | data | [data descriptor]   ...   directory
 */
export interface Place {
  readonly entry: Entry;
  readonly start: number;
  readonly end: number;
}

const SIGNATURE = 0x04034b50;
const FIXED_BYTES = 30;
const DESCRIPTOR_FLAG = 0x0008;
/** Encryption, descriptor, patches, strong encryption, UTF-8, masked headers. */
const COMPARED_FLAGS = 0x2869;

/** @returns the places in file order. @throws BrokenRule at the first that does not fit */
export async function readPlaces(
  source: ByteSource,
  entries: readonly Entry[],
  directory: Directory,
): Promise<Place[]> {
  const ordered = [...entries].sort((a, b) => a.offset - b.offset);
  checkStart(ordered, directory);
  const places: Place[] = [];
  for (const [index, entry] of ordered.entries()) {
    const next = ordered[index + 1]?.offset ?? directory.start;
    places.push(await readPlace(source, entry, next));
  }
  return places;
}

function checkStart(ordered: readonly Entry[], directory: Directory): void {
  const first = ordered[0]?.offset ?? directory.start;
  if (first > 0)
    throw new BrokenRule('prefix-bytes', null, `has ${first} bytes before its first entry`);
}

/** @param boundary where the next entry or the directory starts */
async function readPlace(source: ByteSource, entry: Entry, boundary: number): Promise<Place> {
  const start = await readLocalHeader(source, entry, boundary);
  const end = start + entry.compressedSize;
  if (end > boundary) throw overlap(entry);
  await checkBehind(source, entry, end, boundary - end);
  return { entry, start, end };
}

/** @returns where the data starts */
async function readLocalHeader(source: ByteSource, entry: Entry, boundary: number) {
  if (entry.offset + FIXED_BYTES > boundary) throw overlap(entry);
  const fixed = await source.read(entry.offset, FIXED_BYTES);
  if (fixed.readUInt32LE(0) !== SIGNATURE)
    throw differs(entry, 'has no local header where the directory says');
  const header = {
    flags: fixed.readUInt16LE(6),
    method: fixed.readUInt16LE(8),
    crc32: fixed.readUInt32LE(14),
    compressedSize: fixed.readUInt32LE(18),
    size: fixed.readUInt32LE(22),
  };
  const nameBytes = fixed.readUInt16LE(26);
  const start = entry.offset + FIXED_BYTES + nameBytes + fixed.readUInt16LE(28);
  if (start > boundary) throw overlap(entry);
  const rest = await source.read(entry.offset + FIXED_BYTES, start - entry.offset - FIXED_BYTES);
  compare(entry, header, rest.subarray(0, nameBytes), rest.subarray(nameBytes));
  return start;
}

interface LocalHeader {
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
}

function compare(entry: Entry, local: LocalHeader, rawName: Buffer, extra: Buffer): void {
  const fields = parseExtraFields(extra, entry.shown);
  const name = readName(rawName, local.flags, fields);
  if (!rawName.equals(entry.name.bytes) || (name.other !== null && name.other !== entry.name.other))
    throw differs(entry, 'has another name in its local header');
  if (((local.flags ^ entry.flags) & COMPARED_FLAGS) !== 0)
    throw differs(entry, 'has other flags in its local header');
  if (local.method !== entry.method)
    throw differs(entry, 'has another compression method in its local header');
  const { size, compressedSize } = resolveZip64({ ...local, offset: 0 }, fields, entry.shown);
  const follows = (entry.flags & DESCRIPTOR_FLAG) !== 0;
  const same = (here: number, there: number) => here === there || (follows && here === 0);
  if (!same(local.crc32, entry.crc32)) throw differs(entry, 'has another CRC in its local header');
  if (!same(size, entry.size) || !same(compressedSize, entry.compressedSize))
    throw differs(entry, 'has another size in its local header');
}

/** Only its data descriptor, if it has one, may lie between an entry's data and the next record. */
async function checkBehind(source: ByteSource, entry: Entry, at: number, bytes: number) {
  if ((entry.flags & DESCRIPTOR_FLAG) === 0) {
    if (bytes === 0) return;
    throw new BrokenRule(
      'hidden-bytes',
      entry.shown,
      `is followed by ${bytes} bytes that belong to no entry`,
    );
  }
  const descriptors = descriptorsOf(entry).filter(({ length }) => length === bytes);
  const found = descriptors.length > 0 ? await source.read(at, bytes) : undefined;
  if (!descriptors.some((expected) => found?.equals(expected)))
    throw new BrokenRule('data-descriptor', entry.shown, 'is not followed by its data descriptor');
}

/** The signature is optional, and sizes have four or eight bytes. */
function descriptorsOf(entry: Entry): Buffer[] {
  return [true, false].flatMap((signed) =>
    [4, 8].map((width) => descriptorOf(entry, signed, width)),
  );
}

function descriptorOf(entry: Entry, signed: boolean, width: number): Buffer {
  const bytes = Buffer.alloc((signed ? 8 : 4) + 2 * width);
  const start = signed ? 4 : 0;
  if (signed) bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(entry.crc32, start);
  writeUInt(bytes, entry.compressedSize, start + 4, width);
  writeUInt(bytes, entry.size, start + 4 + width, width);
  return bytes;
}

function writeUInt(bytes: Buffer, value: number, at: number, width: number): void {
  bytes.writeUInt32LE(value % 2 ** 32, at);
  if (width === 8) bytes.writeUInt32LE(Math.floor(value / 2 ** 32), at + 4);
}

const overlap = (entry: Entry) =>
  new BrokenRule('overlap', entry.shown, 'overlaps the entry or the directory after it');
const differs = (entry: Entry, problem: string) =>
  new BrokenRule('local-header', entry.shown, problem);
