import { open } from './file-work.ts';

/** A rename survives a power cut only after its directory is synced as well. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
