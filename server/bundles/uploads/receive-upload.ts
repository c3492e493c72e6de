import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { open, rm } from '../../base/file-work.ts';
import { sizeText } from '../disk-space.ts';
import { openFileSource } from '../inspection/zip/byte-source.ts';
import { locateDirectory } from '../inspection/zip/end-records.ts';
import { BrokenRule } from '../inspection/zip/problem.ts';
import { UploadError } from './upload-error.ts';

/** An upload that is complete and synced to disk, but not a bundle yet. */
export interface ReceivedUpload {
  readonly path: string;
  readonly size: number;
  /** Hexadecimal, lower case. */
  readonly sha256: string;
}

/** First bytes of a ZIP file: a local header, the end record of an empty archive, or a split archive. */
const SIGNATURES = [0x04034b50, 0x06054b50, 0x08074b50];
const SIGNATURE_BYTES = 4;

/**
 * Writes an upload to `path` as it arrives, with backpressure, hashes it and syncs it.
 *
 * @throws UploadError when it is too large, not a ZIP file, empty or cut off; otherwise what the stream or
 *   the disk threw. The file is removed in every case.
 */
export async function writeUpload(
  stream: AsyncIterable<Buffer>,
  path: string,
  maxBytes: number,
): Promise<ReceivedUpload> {
  const file = await onDisk(open(path, 'wx', 0o600));
  try {
    const written = await writeAndHash(stream, file, maxBytes);
    await onDisk(file.sync());
    await file.close();
    await assertWholeArchive(path);
    return { path, ...written };
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}

async function writeAndHash(stream: AsyncIterable<Buffer>, file: FileHandle, maxBytes: number) {
  const hash = createHash('sha256');
  const checkSignature = createSignatureCheck();
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    checkSignature(chunk);
    hash.update(chunk);
    await onDisk(file.writeFile(chunk));
  }
  if (size < SIGNATURE_BYTES) throw notAZip();
  return { size, sha256: hash.digest('hex') };
}

export const tooLarge = (maxBytes: number) =>
  new UploadError('too-large', `A ZIP bundle may have at most ${sizeText(maxBytes)}.`);
const notAZip = () => new UploadError('not-a-zip', 'The file is not a ZIP file.');

/** Content decides, not the file name: a wrong signature stops the upload at its first bytes. */
function createSignatureCheck(): (chunk: Buffer) => void {
  let start = Buffer.alloc(0);
  return (chunk) => {
    if (start.length >= SIGNATURE_BYTES) return;
    start = Buffer.concat([start, chunk.subarray(0, SIGNATURE_BYTES - start.length)]);
    if (start.length === SIGNATURE_BYTES && !SIGNATURES.includes(start.readUInt32LE(0)))
      throw notAZip();
  };
}

/** Checked before the answer, so that the person who waits can choose the right file. */
async function assertWholeArchive(path: string): Promise<void> {
  const source = await openFileSource(path);
  try {
    const { entries } = await locateDirectory(source);
    if (entries === 0) throw new UploadError('empty', 'The ZIP archive contains no files.');
  } catch (error) {
    if (!(error instanceof BrokenRule)) throw error;
    if (error.rule === 'truncated')
      throw new UploadError('cut-off', 'The ZIP file is cut off: its end is missing.');
  } finally {
    await source.close();
  }
}

const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT'];

async function onDisk<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!DISK_FULL_CODES.includes(code))
      throw new Error('The upload could not be stored.', { cause: error });
    throw new UploadError('no-room', 'The server has no room left for bundles.', { cause: error });
  }
}
