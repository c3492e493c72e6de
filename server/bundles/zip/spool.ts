import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Room on the disk for an archive that lies packed inside another one, so that it is never in memory. */
export interface Spool {
  write(bytes: Buffer): Promise<void>;
  /** Ends the writing. @returns where the file is, until `remove` */
  finish(): Promise<string>;
  remove(): Promise<void>;
}

export async function createSpool(directory: string): Promise<Spool> {
  const path = join(directory, `${randomUUID()}.unpacked`);
  const file = await open(path, 'wx', 0o600);
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= file.close());
  return {
    // `writeFile` on an open file goes on where it stands and writes all of it.
    write: (bytes) => file.writeFile(bytes),
    finish: async () => {
      await close();
      return path;
    },
    remove: async () => {
      await close();
      await rm(path, { force: true });
    },
  };
}
