import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSecret } from '../secrets/secret-file.ts';
import type { Keys } from './archive-format.ts';

/** The node's keys that are files of the data directory, by their names in an archive. */
const FILES: Readonly<Record<string, string>> = {
  identity: 'identity.json',
  push: 'push-keys.json',
};

/** @returns those that the directory has */
export function readKeyFiles(dataDir: string): Keys {
  const found = Object.entries(FILES)
    .map(([name, file]) => [name, join(dataDir, file)] as const)
    .filter(([, path]) => existsSync(path))
    .map(([name, path]) => [name, readFileSync(path, 'utf8')]);
  return Object.fromEntries(found);
}

export function writeKeyFiles(dataDir: string, keys: Keys): void {
  for (const [name, file] of Object.entries(FILES)) {
    const text = keys[name];
    if (text !== undefined) writeSecret(join(dataDir, file), text);
  }
}
