import type { ByteSource } from './byte-source.ts';
import { BrokenRule } from './problem.ts';

/**
 * Reads the records at the end of a ZIP file, which locate its directory (APPNOTE 4.3.14 to 4.3.16):
 *
 *   entries | central directory | [ZIP64 end record | ZIP64 locator] | end record, comment
 *
 * They must end the file and directly follow the directory. Otherwise programs that search for them in
 * different ways would see different archives in the same bytes.
 */
export interface Directory {
  readonly entries: number;
  readonly start: number;
  readonly end: number;
}

const END = { signature: 0x06054b50, bytes: 22, commentMax: 0xffff };
const LOCATOR = { signature: 0x07064b50, bytes: 20 };
const END64 = { signature: 0x06064b50, bytes: 56, uncountedBytes: 12 };
const HEADER_SIGNATURE = 0x02014b50;

/** A field with this value refers to the ZIP64 record. */
const SEE_64 = { u16: 0xffff, u32: 0xffff_ffff };

interface EndRecord {
  /** Where this record starts. */
  readonly at: number;
  readonly disk: number;
  readonly directoryDisk: number;
  readonly entriesHere: number;
  readonly entries: number;
  readonly directoryBytes: number;
  readonly directoryAt: number;
}

/** @throws BrokenRule when the end of the archive is missing, ambiguous or contradicts itself */
export async function locateDirectory(source: ByteSource): Promise<Directory> {
  const end = await readEnd(source);
  const place = await readEnd64(source, end);
  if (place.disk !== 0 || place.directoryDisk !== 0 || place.entriesHere !== place.entries)
    throw new BrokenRule('multi-disk', null, 'is one part of a split archive');
  await checkAdjoining(source, place);
  return {
    entries: place.entries,
    start: place.directoryAt,
    end: place.directoryAt + place.directoryBytes,
  };
}

async function readEnd(source: ByteSource): Promise<EndRecord> {
  const tailBytes = Math.min(source.size, END.bytes + END.commentMax);
  const tail = await source.read(source.size - tailBytes, tailBytes);
  const at = findEnd(tail);
  const field = (offset: number) => tail.readUInt16LE(at + offset);
  return {
    at: source.size - tailBytes + at,
    disk: field(4),
    directoryDisk: field(6),
    entriesHere: field(8),
    entries: field(10),
    directoryBytes: tail.readUInt32LE(at + 12),
    directoryAt: tail.readUInt32LE(at + 16),
  };
}

/** @returns the position in the tail of the end record whose comment reaches the end of the file */
function findEnd(tail: Buffer): number {
  const candidates = endSignatures(tail).map((at) => ({
    at,
    surplus: tail.length - at - END.bytes - tail.readUInt16LE(at + 20),
  }));
  const [last] = candidates;
  if (last === undefined)
    throw new BrokenRule(
      'truncated',
      null,
      'has no end record: it was cut off, or other bytes follow it',
    );
  const fitting = candidates.filter(({ surplus }) => surplus === 0);
  if (fitting.length > 1)
    throw new BrokenRule('ambiguous-end', null, 'has a second end record in its comment');
  if (fitting[0] !== undefined) return fitting[0].at;
  throw last.surplus > 0
    ? new BrokenRule('trailing-bytes', null, `has ${last.surplus} bytes after its end`)
    : new BrokenRule('truncated', null, 'is cut off inside its comment');
}

/** @returns every position that looks like an end record, the last first */
function endSignatures(tail: Buffer): number[] {
  const found: number[] = [];
  for (let at = tail.length - END.bytes; at >= 0; at -= 1)
    if (tail[at] === 0x50 && tail.readUInt32LE(at) === END.signature) found.push(at);
  return found;
}

async function readEnd64(source: ByteSource, end: EndRecord): Promise<EndRecord> {
  const locatorAt = end.at - LOCATOR.bytes;
  const locator = locatorAt < 0 ? undefined : await source.read(locatorAt, LOCATOR.bytes);
  if (locator?.readUInt32LE(0) !== LOCATOR.signature) {
    if (hasSentinel(end)) throw zip64('lacks the ZIP64 end record that its end record refers to');
    return end;
  }
  const at = readUInt64(locator, 8);
  if (at + END64.bytes > locatorAt) throw zip64('has a ZIP64 locator that points outside of it');
  const record = await source.read(at, END64.bytes);
  if (record.readUInt32LE(0) !== END64.signature)
    throw zip64('has a ZIP64 locator that does not point to a ZIP64 end record');
  if (at + END64.uncountedBytes + readUInt64(record, 4) !== locatorAt)
    throw zip64('has a ZIP64 end record of the wrong length');
  if (locator.readUInt32LE(4) !== 0 || locator.readUInt32LE(16) > 1)
    throw new BrokenRule('multi-disk', null, 'is one part of a split archive');
  const end64 = {
    at,
    disk: record.readUInt32LE(16),
    directoryDisk: record.readUInt32LE(20),
    entriesHere: readUInt64(record, 24),
    entries: readUInt64(record, 32),
    directoryBytes: readUInt64(record, 40),
    directoryAt: readUInt64(record, 48),
  };
  checkAgreement(end, end64);
  return end64;
}

function hasSentinel(end: EndRecord): boolean {
  return (
    [end.disk, end.directoryDisk, end.entriesHere, end.entries].includes(SEE_64.u16) ||
    [end.directoryBytes, end.directoryAt].includes(SEE_64.u32)
  );
}

/** Each field of the short record either refers to the long one or has the same value. */
function checkAgreement(end: EndRecord, end64: EndRecord): void {
  const agree =
    [
      [end.disk, end64.disk],
      [end.directoryDisk, end64.directoryDisk],
      [end.entriesHere, end64.entriesHere],
      [end.entries, end64.entries],
    ].every(([short, long]) => short === SEE_64.u16 || short === long) &&
    [
      [end.directoryBytes, end64.directoryBytes],
      [end.directoryAt, end64.directoryAt],
    ].every(([short, long]) => short === SEE_64.u32 || short === long);
  if (!agree) throw zip64('has two end records that contradict each other');
}

async function checkAdjoining(source: ByteSource, end: EndRecord): Promise<void> {
  const surplus = end.at - end.directoryAt - end.directoryBytes;
  if (surplus === 0) return;
  if (surplus < 0)
    throw new BrokenRule('central-directory', null, 'has a directory that overlaps its end record');
  throw (await startsAt(source, end.at - end.directoryBytes, HEADER_SIGNATURE))
    ? new BrokenRule('prefix-bytes', null, `has ${surplus} bytes before its start`)
    : new BrokenRule('hidden-bytes', null, `has ${surplus} bytes after its directory`);
}

async function startsAt(source: ByteSource, at: number, signature: number): Promise<boolean> {
  if (at < 0 || at + 4 > source.size) return false;
  return (await source.read(at, 4)).readUInt32LE(0) === signature;
}

/** @throws BrokenRule for a number larger than any file */
function readUInt64(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER))
    throw zip64('has a ZIP64 number that is impossibly large');
  return Number(value);
}

const zip64 = (problem: string) => new BrokenRule('zip64', null, problem);
