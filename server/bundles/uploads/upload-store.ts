import type { Stats } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileConfigstore, FileStore } from '@tus/file-store';
import * as z from 'zod/mini';
import { PRIORITIES } from '../../../contract/limits.ts';
import { Sha256Schema, UploadKeySchema } from '../../../contract/sent/bundle.ts';

/**
 * Files of unfinished tus uploads: bytes and metadata side by side, under generated names. They survive a
 * restart and expire a day after they were started.
 *
 *   <dataDir>/bundles/resumable/<id>        the bytes received so far
 *   <dataDir>/bundles/resumable/<id>.json   its metadata
 */
export interface UploadStore {
  /** For the tus server. */
  readonly fileStore: FileStore;
  pathOf(id: string): string;
  /** @returns undefined for an unknown id */
  find(id: string): Promise<PendingUpload | undefined>;
  all(): Promise<PendingUpload[]>;
  remove(id: string): Promise<void>;
  /** Removes expired uploads, and bytes or metadata that lost their counterpart. @returns how many */
  removeExpired(now: number): Promise<number>;
}

/** Stored beside the bytes; tus metadata values are strings. */
const MetadataSchema = z.object({
  accountId: z.string(),
  username: z.string(),
  /** As the sender calls the file. */
  name: z.string(),
  /** Platform ids, separated by spaces. */
  targets: z.string(),
  priority: z.enum(PRIORITIES),
  key: UploadKeySchema,
  sha256: Sha256Schema,
});
export type UploadMetadata = z.infer<typeof MetadataSchema>;

export interface PendingUpload {
  readonly id: string;
  readonly metadata: UploadMetadata;
  /** Bytes of the complete file. */
  readonly size: number;
  /** Bytes received so far. */
  readonly offset: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

export const UPLOAD_EXPIRES_MS = 24 * 60 * 60 * 1000;

const FILE_NAME = /^(?<id>[\da-f]{32})(?:\.json)?$/;

export async function openUploadStore(dataDir: string): Promise<UploadStore> {
  const directory = join(dataDir, 'bundles', 'resumable');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const configs = new FileConfigstore(directory);
  const fileStore = new FileStore({
    directory,
    configstore: configs,
    expirationPeriodInMilliseconds: UPLOAD_EXPIRES_MS,
  });
  const pathOf = (id: string) => join(directory, id);

  async function find(id: string): Promise<PendingUpload | undefined> {
    const file = FILE_NAME.test(id) ? await configs.get(id) : undefined;
    const metadata = MetadataSchema.safeParse(file?.metadata);
    if (file?.size === undefined || !metadata.success) return undefined;
    const stats = await statOrUndefined(pathOf(id));
    if (stats === undefined) return undefined;
    const startedAt = Date.parse(file.creation_date ?? '');
    return { id, metadata: metadata.data, size: file.size, offset: stats.size, startedAt };
  }

  async function ids(): Promise<string[]> {
    const names = (await readdir(directory)).map((name) => FILE_NAME.exec(name)?.groups?.id);
    return [...new Set(names)].filter((id) => id !== undefined);
  }

  async function remove(id: string): Promise<void> {
    await rm(pathOf(id), { force: true });
    await rm(`${pathOf(id)}.json`, { force: true });
  }

  return {
    fileStore,
    pathOf,
    find,
    async all() {
      const found = await Promise.all((await ids()).map(find));
      return found.filter((upload) => upload !== undefined);
    },
    remove,
    async removeExpired(now) {
      let removed = 0;
      for (const id of await ids()) {
        const startedAt =
          (await find(id))?.startedAt ?? (await statOrUndefined(pathOf(id)))?.mtimeMs ?? 0;
        if (now - startedAt < UPLOAD_EXPIRES_MS) continue;
        await remove(id);
        removed += 1;
      }
      return removed;
    },
  };
}

async function statOrUndefined(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
