import { crc32, deflateRawSync } from 'node:zlib';

/**
 * A small ZIP writer that can lie about everything. By default it writes an honest archive; every number
 * and every byte of every record can be given instead.
 */

export interface ZipEntry {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  /** 8 (deflated) by default. */
  readonly method?: number;
  /** The packed bytes, instead of those that follow from content and method. */
  readonly packed?: Buffer;
  /** Bit 11 (UTF-8) is set by default; the descriptor's bit follows from `descriptor`. */
  readonly flags?: number;
  /** A data descriptor behind the data, and zeros in the local header. */
  readonly descriptor?: 'signed' | 'bare' | 'signed-64' | 'bare-64';
  /** Sizes and offset in a ZIP64 field, in both headers. */
  readonly zip64?: boolean;
  readonly crc32?: number;
  readonly size?: number;
  readonly compressedSize?: number;
  readonly offset?: number;
  /** Upper half of the external attributes. */
  readonly unixMode?: number;
  readonly dosAttributes?: number;
  readonly comment?: string;
  readonly disk?: number;
  /** Extra fields, behind a ZIP64 one. */
  readonly extra?: Buffer;
  /** What only one of the two headers says. */
  readonly local?: HeaderLies;
  readonly central?: HeaderLies;
  /** Bytes between the data (with its descriptor) and the next record. */
  readonly behind?: Buffer;
  /** The descriptor's bytes, instead of honest ones. */
  readonly descriptorBytes?: Buffer;
}

export interface HeaderLies {
  readonly signature?: number;
  readonly name?: string | Buffer;
  readonly flags?: number;
  readonly method?: number;
  readonly crc32?: number;
  readonly size?: number;
  readonly compressedSize?: number;
  readonly offset?: number;
  readonly extra?: Buffer;
}

export interface ZipArchive {
  readonly entries: readonly ZipEntry[];
  readonly comment?: string | Buffer;
  /** Bytes before the archive; offsets take no account of them. */
  readonly prefix?: Buffer;
  readonly suffix?: Buffer;
  /** Bytes between the directory and the end records. */
  readonly behindDirectory?: Buffer;
  /** ZIP64 end record and locator. */
  readonly zip64?: boolean;
  readonly end?: EndLies;
  readonly end64?: EndLies & { readonly recordBytes?: number };
  readonly locator?: { readonly at?: number; readonly disk?: number; readonly disks?: number };
}

export interface EndLies {
  readonly signature?: number;
  readonly disk?: number;
  readonly directoryDisk?: number;
  readonly entriesHere?: number;
  readonly entries?: number;
  readonly directoryBytes?: number;
  readonly directoryAt?: number;
  readonly commentBytes?: number;
}

const DESCRIPTOR_FLAG = 0x0008;
const UTF8_FLAG = 0x0800;
const DEFLATED = 8;
const SEE_64 = 0xffff_ffff;

/** @returns the archive's bytes */
export function writeZip(archive: ZipArchive): Buffer {
  const pieces: Buffer[] = [];
  const records: Buffer[] = [];
  let at = 0;
  for (const entry of archive.entries) {
    const facts = factsOf(entry, at);
    const written = Buffer.concat([
      localHeader(entry, facts),
      facts.packed,
      entry.descriptorBytes ?? descriptorOf(entry, facts),
      entry.behind ?? Buffer.alloc(0),
    ]);
    pieces.push(written);
    records.push(centralHeader(entry, facts));
    at += written.length;
  }
  const directory = Buffer.concat(records);
  const end = endRecords(archive, at, directory.length);
  const { prefix, suffix, behindDirectory } = archive;
  return Buffer.concat([
    ...[prefix ?? Buffer.alloc(0), ...pieces, directory],
    ...[behindDirectory ?? Buffer.alloc(0), end, suffix ?? Buffer.alloc(0)],
  ]);
}

/** @returns an honest archive of these files, for tests that only need one */
export function zipOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  return writeZip({
    entries: Object.entries(files).map(([name, content]) => ({ name, content })),
  });
}

/** @returns one extra field */
export function extraField(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

interface Facts {
  readonly packed: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly size: number;
  readonly compressedSize: number;
  readonly offset: number;
}

function factsOf(entry: ZipEntry, at: number): Facts {
  const content = Buffer.from(entry.content ?? '');
  const method = entry.method ?? DEFLATED;
  const packed = entry.packed ?? (method === DEFLATED ? deflateRawSync(content) : content);
  const descriptor = entry.descriptor === undefined ? 0 : DESCRIPTOR_FLAG;
  return {
    packed,
    method,
    flags: entry.flags ?? UTF8_FLAG | descriptor,
    crc32: entry.crc32 ?? crc32(content),
    size: entry.size ?? content.length,
    compressedSize: entry.compressedSize ?? packed.length,
    offset: entry.offset ?? at,
  };
}

function localHeader(entry: ZipEntry, facts: Facts): Buffer {
  const unknown = entry.descriptor === undefined ? {} : { crc32: 0, size: 0, compressedSize: 0 };
  const said = { signature: 0x04034b50, ...facts, ...unknown, name: entry.name, ...entry.local };
  const name = Buffer.from(said.name);
  const extra = extraOf(entry, entry.local, [said.size, said.compressedSize]);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(said.signature, 0);
  head.writeUInt16LE(entry.zip64 ? 45 : 20, 4);
  head.writeUInt16LE(said.flags, 6);
  head.writeUInt16LE(said.method, 8);
  head.writeUInt32LE(said.crc32, 14);
  head.writeUInt32LE(entry.zip64 ? SEE_64 : said.compressedSize, 18);
  head.writeUInt32LE(entry.zip64 ? SEE_64 : said.size, 22);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, name, extra]);
}

function centralHeader(entry: ZipEntry, facts: Facts): Buffer {
  const said = { signature: 0x02014b50, ...facts, name: entry.name, ...entry.central };
  const name = Buffer.from(said.name);
  const extra = extraOf(entry, entry.central, [said.size, said.compressedSize, said.offset]);
  const comment = Buffer.from(entry.comment ?? '');
  const head = Buffer.alloc(46);
  head.writeUInt32LE(said.signature, 0);
  head.writeUInt16LE(0x0300 | 45, 4);
  head.writeUInt16LE(entry.zip64 ? 45 : 20, 6);
  head.writeUInt16LE(said.flags, 8);
  head.writeUInt16LE(said.method, 10);
  head.writeUInt32LE(said.crc32, 16);
  head.writeUInt32LE(entry.zip64 ? SEE_64 : said.compressedSize, 20);
  head.writeUInt32LE(entry.zip64 ? SEE_64 : said.size, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt16LE(comment.length, 32);
  head.writeUInt16LE(entry.disk ?? 0, 34);
  head.writeUInt16LE(entry.dosAttributes ?? 0, 38);
  head.writeUInt16LE(entry.unixMode ?? 0, 40);
  head.writeUInt32LE(entry.zip64 ? SEE_64 : said.offset, 42);
  return Buffer.concat([head, name, extra, comment]);
}

function extraOf(entry: ZipEntry, lies: HeaderLies | undefined, numbers: number[]): Buffer {
  if (lies?.extra !== undefined) return lies.extra;
  const field = entry.zip64 ? extraField(0x0001, Buffer.concat(numbers.map(u64))) : Buffer.alloc(0);
  return Buffer.concat([field, entry.extra ?? Buffer.alloc(0)]);
}

function descriptorOf({ descriptor }: ZipEntry, facts: Facts): Buffer {
  if (descriptor === undefined) return Buffer.alloc(0);
  const number = descriptor.endsWith('64') ? u64 : u32;
  const signature = descriptor.startsWith('signed') ? [u32(0x08074b50)] : [];
  const sizes = [number(facts.compressedSize), number(facts.size)];
  return Buffer.concat([...signature, u32(facts.crc32), ...sizes]);
}

function endRecords(archive: ZipArchive, directoryAt: number, directoryBytes: number): Buffer {
  const entries = archive.entries.length;
  const honest = {
    disk: 0,
    directoryDisk: 0,
    entriesHere: entries,
    entries,
    directoryBytes,
    directoryAt,
  };
  if (!archive.zip64) return endRecord(archive, { ...honest, ...archive.end });
  const at = directoryAt + directoryBytes + (archive.behindDirectory?.length ?? 0);
  const see64 = {
    entriesHere: 0xffff,
    entries: 0xffff,
    directoryBytes: SEE_64,
    directoryAt: SEE_64,
  };
  return Buffer.concat([
    endRecord64({ ...honest, ...archive.end64 }),
    locator({ at, disk: 0, disks: 1, ...archive.locator }),
    endRecord(archive, { ...honest, ...see64, ...archive.end }),
  ]);
}

type End = Required<Omit<EndLies, 'signature' | 'commentBytes'>> & EndLies;

function endRecord(archive: ZipArchive, end: End): Buffer {
  const comment = Buffer.from(archive.comment ?? '');
  const head = Buffer.alloc(22);
  head.writeUInt32LE(end.signature ?? 0x06054b50, 0);
  head.writeUInt16LE(end.disk, 4);
  head.writeUInt16LE(end.directoryDisk, 6);
  head.writeUInt16LE(end.entriesHere, 8);
  head.writeUInt16LE(end.entries, 10);
  head.writeUInt32LE(end.directoryBytes, 12);
  head.writeUInt32LE(end.directoryAt, 16);
  head.writeUInt16LE(end.commentBytes ?? comment.length, 20);
  return Buffer.concat([head, comment]);
}

function endRecord64(end: End & { readonly recordBytes?: number }): Buffer {
  return Buffer.concat([
    ...[u32(end.signature ?? 0x06064b50), u64(end.recordBytes ?? 44), Buffer.from([45, 3, 45, 0])],
    ...[u32(end.disk), u32(end.directoryDisk), u64(end.entriesHere), u64(end.entries)],
    ...[u64(end.directoryBytes), u64(end.directoryAt)],
  ]);
}

function locator({ at, disk, disks }: { at: number; disk: number; disks: number }): Buffer {
  return Buffer.concat([u32(0x07064b50), u32(disk), u64(at), u32(disks)]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
