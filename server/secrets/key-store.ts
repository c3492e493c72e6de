import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import { ActionableError } from '../base/actionable-error.ts';
import type { Tx } from '../database/database.ts';
import { readSecret, saveSecret } from './rows.ts';
import { isSealed, type SecretBox, WrongSecretKeyError } from './secret-box.ts';
import { writeSecret } from './secret-file.ts';

/** Where a node's own keys are: files of its data directory, or sealed rows that every instance of a database reads. */
export interface KeyStore {
  /**
   * Replaces the text of a key in one step, however many instances do so at once.
   *
   * @param change what it throws changes nothing
   * @returns what it returned, which is stored now
   */
  update(name: KeyName, change: (text: string | undefined) => Promise<string>): Promise<string>;
  /** How errors call the place of a key. */
  describe(name: KeyName): string;
}

/**
 * Reads JSON keys, or makes them at the first start.
 *
 * @throws ActionableError when there are some that cannot be used
 */
export async function openKeys<Schema extends z.ZodMiniType>(
  store: KeyStore,
  name: KeyName,
  schema: Schema,
  create: () => Promise<z.output<Schema>>,
): Promise<z.output<Schema>> {
  const text = await store.update(name, async (text) => {
    if (text === undefined) return keysText(await create());
    readKeys(store, name, schema, text);
    return text;
  });
  return readKeys(store, name, schema, text);
}

export const keysText = (keys: unknown): string => `${JSON.stringify(keys, null, 2)}\n`;

/** @throws ActionableError */
export function readKeys<Schema extends z.ZodMiniType>(
  store: KeyStore,
  name: KeyName,
  schema: Schema,
  text: string,
): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    // Without the cause: its message would contain parts of the text, which is secret.
    const kind = error instanceof SyntaxError ? 'is not valid JSON' : 'holds no usable key';
    const place = store.describe(name);
    throw new ActionableError(`${place} ${kind}; restore it, or move it away for a new one`);
  }
}

type KeyName = keyof typeof FILES;

export const FILES = { identity: 'identity.json', 'push-keys': 'push-keys.json' } as const;

/** Files with mode 600, replaced as a whole and synced. */
export function fileKeys(dataDir: string): KeyStore {
  const pathOf = (name: KeyName) => join(dataDir, FILES[name]);

  function read(path: string): string | undefined {
    if (!existsSync(path)) return undefined;
    chmodSync(path, 0o600);
    return readFileSync(path, 'utf8');
  }

  return {
    async update(name, change) {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      const before = read(pathOf(name));
      const after = await change(before);
      if (after !== before) writeSecret(pathOf(name), after);
      return after;
    },
    describe: pathOf,
  };
}

/** Begins a transaction that is the only one that writes. */
type Commit = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Rows of the table `secrets`. */
export function tableKeys(commit: Commit, box: SecretBox): KeyStore {
  return {
    update: (name, change) => commit((tx) => updateSealed(tx, box, name, change)),
    describe: (name) => `the row ${name} of the table secrets`,
  };
}

/** @returns what the text of a row belongs to, for the box that seals it */
export const secretContext = (name: string): string => `secrets ${name}`;

/** Changes a sealed row of the table `secrets`, or adds it. @throws WrongSecretKeyError */
export async function updateSealed(
  tx: Tx,
  box: SecretBox,
  name: string,
  change: (text: string | undefined) => Promise<string>,
): Promise<string> {
  const context = secretContext(name);
  const stored = await readSecret(tx, name);
  const before = stored === undefined ? undefined : openRow(box, context, stored);
  const after = await change(before);
  if (after !== before || stored === before) await saveSecret(tx, name, box.seal(context, after));
  return after;
}

/** What was moved here from SQLite is not sealed yet. */
function openRow(box: SecretBox, context: string, stored: string): string {
  if (!isSealed(stored)) return stored;
  const text = box.open(context, stored);
  if (text === undefined) throw new WrongSecretKeyError();
  return text;
}
