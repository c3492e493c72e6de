import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import type { ByteSource } from './byte-source.ts';
import type { Entry } from './central-directory.ts';
import { isStored } from './entry-rules.ts';
import type { Place } from './layout.ts';
import { BrokenRule } from './problem.ts';

/**
 * An entry's real content, unpacked piece by piece and held against what its headers declare. Nothing
 * beyond one byte more than the declared size is ever unpacked.
 */

const KIB = 1024;
/** Up to here one call is quicker than a stream. */
const SMALL_BYTES = 64 * KIB;
const PIECE_BYTES = 256 * KIB;

/**
 * @yields the content's pieces, each before the next is unpacked
 * @throws BrokenRule as soon as data and headers disagree; size and CRC are judged at the end
 */
export async function* verifiedContent(source: ByteSource, place: Place): AsyncGenerator<Buffer> {
  const { entry } = place;
  let size = 0;
  let crc = 0;
  for await (const piece of unpackedContent(source, place)) {
    size += piece.length;
    if (size > entry.size) throw mismatch(entry, 'It unpacks to more than its declared size.');
    crc = crc32(piece, crc);
    yield piece;
  }
  if (size < entry.size) throw mismatch(entry, 'It unpacks to less than its declared size.');
  if (crc !== entry.crc32)
    throw new BrokenRule(
      'crc-mismatch',
      entry.shown,
      'Its content does not have the declared CRC.',
    );
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
    // With `info` the result is an object, which the types do not say.
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
  // Only carries errors across: the end is seen by reading `inflate`.
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

/** Bytes behind the end of the packed data would be carried along unseen. */
function checkConsumed(entry: Entry, consumed: number): void {
  if (consumed !== entry.compressedSize)
    throw mismatch(entry, 'Its packed data ends before its declared size.');
}

function asBrokenRule(entry: Entry, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_BUFFER_TOO_LARGE')
    return mismatch(entry, 'It unpacks to more than its declared size.');
  if (code === 'Z_BUF_ERROR') return damaged(entry, 'Its packed data is cut off.');
  return code.startsWith('Z_') ? damaged(entry, 'Its packed data is damaged.') : error;
}

const mismatch = (entry: Entry, message: string) =>
  new BrokenRule('size-mismatch', entry.shown, message);
const damaged = (entry: Entry, message: string) =>
  new BrokenRule('damaged-data', entry.shown, message);
