import { readFileSync } from 'node:fs';

/** Reads the file that a setting names. @throws Error with a sentence that names the setting */
export function readNamedFile(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${variable}: ${path} cannot be read (${code}).`);
  }
}
