import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeyedQueue } from '../../keyed-queue.ts';
import type { MeshHandlers } from '../transport/handlers.ts';
import type { Answer, Payload } from '../wire/messages.ts';

/**
 * The receiving side of a deploy: stores a peer's file chunk by chunk, over any number of connections, and
 * passes it to the sink when it is complete and has the announced hash. A partial file has a name of our
 * own and survives a restart.
 */
export type TransferState = Answer<'offer'>;

/** A complete file with the right hash, synced to disk. */
export interface ReceivedTransfer extends Payload<'offer'> {
  /** Platform id of the sender. */
  readonly from: string;
  readonly path: string;
}

/** What is done with complete files. */
export interface BundleSink {
  /** For partial files only. */
  readonly directory: string;
  readonly maxBytes: number;
  /** @returns the state of a file that arrived completely or is not wanted; null: send it */
  find(from: string, offer: Payload<'offer'>): Promise<TransferState | null>;
  /** Takes ownership of the file: moves it or removes it. */
  keep(transfer: ReceivedTransfer): Promise<TransferState>;
}

/** Partial files of one sender; the oldest is dropped for a new one. */
const PARTS_MAX = 8;
/** A partial file is dropped this long after its last chunk. */
const KEEP_MS = 24 * 60 * 60 * 1000;

export const wanted = (offset: number): TransferState => ({
  state: 'wanted',
  offset,
  message: null,
});
export const refused = (message: string): TransferState => ({
  state: 'refused',
  offset: 0,
  message,
});

interface PartialFile {
  readonly path: string;
  readonly size: number;
  readonly hash: Hash;
  offset: number;
  offer: Payload<'offer'>;
}

interface TransferReceiverDeps {
  readonly sink: BundleSink;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function createTransferReceiver({
  sink,
  now,
}: TransferReceiverDeps): Pick<MeshHandlers, 'offer' | 'chunk'> {
  const partialFiles = new Map<string, PartialFile>();
  const serialise = createKeyedQueue();

  async function openPart(
    key: string,
    from: string,
    offer: Payload<'offer'>,
  ): Promise<PartialFile> {
    const path = join(sink.directory, key);
    await mkdir(sink.directory, { recursive: true, mode: 0o700 });
    for (const name of await dropOldPartialFiles(sink.directory, { from, keep: key, now: now() }))
      partialFiles.delete(name);
    const { offset, hash } = await readPart(path, offer.size);
    const part = { path, size: offer.size, hash, offset, offer };
    partialFiles.set(key, part);
    return part;
  }

  async function receiveOffer(from: string, offer: Payload<'offer'>): Promise<TransferState> {
    const known = await sink.find(from, offer);
    if (known !== null) return known;
    if (offer.size > sink.maxBytes) return refused(`it takes at most ${sink.maxBytes} bytes`);
    const key = keyOf(from, offer.sha256);
    const part = partialFiles.get(key) ?? (await openPart(key, from, offer));
    if (part.size !== offer.size) return refused('its size differs from an earlier offer');
    part.offer = offer;
    return wanted(part.offset);
  }

  async function receiveChunk(from: string, chunk: Payload<'chunk'>): Promise<TransferState> {
    const key = keyOf(from, chunk.sha256);
    const part = partialFiles.get(key);
    if (part === undefined) return UNOFFERED;
    const bytes = Buffer.from(chunk.bytes, 'base64');
    if (chunk.offset !== part.offset || part.offset + bytes.length > part.size)
      return wanted(part.offset);
    await appendFile(part.path, bytes, { mode: 0o600 });
    part.hash.update(bytes);
    part.offset += bytes.length;
    if (part.offset < part.size) return wanted(part.offset);
    partialFiles.delete(key);
    return finish(from, part);
  }

  async function finish(from: string, { path, hash, offer }: PartialFile): Promise<TransferState> {
    if (hash.digest('hex') !== offer.sha256) {
      await rm(path, { force: true });
      return refused('its bytes do not have the announced hash');
    }
    await syncFile(path);
    return sink.keep({ ...offer, from, path });
  }

  return {
    offer: (from, payload) =>
      serialise(keyOf(from, payload.sha256), () => receiveOffer(from, payload)),
    chunk: (from, payload) =>
      serialise(keyOf(from, payload.sha256), () => receiveChunk(from, payload)),
  };
}

/** For a node that accepts no bundles. */
export const NO_TRANSFERS: Pick<MeshHandlers, 'offer' | 'chunk'> = {
  offer: () => refused('it takes no bundles'),
  chunk: () => refused('it takes no bundles'),
};

export const UNOFFERED: TransferState = { state: 'unoffered', offset: 0, message: null };
const EXTENSION = '.part';

/** Safe as a file name: both are verified, a configured platform id and 64 hexadecimal digits. */
const keyOf = (from: string, sha256: string) => `${from}.${sha256}${EXTENSION}`;

/** Drops files that are too old, or too many of one sender. @returns their names */
async function dropOldPartialFiles(
  directory: string,
  { from, keep, now }: { from: string; keep: string; now: number },
): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => name !== keep);
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(directory, name))).mtimeMs })),
  );
  const old = aged.filter(({ at }) => now - at > KEEP_MS);
  const own = aged.filter(({ name }) => name.startsWith(`${from}.`)).sort((a, b) => b.at - a.at);
  const dropped = [...new Set([...old, ...own.slice(PARTS_MAX - 1)])].map(({ name }) => name);
  await Promise.all(dropped.map((name) => rm(join(directory, name), { force: true })));
  return dropped;
}

/** @returns the bytes that are stored already, hashed; a file as long as the whole or longer is started again */
async function readPart(path: string, size: number): Promise<{ offset: number; hash: Hash }> {
  const hash = createHash('sha256');
  const stats = await stat(path).catch(() => null);
  if (stats === null) return { offset: 0, hash };
  if (stats.size >= size) {
    await rm(path, { force: true });
    return { offset: 0, hash };
  }
  for await (const bytes of createReadStream(path)) hash.update(bytes);
  return { offset: stats.size, hash };
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
