import { BrokenRule } from './problem.ts';

/** One of the small records after a name in a header (APPNOTE 4.5). */
export interface ExtraField {
  readonly id: number;
  readonly data: Buffer;
}

const ZIP64_ID = 0x0001;
const SEE_64 = 0xffff_ffff;

/** Sizes and offset of a header; each may be in its ZIP64 field instead. */
interface Numbers {
  readonly size: number;
  readonly compressedSize: number;
  readonly offset: number;
}

/**
 * @returns the fields in order. Up to three stray bytes at the end are allowed: common writers pad.
 * @throws BrokenRule when a field claims more bytes than there are
 */
export function parseExtraFields(bytes: Buffer, entry: string): ExtraField[] {
  const fields: ExtraField[] = [];
  for (let at = 0; at + 4 <= bytes.length; ) {
    const end = at + 4 + bytes.readUInt16LE(at + 2);
    if (end > bytes.length)
      throw new BrokenRule('central-directory', entry, 'has an extra field that is cut off');
    fields.push({ id: bytes.readUInt16LE(at), data: bytes.subarray(at + 4, end) });
    at = end;
  }
  return fields;
}

/** @throws BrokenRule when a number refers to a ZIP64 field that is missing, doubled or too short */
export function resolveZip64(
  numbers: Numbers,
  fields: readonly ExtraField[],
  entry: string,
): Numbers {
  const own = fields.filter(({ id }) => id === ZIP64_ID);
  if (own.length > 1) throw new BrokenRule('zip64', entry, 'has two ZIP64 fields');
  const data = own[0]?.data ?? Buffer.alloc(0);
  let at = 0;

  const resolve = (value: number): number => {
    if (value !== SEE_64) return value;
    if (at + 8 > data.length)
      throw new BrokenRule('zip64', entry, 'lacks a ZIP64 field, or has one that is too short');
    const long = data.readBigUInt64LE(at);
    at += 8;
    if (long > BigInt(Number.MAX_SAFE_INTEGER))
      throw new BrokenRule('zip64', entry, 'has a ZIP64 number that is impossibly large');
    return Number(long);
  };

  // The format fixes this order and leaves out numbers that fit into the header.
  const size = resolve(numbers.size);
  const compressedSize = resolve(numbers.compressedSize);
  return { size, compressedSize, offset: resolve(numbers.offset) };
}
