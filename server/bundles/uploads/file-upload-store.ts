import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileConfigstore, FileStore } from '@tus/file-store';
import { nullIfMissing } from '../store/piece-store.ts';
import {
  isUploadId,
  type PendingUpload,
  startedUploadOf,
  UPLOAD_EXPIRES_MS,
  type UploadStore,
} from './upload-store.ts';

const FILE_NAME = /^(?<id>[\da-f]{32})(?:\.json)?$/;

/**
 * Uploads as files, which several instances may share.
 *
 *   <id>        the bytes received so far
 *   <id>.json   its metadata
 */
export async function openFileUploads(directory: string): Promise<UploadStore> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const configs = new FileConfigstore(directory);
  const dataStore = new FileStore({
    directory,
    configstore: configs,
    expirationPeriodInMilliseconds: UPLOAD_EXPIRES_MS,
  });
  const pathOf = (id: string) => join(directory, id);

  async function find(id: string): Promise<PendingUpload | undefined> {
    const started = isUploadId(id) ? startedUploadOf(id, await configs.get(id)) : undefined;
    const stats = started && (await stat(pathOf(id)).catch(nullIfMissing));
    return stats ? { ...started, offset: stats.size } : undefined;
  }

  async function ids(): Promise<string[]> {
    const names = (await readdir(directory)).map((name) => FILE_NAME.exec(name)?.groups?.id);
    return [...new Set(names)].filter((id) => id !== undefined);
  }

  async function all(): Promise<PendingUpload[]> {
    const found = await Promise.all((await ids()).map(find));
    return found.filter((upload) => upload !== undefined);
  }

  async function remove(id: string): Promise<void> {
    await rm(pathOf(id), { force: true });
    await rm(`${pathOf(id)}.json`, { force: true });
  }

  return {
    dataStore,
    isRemote: false,
    createReadStream: async (id) => createReadStream(pathOf(id)),
    find,
    all,
    async count() {
      const uploads = await all();
      return {
        uploads: uploads.length,
        bytes: uploads.reduce((sum, { offset }) => sum + offset, 0),
      };
    },
    remove,
    async removeExpired(now) {
      let removed = 0;
      for (const id of await ids()) {
        const stats = await stat(pathOf(id)).catch(nullIfMissing);
        const startedAt = (await find(id))?.startedAt ?? stats?.mtimeMs ?? 0;
        if (now - startedAt < UPLOAD_EXPIRES_MS) continue;
        await remove(id);
        removed += 1;
      }
      return removed;
    },
  };
}
