import { crc32, deflateRawSync } from 'node:zlib';
import type { HeaderLies, ZipEntry } from './zip-archive.ts';
import { SEE_64, u16, u32, u64 } from './zip-bytes.ts';

/** The records of one entry: local header, data, descriptor, and its line in the directory. */

const DESCRIPTOR_FLAG = 0x0008;
const UTF8_FLAG = 0x0800;
const DEFLATED = 8;

/** What both headers of an entry say, unless one of them lies. */
interface HeaderFields {
  readonly packed: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly size: number;
  readonly compressedSize: number;
  readonly offset: number;
}

/** @param at where the entry begins */
export function headerFieldsOf(entry: ZipEntry, at: number): HeaderFields {
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

export function localHeader(entry: ZipEntry, fields: HeaderFields): Buffer {
  const unknown = entry.descriptor === undefined ? {} : { crc32: 0, size: 0, compressedSize: 0 };
  const written = {
    signature: 0x04034b50,
    ...fields,
    ...unknown,
    name: entry.name,
    ...entry.local,
  };
  const name = Buffer.from(written.name);
  const extra = extraOf(entry, entry.local, [written.size, written.compressedSize]);
  const head = [u32(written.signature), u16(entry.zip64 ? 45 : 20)];
  return Buffer.concat([...head, sharedFields(entry, written, name, extra), name, extra]);
}

export function centralHeader(entry: ZipEntry, fields: HeaderFields): Buffer {
  const written = { signature: 0x02014b50, ...fields, name: entry.name, ...entry.central };
  const name = Buffer.from(written.name);
  const extra = extraOf(entry, entry.central, [
    written.size,
    written.compressedSize,
    written.offset,
  ]);
  const comment = Buffer.from(entry.comment ?? '');
  const attributes = [u16(entry.dosAttributes ?? 0), u16(entry.unixMode ?? 0)];
  return Buffer.concat([
    ...[u32(written.signature), u16(((entry.host ?? 3) << 8) | 45), u16(entry.zip64 ? 45 : 20)],
    sharedFields(entry, written, name, extra),
    ...[u16(comment.length), u16(entry.disk ?? 0), u16(0), ...attributes],
    u32(entry.zip64 ? SEE_64 : written.offset),
    ...[name, extra, comment],
  ]);
}

/** The fields that both headers have in the same order: flags, method, time, CRC, sizes and lengths. */
function sharedFields(entry: ZipEntry, written: HeaderFields, name: Buffer, extra: Buffer): Buffer {
  const sizes = [written.compressedSize, written.size].map((size) =>
    u32(entry.zip64 ? SEE_64 : size),
  );
  return Buffer.concat([
    ...[u16(written.flags), u16(written.method), u32(0), u32(written.crc32)],
    ...[...sizes, u16(name.length), u16(extra.length)],
  ]);
}

function extraOf(entry: ZipEntry, lies: HeaderLies | undefined, numbers: number[]): Buffer {
  if (lies?.extra !== undefined) return lies.extra;
  const field = entry.zip64 ? extraField(0x0001, Buffer.concat(numbers.map(u64))) : Buffer.alloc(0);
  return Buffer.concat([field, entry.extra ?? Buffer.alloc(0)]);
}

/** @returns nothing where the entry has no descriptor */
export function descriptorOf({ descriptor }: ZipEntry, fields: HeaderFields): Buffer {
  if (descriptor === undefined) return Buffer.alloc(0);
  const number = descriptor.endsWith('64') ? u64 : u32;
  const signature = descriptor.startsWith('signed') ? [u32(0x08074b50)] : [];
  const sizes = [number(fields.compressedSize), number(fields.size)];
  return Buffer.concat([...signature, u32(fields.crc32), ...sizes]);
}

/** @returns one extra field */
export function extraField(id: number, data: Buffer): Buffer {
  return Buffer.concat([u16(id), u16(data.length), data]);
}
