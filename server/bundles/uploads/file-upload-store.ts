import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileConfigstore, FileStore } from '@tus/file-store';
import { bounded, mkdir, open, readdir, rm, stat } from '../../base/file-work.ts';
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
  const dataStore = createDataStore(directory, configs);
  const configOf = bounded((id: string) => configs.get(id));
  const pathOf = (id: string) => join(directory, id);

  async function find(id: string): Promise<PendingUpload | undefined> {
    const started = isUploadId(id) ? startedUploadOf(id, await configOf(id)) : undefined;
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
    createReadStream: async (id) => (await open(pathOf(id))).createReadStream(),
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

/** The library's store, whose work on files waits for its turn. */
function createDataStore(directory: string, configstore: FileConfigstore): FileStore {
  const expirationPeriodInMilliseconds = UPLOAD_EXPIRES_MS;
  const store = new FileStore({ directory, configstore, expirationPeriodInMilliseconds });
  const [create, remove, getUpload] = [store.create, store.remove, store.getUpload].map((work) =>
    bounded((work as (...args: never[]) => Promise<never>).bind(store)),
  );
  return Object.assign(store, {
    ...{ create, remove, getUpload },
    async write(bytes: Readable, id: string, start: number): Promise<number> {
      const file = (await open(join(directory, id), 'r+')).createWriteStream({ start });
      await pipeline(bytes, file);
      return start + file.bytesWritten;
    },
  });
}
