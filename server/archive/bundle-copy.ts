import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BundleMissingError, type BundleStore } from '../bundles/store/bundle-store.ts';

/** What a bundle's row says about its file. */
export interface BundleInfo {
  readonly id: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

const READ_BYTES = 1024 * 1024;

/** A file of the store, whose size is known before it is read. */
export interface OpenedBundle {
  readonly size: number;
  readonly stream: AsyncGenerator<Buffer>;
}

/** @returns undefined if the store does not have it */
export async function openStored(
  store: BundleStore,
  id: string,
): Promise<OpenedBundle | undefined> {
  try {
    const reader = await store.open(id);
    return { size: reader.size, stream: bytesOf(reader) };
  } catch (error) {
    if (error instanceof BundleMissingError) return undefined;
    throw error;
  }
}

async function* bytesOf(reader: Awaited<ReturnType<BundleStore['open']>>): AsyncGenerator<Buffer> {
  try {
    for (let at = 0; at < reader.size; ) {
      const bytes = await reader.read(at, READ_BYTES);
      if (bytes.length === 0) throw new Error('A bundle has become shorter while it was read.');
      at += bytes.length;
      yield bytes;
    }
  } finally {
    await reader.close();
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

/** @returns undefined if the store does not have it */
export async function hashStored(store: BundleStore, id: string): Promise<string | undefined> {
  const opened = await openStored(store, id);
  if (opened === undefined) return undefined;
  const { stream, digest } = hashed(opened.stream);
  for await (const _ of stream);
  return digest();
}

/**
 * Writes a bundle to the store: whole, or not at all.
 *
 * @returns the SHA-256 of what was written
 */
export async function writeStored(
  store: BundleStore,
  id: string,
  bytes: AsyncIterable<Buffer>,
): Promise<string> {
  const part = join(store.scratch.incoming, `${randomUUID()}.part`);
  const { stream, digest } = hashed(bytes);
  const file = await open(part, 'wx', 0o600);
  try {
    for await (const chunk of stream) await file.writeFile(chunk);
    await file.sync();
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await store.prepare(part, id);
  await store.publish(id);
  return digest();
}
