import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * Where bundles' bytes lie: under names of our own, outside of anything that is served.
 *
 *   <dataDir>/bundles/incoming/<random>.part      an upload in progress
 *   <dataDir>/bundles/unpacked/<random>.unpacked  an archive inside an archive, while it is inspected
 *   <dataDir>/bundles/<id>.zip                    a whole upload
 */
export interface Blobs {
  readonly unpackedDirectory: string;
  /** @returns a path for an upload in progress */
  newPart(): string;
  pathOf(id: string): string;
  /** Makes a synced upload in progress the bundle's bytes, so that a power cut does not undo it. */
  keep(part: string, id: string): Promise<void>;
  discard(part: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Removes what no row knows of: what a crash left behind. @returns how many files */
  sweep(ids: readonly string[]): Promise<number>;
}

export async function openBlobs(dataDir: string): Promise<Blobs> {
  const directory = join(dataDir, 'bundles');
  const incoming = join(directory, 'incoming');
  const unpackedDirectory = join(directory, 'unpacked');
  for (const path of [incoming, unpackedDirectory])
    await mkdir(path, { recursive: true, mode: 0o700 });
  const pathOf = (id: string) => join(directory, `${basename(id)}.zip`);

  return {
    unpackedDirectory,
    newPart: () => join(incoming, `${randomUUID()}.part`),
    pathOf,
    async keep(part, id) {
      await rename(part, pathOf(id));
      await syncDirectory(directory);
    },
    discard: (part) => rm(part, { force: true }),
    remove: (id) => rm(pathOf(id), { force: true }),
    async sweep(ids) {
      const known = new Set(ids.map((id) => `${id}.zip`));
      const blobs = (await readdir(directory)).filter((name) => name.endsWith('.zip'));
      const orphans = blobs.filter((name) => !known.has(name)).map((name) => join(directory, name));
      const leftovers = [...(await pathsIn(incoming)), ...(await pathsIn(unpackedDirectory))];
      for (const path of [...orphans, ...leftovers]) await rm(path, { force: true });
      return orphans.length + leftovers.length;
    },
  };
}

const pathsIn = async (directory: string) =>
  (await readdir(directory)).map((name) => join(directory, name));

/** A renamed file survives a power cut only once its folder is on the disk as well. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
