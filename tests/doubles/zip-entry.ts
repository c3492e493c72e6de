import { crc32, deflateRawSync } from 'node:zlib';
import type { HeaderLies, ZipEntry } from './zip-archive.ts';
import { SEE_64, u16, u32, u64 } from './zip-bytes.ts';

/** The records of one entry: local header, data, descriptor, and its line in the directory. */

const DESCRIPTOR_FLAG = 0x0008;
const UTF8_FLAG = 0x0800;
const DEFLATED = 8;

/** What both headers of an entry say, unless one of them lies. */
export interface Facts {
  readonly packed: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly size: number;
  readonly compressedSize: number;
  readonly offset: number;
}

/** @param at where the entry begins */
export function factsOf(entry: ZipEntry, at: number): Facts {
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

export function localHeader(entry: ZipEntry, facts: Facts): Buffer {
  const unknown = entry.descriptor === undefined ? {} : { crc32: 0, size: 0, compressedSize: 0 };
  const said = { signature: 0x04034b50, ...facts, ...unknown, name: entry.name, ...entry.local };
  const name = Buffer.from(said.name);
  const extra = extraOf(entry, entry.local, [said.size, said.compressedSize]);
  const head = [u32(said.signature), u16(entry.zip64 ? 45 : 20)];
  return Buffer.concat([...head, sharedFields(entry, said, name, extra), name, extra]);
}

export function centralHeader(entry: ZipEntry, facts: Facts): Buffer {
  const said = { signature: 0x02014b50, ...facts, name: entry.name, ...entry.central };
  const name = Buffer.from(said.name);
  const extra = extraOf(entry, entry.central, [said.size, said.compressedSize, said.offset]);
  const comment = Buffer.from(entry.comment ?? '');
  const attributes = [u16(entry.dosAttributes ?? 0), u16(entry.unixMode ?? 0)];
  return Buffer.concat([
    ...[u32(said.signature), u16(0x0300 | 45), u16(entry.zip64 ? 45 : 20)],
    sharedFields(entry, said, name, extra),
    ...[u16(comment.length), u16(entry.disk ?? 0), u16(0), ...attributes],
    u32(entry.zip64 ? SEE_64 : said.offset),
    ...[name, extra, comment],
  ]);
}

/** The fields that both headers have in the same order: flags, method, time, CRC, sizes and lengths. */
function sharedFields(entry: ZipEntry, said: Facts, name: Buffer, extra: Buffer): Buffer {
  const sizes = [said.compressedSize, said.size].map((size) => u32(entry.zip64 ? SEE_64 : size));
  return Buffer.concat([
    ...[u16(said.flags), u16(said.method), u32(0), u32(said.crc32)],
    ...[...sizes, u16(name.length), u16(extra.length)],
  ]);
}

function extraOf(entry: ZipEntry, lies: HeaderLies | undefined, numbers: number[]): Buffer {
  if (lies?.extra !== undefined) return lies.extra;
  const field = entry.zip64 ? extraField(0x0001, Buffer.concat(numbers.map(u64))) : Buffer.alloc(0);
  return Buffer.concat([field, entry.extra ?? Buffer.alloc(0)]);
}

/** @returns nothing where the entry has no descriptor */
export function descriptorOf({ descriptor }: ZipEntry, facts: Facts): Buffer {
  if (descriptor === undefined) return Buffer.alloc(0);
  const number = descriptor.endsWith('64') ? u64 : u32;
  const signature = descriptor.startsWith('signed') ? [u32(0x08074b50)] : [];
  const sizes = [number(facts.compressedSize), number(facts.size)];
  return Buffer.concat([...signature, u32(facts.crc32), ...sizes]);
}

/** @returns one extra field */
export function extraField(id: number, data: Buffer): Buffer {
  return Buffer.concat([u16(id), u16(data.length), data]);
}
