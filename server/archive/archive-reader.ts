import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Extract, extract, type Header } from 'tar-stream';
import { ArchiveError } from './archive-error.ts';
import { type EntryName, parseEntryName } from './archive-format.ts';
import { drained } from './back-pressure.ts';
import { AGE_MAGIC, decrypted, GZIP_MAGIC } from './encryption.ts';

type Bytes = AsyncIterable<Buffer>;

/** Of an archive; the next is read after this one's stream has been read to its end. */
export interface ArchiveEntry {
  readonly name: EntryName;
  readonly size: number;
  readonly stream: Bytes;
  /** @throws ArchiveError if it is too large to be read at once */
  text(): Promise<string>;
}

/** Of a piece of rows, and of what else is read at once: a row can have the names of a million files. */
const TEXT_MAX_BYTES = 512 * 1024 * 1024;

/**
 * @returns its entries in their order. It ends when the archive does, so what must be there is for the caller to say.
 * @throws ArchiveError for what is no archive, cut off or changed, and for a wrong or missing passphrase
 */
export async function* readArchive(
  path: string,
  passphrase: string | null,
): AsyncGenerator<ArchiveEntry> {
  const encrypted = await isEncrypted(path);
  if (encrypted && passphrase === null)
    throw new ArchiveError('The archive is encrypted: its passphrase is needed.');
  const tar = extract();
  const feeding = feed(tar, path, encrypted ? passphrase : null);
  try {
    for await (const entry of tar) {
      const stream = withArchiveErrors(entry as Bytes);
      yield entryOf({ header: entry.header, stream });
      // Whatever was not read is passed over, and checked by that.
      for await (const _ of stream);
    }
    await feeding;
  } catch (error) {
    throw damaged(error);
  } finally {
    tar.destroy();
    await feeding.catch(() => undefined);
  }
}

/** @returns whether it is encrypted. @throws ArchiveError */
export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new ArchiveError(`${path} cannot be read (${error.code}).`);
  });
  try {
    const start = Buffer.alloc(AGE_MAGIC.length);
    const { bytesRead } = await file.read(start, 0, start.length, 0);
    if (start.toString('latin1', 0, bytesRead) === AGE_MAGIC) return true;
    if (start.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC)) return false;
  } finally {
    await file.close();
  }
  throw new ArchiveError(`${path} is no backup: it is neither an age nor a gzip file.`);
}

async function feed(tar: Extract, path: string, passphrase: string | null): Promise<void> {
  try {
    for await (const chunk of unpacked(path, passphrase)) {
      if (tar.destroyed) return;
      if (!tar.write(chunk)) await drained(tar);
    }
    tar.end(undefined);
  } catch (error) {
    tar.destroy(error as Error);
    throw error;
  }
}

async function* withArchiveErrors(stream: Bytes): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (error) {
    throw damaged(error);
  }
}

/** @returns the bytes of the tar */
function unpacked(path: string, passphrase: string | null): AsyncIterable<Buffer> {
  const file = createReadStream(path);
  const unzip = createGunzip();
  const filled =
    passphrase === null ? pipeline(file, unzip) : pipeline(file, decrypted(passphrase), unzip);
  // The one who reads `unzip` gets the error.
  filled.catch(() => undefined);
  return unzip;
}

function entryOf({ header, stream }: { header: Header; stream: Bytes }): ArchiveEntry {
  const { name, size, type } = header;
  const parsed = type === 'file' ? parseEntryName(name) : undefined;
  if (parsed === undefined) throw new ArchiveError('The archive has an entry that no backup has.');
  return {
    name: parsed,
    size,
    stream,
    async text() {
      if (size > TEXT_MAX_BYTES)
        throw new ArchiveError('The archive has an entry that is too large.');
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      return Buffer.concat(chunks).toString();
    },
  };
}

function damaged(error: unknown): unknown {
  if (error instanceof ArchiveError) return error;
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  const isCut = code === 'Z_BUF_ERROR' || /unexpected end/i.test(message);
  return new ArchiveError(
    isCut
      ? 'The archive is cut off: its end is missing.'
      : `The archive is damaged or cut off (${message}).`,
    { cause: error },
  );
}
