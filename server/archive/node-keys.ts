import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tx } from '../database/database.ts';
import { FILES, secretContext } from '../secrets/key-store.ts';
import { listSecrets, saveSecret } from '../secrets/rows.ts';
import { isSealed, type SecretBox, WrongSecretKeyError } from '../secrets/secret-box.ts';
import { writeSecret } from '../secrets/secret-file.ts';
import type { Keys } from './archive-format.ts';

/** Where the node's keys are: on SQLite partly in files of the data directory, on PostgreSQL in sealed rows alone. */
export interface KeysPlace {
  /** Of the files; null: there are none. */
  readonly directory: string | null;
  readonly secrets: SecretBox;
}

const FILE_NAMES = Object.entries(FILES);

/** @returns all keys of the node, not sealed, by name. @throws WrongSecretKeyError */
export async function readKeys(tx: Tx, { directory, secrets }: KeysPlace): Promise<Keys> {
  const rows = (await listSecrets(tx)).map(({ name, value }): [string, string] => {
    const text = isSealed(value) ? secrets.open(secretContext(name), value) : value;
    if (text === undefined) throw new WrongSecretKeyError();
    return [name, text];
  });
  const files = FILE_NAMES.map(([name, file]): [string, string] => [
    name,
    join(directory ?? '', file),
  ])
    .filter(([, path]) => directory !== null && existsSync(path))
    .map(([name, path]): [string, string] => [name, readFileSync(path, 'utf8')]);
  return Object.fromEntries([...rows, ...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Writes each where a node looks for it. */
export async function writeKeys(tx: Tx, place: KeysPlace, keys: Keys): Promise<void> {
  for (const [name, text] of Object.entries(keys)) await writeKey(tx, place, name, text);
}

async function writeKey(tx: Tx, { directory, secrets }: KeysPlace, name: string, text: string) {
  const file = FILE_NAMES.find(([key]) => key === name)?.[1];
  if (directory === null) await saveSecret(tx, name, secrets.seal(secretContext(name), text));
  else if (file === undefined) await saveSecret(tx, name, text);
  else writeSecret(join(directory, file), text);
}
