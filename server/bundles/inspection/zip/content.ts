import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import type { ByteSource } from './byte-source.ts';
import type { Entry } from './central-directory.ts';
import { isStored } from './entry-rules.ts';
import type { Place } from './layout.ts';
import { BrokenRule } from './problem.ts';

/**
 * Unpacks an entry piece by piece and compares it with what its headers declare. At most one byte more
 * than the declared size is ever unpacked.
 */

const KIB = 1024;
/** Up to this size one call is faster than a stream. */
const SMALL_BYTES = 64 * KIB;
const PIECE_BYTES = 256 * KIB;

/**
 * @yields the content's pieces, each before the next is unpacked
 * @throws BrokenRule when data and headers disagree; size and CRC are compared at the end
 */
export async function* verifiedContent(source: ByteSource, place: Place): AsyncGenerator<Buffer> {
  const { entry } = place;
  let size = 0;
  let crc = 0;
  for await (const piece of unpackedContent(source, place)) {
    size += piece.length;
    if (size > entry.size) throw mismatch(entry, 'unpacks to more than its declared size');
    crc = crc32(piece, crc);
    yield piece;
  }
  if (size < entry.size) throw mismatch(entry, 'unpacks to less than its declared size');
  if (crc !== entry.crc32)
    throw new BrokenRule('crc-mismatch', entry.shown, 'is corrupt (CRC mismatch)');
}

function unpackedContent(source: ByteSource, place: Place): AsyncIterable<Buffer> {
  const { entry, start, end } = place;
  if (isStored(entry)) return source.stream(start, end);
  const small = entry.size <= SMALL_BYTES && entry.compressedSize <= SMALL_BYTES;
  return small ? inflateWhole(source, place) : inflatePieces(source, place);
}

async function* inflateWhole(source: ByteSource, { entry, start, end }: Place) {
  const packed = await source.read(start, end - start);
  const { bytes, consumed } = inflateAtMost(entry, packed);
  checkConsumed(entry, consumed);
  yield bytes;
}

function inflateAtMost(entry: Entry, packed: Buffer): { bytes: Buffer; consumed: number } {
  try {
    // With `info` the result is an object; the types do not say so.
    const { buffer, engine } = inflateRawSync(packed, {
      info: true,
      maxOutputLength: entry.size + 1,
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    return { bytes: buffer, consumed: engine.bytesWritten };
  } catch (error) {
    throw asBrokenRule(entry, error);
  }
}

async function* inflatePieces(source: ByteSource, { entry, start, end }: Place) {
  const packed = Readable.from(source.stream(start, end));
  const inflate = createInflateRaw({ chunkSize: PIECE_BYTES });
  // Only forwards errors; the loop below sees the end of `inflate`.
  pipeline(packed, inflate, (error) => {
    if (error) inflate.destroy(error);
  });
  try {
    for await (const piece of inflate) yield piece as Buffer;
  } catch (error) {
    throw asBrokenRule(entry, error);
  } finally {
    packed.destroy();
    inflate.destroy();
  }
  checkConsumed(entry, inflate.bytesWritten);
}

/** Bytes after the end of the packed data would be hidden content. */
function checkConsumed(entry: Entry, consumed: number): void {
  if (consumed !== entry.compressedSize)
    throw mismatch(entry, 'has packed data that ends before its declared size');
}

function asBrokenRule(entry: Entry, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_BUFFER_TOO_LARGE')
    return mismatch(entry, 'unpacks to more than its declared size');
  if (code === 'Z_BUF_ERROR') return damaged(entry, 'is corrupt (its packed data is cut off)');
  return code.startsWith('Z_') ? damaged(entry, 'is corrupt (its packed data is damaged)') : error;
}

const mismatch = (entry: Entry, problem: string) =>
  new BrokenRule('size-mismatch', entry.shown, problem);
const damaged = (entry: Entry, problem: string) =>
  new BrokenRule('damaged-data', entry.shown, problem);
