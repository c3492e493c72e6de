import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Header, pack } from 'tar-stream';
import { ArchiveError, type EntryName, parseEntryName } from './archive-format.ts';

type Bytes = AsyncIterable<Buffer>;

/** Writes an archive entry by entry, in bounded memory. */
export interface ArchiveWriter {
  add(name: string, text: string): Promise<void>;
  /** @param size what the stream gives, exactly */
  addStream(name: string, size: number, stream: Bytes): Promise<void>;
}

/** Bundles are compressed already, and rows shrink well at any level. */
const GZIP_LEVEL = 1;

const NO_ROOM =
  'The disk is full: the backup is not written. Free some space, or write it elsewhere.';

/** Writes what `work` adds to `out`, and ends it. @throws ArchiveError when there is no room for it */
export async function writeArchive<T>(
  out: Writable,
  work: (writer: ArchiveWriter) => Promise<T>,
): Promise<T> {
  const tar = pack();
  const written = pipeline(Readable.from(tar), createGzip({ level: GZIP_LEVEL }), out).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error;
      throw new ArchiveError(NO_ROOM, { cause: error });
    },
  );
  // Reported by whoever waits next, not as an unhandled rejection in between.
  written.catch(() => undefined);

  async function addStream(name: string, size: number, stream: Bytes) {
    try {
      await pipeline(stream, tar.entry({ name, size, mode: 0o600 }));
    } catch (error) {
      // An entry ends early when nothing can be written any more, and the other pipeline knows why.
      if (tar.destroyed) await written;
      throw error;
    }
  }

  try {
    const result = await work({
      add: (name, text) =>
        addStream(name, Buffer.byteLength(text), Readable.from([Buffer.from(text)])),
      addStream,
    });
    tar.finalize();
    await written;
    return result;
  } catch (error) {
    tar.destroy();
    await written.catch(() => undefined);
    throw error;
  }
}

/** Of an archive; the next is read after this one's stream has been read to its end. */
export interface ArchiveEntry {
  readonly name: EntryName;
  readonly size: number;
  readonly stream: Bytes;
}

/**
 * @returns the entries of an archive in their order. It ends when the archive does, so what must be there is for the caller to say.
 * @throws ArchiveError for what is no archive, cut off or changed
 */
export async function* readEntries(source: Readable): AsyncGenerator<ArchiveEntry, undefined> {
  const tar = extract();
  const feeding = pipeline(source, createGunzip(), tar);
  feeding.catch(() => undefined);
  try {
    for await (const entry of tar) yield entryOf(entry.header, entry as Bytes);
    await feeding;
  } catch (error) {
    throw damaged(error);
  } finally {
    tar.destroy();
    source.destroy();
  }
}

function entryOf({ name, size, type }: Header, stream: Bytes): ArchiveEntry {
  const parsed = type === 'file' ? parseEntryName(name) : undefined;
  if (parsed === undefined) throw new ArchiveError('The archive has an entry that no backup has.');
  return { name: parsed, size, stream: withArchiveErrors(stream) };
}

async function* withArchiveErrors(stream: Bytes): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (error) {
    throw damaged(error);
  }
}

function damaged(error: unknown): unknown {
  if (error instanceof ArchiveError) return error;
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  if (/incorrect header check/.test(message))
    return new ArchiveError(
      'It is no backup: it is no gzip file. One that is encrypted has to be decrypted first: age -d FILE | npm run --silent restore -- -',
      { cause: error },
    );
  const isCut = code === 'Z_BUF_ERROR' || /unexpected end/i.test(message);
  return new ArchiveError(
    isCut
      ? 'The archive is cut off: its end is missing.'
      : `The archive is damaged or cut off (${message}).`,
    { cause: error },
  );
}
