import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

/** Reads the file that a setting names. @throws ConfigError */
export function readNamedFile(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${variable}: ${path} cannot be read (${code}).`);
  }
}

/** @returns its text, without space around it. @throws ConfigError */
export const readSecretFile = (variable: string, path: string): string =>
  readNamedFile(variable, path).toString('utf8').trim();
