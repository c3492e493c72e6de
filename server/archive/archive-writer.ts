import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { syncDirectory } from '../sync-directory.ts';
import { drained } from './back-pressure.ts';
import { encrypted } from './encryption.ts';

/** Writes an archive into `<path>.part`, entry by entry, in bounded memory. */
export interface ArchiveWriter {
  /** Where it is written. */
  readonly part: string;
  add(name: string, text: string): Promise<void>;
  /** @param size what the stream gives, exactly */
  addStream(name: string, size: number, stream: AsyncIterable<Uint8Array>): Promise<void>;
  /** Ends the archive and syncs it. */
  finish(): Promise<void>;
  /** Gives the finished archive its name. */
  publish(): Promise<void>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

/** Bundles are compressed already, and rows shrink well at any level. */
const GZIP_LEVEL = 1;

/** @param passphrase null: not encrypted */
export async function createArchiveWriter(
  path: string,
  passphrase: string | null,
): Promise<ArchiveWriter> {
  const part = `${path}.part`;
  // Of a run that was killed; a new file has the right mode from its beginning.
  await rm(part, { force: true });
  const tar = pack();
  const file = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
  await once(file, 'open');
  const zipped = createGzip({ level: GZIP_LEVEL });
  const written = pipeline(Readable.from(tar), zipped, encrypted(passphrase), file);
  // Reported by whoever waits next, not as an unhandled rejection in between.
  const failed = new Promise<never>((_, reject) => written.catch(reject));
  failed.catch(() => undefined);

  async function addStream(name: string, size: number, stream: AsyncIterable<Uint8Array>) {
    const entry = tar.entry({ name, size, mode: 0o600 });
    const ended = once(entry, 'close');
    ended.catch(() => undefined);
    for await (const chunk of stream) {
      if (!entry.write(chunk)) await drained(entry);
      if (entry.destroyed) break;
    }
    entry.end(undefined);
    await Promise.race([failed, ended]);
    // An entry ends early when nothing can be written any more, and the pipeline knows why.
    if (tar.destroyed) await written;
  }

  return {
    part,
    add: (name, text) =>
      addStream(name, Buffer.byteLength(text), Readable.from([Buffer.from(text)])),
    addStream,
    async finish() {
      tar.finalize();
      await written;
    },
    async publish() {
      await rename(part, path);
      await syncDirectory(dirname(path));
    },
    async discard() {
      tar.destroy();
      await written.catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}
