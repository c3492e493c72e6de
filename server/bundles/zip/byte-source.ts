import { type FileHandle, open } from 'node:fs/promises';
import { BrokenRule } from './problem.ts';

/** Bytes that are read at any place without ever being in memory as a whole. */
export interface ByteSource {
  readonly size: number;
  /** @returns exactly `length` bytes. @throws BrokenRule `truncated` when the source ends before */
  read(at: number, length: number): Promise<Buffer>;
  /** The bytes from `start` up to `end`, in pieces that stay valid. */
  stream(start: number, end: number): AsyncGenerator<Buffer>;
}

export interface FileSource extends ByteSource {
  close(): Promise<void>;
}

const KIB = 1024;
/** One system call for many small records that lie next to each other. */
const WINDOW_BYTES = 128 * KIB;
const PIECE_BYTES = 256 * KIB;

/** The caller closes it. */
export async function openFileSource(path: string): Promise<FileSource> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  return {
    ...createByteSource(size, (at, into) => fill(file, at, into)),
    close: () => file.close(),
  };
}

/** For bytes that are in memory already. */
export function bufferSource(bytes: Buffer): ByteSource {
  return createByteSource(bytes.length, async (at, into) => {
    bytes.copy(into, 0, at, at + into.length);
  });
}

/** A part of another source as a source of its own: a stored archive inside an archive. */
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

function createByteSource(size: number, fillAt: Fill): ByteSource {
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

/** A single read may return less than what was asked for. */
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
  new BrokenRule(
    'truncated',
    null,
    'The archive ends before the place that one of its records names.',
  );
