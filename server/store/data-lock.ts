import { join } from 'node:path';
import Sqlite from 'libsql';

/** Another server works in this data directory; two at once would number the same messages twice. */
export class DataInUseError extends Error {
  override readonly name = 'DataInUseError';
}

/**
 * Holds the data directory for this process. The lock is a transaction on a file of its own: the system
 * lets go of it however the process ends, and backups of the database are not kept out by it.
 *
 * @returns lets go
 * @throws DataInUseError when another process holds it
 */
export function holdDataDir(dataDir: string): () => void {
  const lock = new Sqlite(join(dataDir, 'lock.db'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new DataInUseError(`DATA_DIR: another server works in ${dataDir}.`, { cause: error });
  }
  return () => lock.close();
}
