import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from '../../base/file-work.ts';
import type { Piece, PieceStore } from '../../mesh/transfers/arrivals.ts';

/** @param incoming a directory of the same file system */
export function createFilePieces(directory: string, incoming: string): PieceStore {
  return {
    async put(name, bytes) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const path = join(incoming, `${randomUUID()}.part`);
      await writeFile(path, bytes, { mode: 0o600 });
      await rename(path, join(directory, name));
    },
    get: (name) => readFile(join(directory, name)).catch(nullIfMissing),
    async list(prefix) {
      const names = (await readdir(directory).catch(nullIfMissing)) ?? [];
      const pieces: Piece[] = [];
      for (const name of names.filter((one) => one.startsWith(prefix)).sort()) {
        const stats = await stat(join(directory, name)).catch(nullIfMissing);
        if (stats !== null) pieces.push({ name, size: stats.size, modifiedAt: stats.mtimeMs });
      }
      return pieces;
    },
    remove: (name) => rm(join(directory, name), { force: true }),
  };
}

export const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
