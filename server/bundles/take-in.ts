import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { RefusedUpload } from './refused-upload.ts';
import { openFileSource } from './zip/byte-source.ts';
import { readDirectoryPlace } from './zip/end-records.ts';
import { BrokenRule } from './zip/problem.ts';

/** An upload whose bytes are whole and on the disk; not yet anybody's bundle. */
export interface Incoming {
  readonly path: string;
  readonly size: number;
  /** Hexadecimal, lower case. */
  readonly sha256: string;
}

/** A ZIP file starts with a local header, with the end record of an empty one, or as part of several. */
const SIGNATURES = [0x04034b50, 0x06054b50, 0x08074b50];
const SIGNATURE_BYTES = 4;

/**
 * Writes an upload to the disk as it arrives, no faster than the disk takes it, and syncs it.
 *
 * @throws RefusedUpload when it is too large, no ZIP file or a cut off one; else what the stream or the
 *   disk threw. Nothing is left behind then.
 */
export async function takeIn(
  stream: AsyncIterable<Buffer>,
  path: string,
  maxBytes: number,
): Promise<Incoming> {
  const file = await onDisk(open(path, 'wx', 0o600));
  try {
    const written = await write(stream, file, maxBytes);
    await onDisk(file.sync());
    await file.close();
    await checkEnd(path);
    return { path, ...written };
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}

async function write(stream: AsyncIterable<Buffer>, file: FileHandle, maxBytes: number) {
  const hash = createHash('sha256');
  const checkStart = createStartCheck();
  let size = 0;
  for await (const piece of stream) {
    size += piece.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    checkStart(piece);
    hash.update(piece);
    await onDisk(file.writeFile(piece));
  }
  if (size < SIGNATURE_BYTES) throw notAZip();
  return { size, sha256: hash.digest('hex') };
}

export const tooLarge = (maxBytes: number) =>
  new RefusedUpload('too-large', `A ZIP bundle may have at most ${maxBytes} bytes.`);
const notAZip = () => new RefusedUpload('not-a-zip', 'The file is not a ZIP file.');

/** The content decides, not the name: the first bytes are judged as soon as they are there. */
function createStartCheck(): (piece: Buffer) => void {
  let start = Buffer.alloc(0);
  return (piece) => {
    if (start.length >= SIGNATURE_BYTES) return;
    start = Buffer.concat([start, piece.subarray(0, SIGNATURE_BYTES - start.length)]);
    if (start.length === SIGNATURE_BYTES && !SIGNATURES.includes(start.readUInt32LE(0)))
      throw notAZip();
  };
}

/** The person who waits learns at once that the file is cut off; everything else is the inspection's. */
async function checkEnd(path: string): Promise<void> {
  const source = await openFileSource(path);
  try {
    await readDirectoryPlace(source);
  } catch (error) {
    if (!(error instanceof BrokenRule)) throw error;
    if (error.rule === 'truncated')
      throw new RefusedUpload('cut-off', 'The ZIP file is cut off: its end is missing.');
  } finally {
    await source.close();
  }
}

const FULL = ['ENOSPC', 'EDQUOT'];

async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!FULL.includes(code)) throw new Error('The upload could not be stored.', { cause: error });
    throw new RefusedUpload('no-room', 'The server has no room left for bundles.', {
      cause: error,
    });
  }
}
