import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Linux has it. */
const MEMORY = '/dev/shm';
const MEMORY_MIN_BYTES = 4 * 1024 ** 3;

/**
 * @returns a directory in memory where there is enough, else the system's for temporary files. Tests make hundreds of databases,
 * which sync every commit.
 */
export function memoryDir(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MEMORY_MIN_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
