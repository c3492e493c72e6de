import * as files from 'node:fs/promises';
import pLimit from 'p-limit';

/**
 * `node:fs/promises` for files of bundles, whose disk may hang, as a mount does: no more than half of the threads that names,
 * passwords and all other files wait for as well. Each step has a thread for itself alone, so that none waits for another here.
 */

const THREADS = Number(process.env.UV_THREADPOOL_SIZE) || 4;
const limit = pLimit(Math.max(1, Math.floor(THREADS / 2)));

type Work = (...args: never[]) => Promise<unknown>;
const HANDLE = ['read', 'write', 'writev', 'writeFile', 'stat', 'sync', 'close'] as const;

/** @returns the same function, which waits for its turn */
export const bounded = <F extends Work>(work: F): F =>
  ((...args: Parameters<F>) => limit(() => work(...args))) as F;

const openBounded = bounded(files.open);

/** Its file's methods wait for their turns as well, and so do its streams. */
export async function open(...args: Parameters<typeof files.open>): Promise<files.FileHandle> {
  const file = await openBounded(...args);
  return Object.assign(
    file,
    Object.fromEntries(HANDLE.map((name) => [name, bounded((file[name] as Work).bind(file))])),
  );
}

export const mkdir = bounded(files.mkdir);
export const readdir = bounded(files.readdir);
export const readFile = bounded(files.readFile);
export const rename = bounded(files.rename);
export const rm = bounded(files.rm);
export const stat = bounded(files.stat);
export const statfs = bounded(files.statfs);
export const writeFile = bounded(files.writeFile);
