import type { Stats } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileConfigstore, FileStore } from '@tus/file-store';
import * as z from 'zod/mini';
import { PRIORITIES } from '../../contract/limits.ts';
import { Sha256Schema, UploadKeySchema } from '../../contract/shapes/bundle.ts';

/**
 * Where unfinished uploads lie until they are whole: bytes and facts side by side, under names of our own.
 * They outlive a restart and end a day after they were begun.
 *
 *   <dataDir>/bundles/resumable/<id>        what has arrived
 *   <dataDir>/bundles/resumable/<id>.json   whose it is and what it is to become
 */
export interface ResumableShelf {
  /** For the tus server. */
  readonly store: FileStore;
  pathOf(id: string): string;
  /** @returns undefined for an id that nothing lies under */
  find(id: string): Promise<Unfinished | undefined>;
  all(): Promise<Unfinished[]>;
  remove(id: string): Promise<void>;
  /** Removes what began too long ago, and bytes or facts that stand alone. @returns how many */
  sweep(now: number): Promise<number>;
}

/** What an upload is to become, kept beside its bytes; on the shelf every value is text. */
const FactsSchema = z.object({
  accountId: z.string(),
  username: z.string(),
  name: z.string(),
  /** Ids of platforms, separated by spaces. */
  targets: z.string(),
  priority: z.enum(PRIORITIES),
  key: UploadKeySchema,
  sha256: Sha256Schema,
});
export type ResumableFacts = z.infer<typeof FactsSchema>;

export interface Unfinished {
  readonly id: string;
  readonly facts: ResumableFacts;
  /** Bytes. */
  readonly size: number;
  readonly arrived: number;
  /** Epoch milliseconds. */
  readonly begunAt: number;
}

export const RESUMABLE_KEPT_MS = 24 * 60 * 60 * 1000;

const FILE = /^(?<id>[\da-f]{32})(?:\.json)?$/;

export async function openResumableShelf(dataDir: string): Promise<ResumableShelf> {
  const directory = join(dataDir, 'bundles', 'resumable');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const configs = new FileConfigstore(directory);
  const store = new FileStore({
    directory,
    configstore: configs,
    expirationPeriodInMilliseconds: RESUMABLE_KEPT_MS,
  });
  const pathOf = (id: string) => join(directory, id);

  async function find(id: string): Promise<Unfinished | undefined> {
    const file = FILE.test(id) ? await configs.get(id) : undefined;
    const facts = FactsSchema.safeParse(file?.metadata);
    if (file?.size === undefined || !facts.success) return undefined;
    const arrived = await sizeOf(pathOf(id));
    if (arrived === undefined) return undefined;
    const begunAt = Date.parse(file.creation_date ?? '');
    return { id, facts: facts.data, size: file.size, arrived, begunAt };
  }

  async function ids(): Promise<string[]> {
    const names = (await readdir(directory)).map((name) => FILE.exec(name)?.groups?.id);
    return [...new Set(names)].filter((id) => id !== undefined);
  }

  async function remove(id: string): Promise<void> {
    await rm(pathOf(id), { force: true });
    await rm(`${pathOf(id)}.json`, { force: true });
  }

  return {
    store,
    pathOf,
    find,
    async all() {
      const found = await Promise.all((await ids()).map(find));
      return found.filter((one) => one !== undefined);
    },
    remove,
    async sweep(now) {
      let removed = 0;
      for (const id of await ids()) {
        const begunAt = (await find(id))?.begunAt ?? (await touchedAt(pathOf(id)));
        if (now - begunAt < RESUMABLE_KEPT_MS) continue;
        await remove(id);
        removed += 1;
      }
      return removed;
    },
  };
}

const sizeOf = async (path: string) => (await statOrNone(path))?.size;
const touchedAt = async (path: string) => (await statOrNone(path))?.mtimeMs ?? 0;

async function statOrNone(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
