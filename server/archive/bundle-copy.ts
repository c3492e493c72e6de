import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { BundleMissingError, type BundleStore } from '../bundles/store/bundle-store.ts';

/** What a bundle's row says about its file; the hash in hexadecimal. */
export const BundleInfoSchema = z.object({ id: z.string(), sha256: z.string() });
export type BundleInfo = Readonly<z.infer<typeof BundleInfoSchema>>;

/** @param line a row of the table `bundles` */
export const bundleInfoOf = (line: string): BundleInfo =>
  z.parse(BundleInfoSchema, JSON.parse(line));

const READ_BYTES = 1024 * 1024;

/** A file of the store, whose size is known before it is read. */
interface OpenedBundle {
  readonly size: number;
  readonly stream: AsyncGenerator<Buffer>;
}

/** @returns undefined if the store does not have it */
export async function openStored(
  store: BundleStore,
  id: string,
): Promise<OpenedBundle | undefined> {
  try {
    const source = await store.open(id);
    return { size: source.size, stream: bytesOf(source) };
  } catch (error) {
    if (error instanceof BundleMissingError) return undefined;
    throw error;
  }
}

async function* bytesOf(source: Awaited<ReturnType<BundleStore['open']>>): AsyncGenerator<Buffer> {
  try {
    yield* source.stream(0, source.size);
  } finally {
    await source.close();
  }
}

/** An entry of an archive has the size that was said: zeros stand for what is deleted while it is read. */
export async function* filledUp({ size, stream }: OpenedBundle): AsyncGenerator<Buffer> {
  let left = size;
  try {
    for await (const chunk of stream) {
      left -= chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (!(error instanceof BundleMissingError)) throw error;
    for (; left > 0; left -= READ_BYTES) yield Buffer.alloc(Math.min(left, READ_BYTES));
  }
}

/** Passes bytes on. @returns also how to ask, afterwards, for their SHA-256 */
export function hashed(bytes: AsyncIterable<Buffer>): {
  readonly stream: AsyncGenerator<Buffer>;
  digest(): string;
} {
  const hash = createHash('sha256');
  async function* pass() {
    for await (const chunk of bytes) {
      hash.update(chunk);
      yield chunk;
    }
  }
  return { stream: pass(), digest: () => hash.digest('hex') };
}

/** Writes a bundle to the store: whole, or not at all. */
export async function writeStored(
  store: BundleStore,
  id: string,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  const part = join(store.scratch.incoming, `${randomUUID()}.part`);
  try {
    await writeSynced(part, bytes);
    await store.prepare(part, id);
  } finally {
    await rm(part, { force: true });
  }
  await store.publish(id);
}

async function writeSynced(path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of bytes) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}
