import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { open, rm } from '../../../base/file-work.ts';
import { CHECK_EVERY_BYTES, measureFreeSpace, reserveOf } from '../../disk-space.ts';
import { isMissing } from '../../store/piece-store.ts';
import { BrokenRule } from './problem.ts';

/** Random access to bytes that are never in memory as a whole. */
export interface ByteSource {
  readonly size: number;
  /** @returns exactly `length` bytes. @throws BrokenRule `truncated` past the end of the source */
  read(at: number, length: number): Promise<Buffer>;
  /** The bytes from `start` up to `end`; each piece stays valid. */
  stream(start: number, end: number): AsyncGenerator<Buffer>;
}

/** The caller closes it. */
export interface OpenSource extends ByteSource {
  close(): Promise<void>;
}

const KIB = 1024;
/** Adjacent small records share one system call. */
const WINDOW_BYTES = 128 * KIB;
const PIECE_BYTES = 256 * KIB;

/** @throws the last path's error when there is none of the files */
export async function openFileSource(...paths: readonly string[]): Promise<OpenSource> {
  const file = await openFirst(paths);
  const { size } = await file.stat();
  return {
    ...createByteSource(size, (at, into) => fill(file, at, into)),
    close: () => file.close(),
  };
}

async function openFirst([path = '', ...others]: readonly string[]): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (others.length === 0 || !isMissing(error)) throw error;
    return openFirst(others);
  }
}

/** For bytes in memory. */
export function bufferSource(bytes: Buffer): ByteSource {
  return createByteSource(bytes.length, async (at, into) => {
    bytes.copy(into, 0, at, at + into.length);
  });
}

/** A range of another source, such as a stored archive inside an archive. */
export function sliceOf(source: ByteSource, start: number, end: number): ByteSource {
  return {
    size: end - start,
    read: (at, length) => {
      assertInside(at, length, end - start);
      return source.read(start + at, length);
    },
    stream: (from, to) => source.stream(start + from, start + to),
  };
}

type Fill = (at: number, into: Buffer) => Promise<void>;

export function createByteSource(size: number, fillAt: Fill): ByteSource {
  let window = { at: 0, bytes: Buffer.alloc(0) };

  async function read(at: number, length: number): Promise<Buffer> {
    assertInside(at, length, size);
    const inWindow = at - window.at;
    if (inWindow < 0 || inWindow + length > window.bytes.length) {
      const bytes = Buffer.allocUnsafe(Math.min(Math.max(length, WINDOW_BYTES), size - at));
      await fillAt(at, bytes);
      window = { at, bytes };
      return bytes.subarray(0, length);
    }
    return window.bytes.subarray(inWindow, inWindow + length);
  }

  async function* stream(start: number, end: number): AsyncGenerator<Buffer> {
    assertInside(start, end - start, size);
    for (let at = start; at < end; at += PIECE_BYTES) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - at));
      await fillAt(at, piece);
      yield piece;
    }
  }

  return { size, read, stream };
}

/** A single read may return less than requested. */
async function fill(file: FileHandle, at: number, into: Buffer): Promise<void> {
  for (let done = 0; done < into.length; ) {
    const { bytesRead } = await file.read(into, done, into.length - done, at + done);
    if (bytesRead === 0) throw cutOff();
    done += bytesRead;
  }
}

function assertInside(at: number, length: number, size: number): void {
  if (at < 0 || length < 0 || at + length > size) throw cutOff();
}

const cutOff = () =>
  new BrokenRule('truncated', null, 'ends before a position that one of its records names');

/** A temporary file for an archive inside another one, so that it is never in memory as a whole. */
export type Spool = Awaited<ReturnType<typeof createSpool>>;

/** @param reserveBytes of the disk that are left free (see `reserveOf`) */
export async function createSpool(directory: string, reserveBytes: number | null) {
  const path = join(directory, `${randomUUID()}.unpacked`);
  const file = await open(path, 'wx', 0o600);
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= file.close());
  let unchecked = 0;

  async function write(bytes: Buffer): Promise<void> {
    unchecked += bytes.length;
    if (unchecked >= CHECK_EVERY_BYTES) {
      await assertReserve(directory, reserveBytes);
      unchecked = 0;
    }
    // `writeFile` on an open file appends at the current position.
    await file.writeFile(bytes);
  }

  return {
    write,
    /** @returns the path of the complete file; it exists until `remove` */
    finish: async () => {
      await close();
      return path;
    },
    remove: async () => {
      await close();
      await rm(path, { force: true });
    },
  };
}

async function assertReserve(directory: string, reserveBytes: number | null): Promise<void> {
  const { free, total } = await measureFreeSpace(directory);
  if (free >= reserveOf(total, reserveBytes)) return;
  throw Object.assign(new Error('The disk is almost full.'), { code: 'ENOSPC' });
}
