import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { ActionableError } from '../base/actionable-error.ts';
import { writeSecret } from './secret-file.ts';

/** Encrypts texts that the server has to read again: a copy of the database alone does not give them away. */
export interface SecretBox {
  /** @param context what the text belongs to: it opens for this alone */
  seal(context: string, text: string): string;
  /** @returns undefined for a text that another key sealed, or for another context */
  open(context: string, sealed: string): string | undefined;
}

/** SECRET_KEY is not the key that sealed the secrets which are there. */
export class WrongSecretKeyError extends ActionableError {
  override readonly name = 'WrongSecretKeyError';

  constructor() {
    super(
      'SECRET_KEY is not the key that the secrets of this node were sealed with. Set the one that was used before: that of the other instances, or what the file secret-key of the data directory holds.',
    );
  }
}

const FILE = 'secret-key';
/** Its name while only alert channels had secrets. */
const FORMER_FILE = 'alert-key';
const KEY = /^[\w-]{43}$/;
const VERSION = 'v1.';
const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Reads `<dataDir>/secret-key`, or creates it (mode 600, synced) at the first start.
 *
 * @throws ActionableError if the file exists but holds no key
 */
export const openSecretBox = (dataDir: string): SecretBox => createSecretBox(openKey(dataDir));

/** @returns false for a plain text */
export const isSealed = (text: string): boolean => text.startsWith(VERSION);

/** @param key 32 bytes, base64url */
export function createSecretBox(key: string): SecretBox {
  const bytesOfKey = Buffer.from(key, 'base64url');
  return {
    seal(context, text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, bytesOfKey, iv).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
      return VERSION + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(context, sealed) {
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
      try {
        const decipher = createDecipheriv(ALGORITHM, bytesOfKey, bytes.subarray(0, IV_BYTES))
          .setAAD(Buffer.from(context))
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString();
      } catch {
        return undefined;
      }
    },
  };
}

function openKey(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, FILE);
  const former = join(dataDir, FORMER_FILE);
  if (!existsSync(path) && existsSync(former)) renameSync(former, path);
  if (!existsSync(path)) writeSecret(path, `${randomBytes(32).toString('base64url')}\n`);
  chmodSync(path, 0o600);
  return readKey(path);
}

/**
 * Reads the key of a data directory without changing anything there.
 *
 * @returns undefined if it has none
 * @throws ActionableError
 */
export function findSecretKey(dataDir: string): string | undefined {
  const path = [FILE, FORMER_FILE].map((file) => join(dataDir, file)).find(existsSync);
  return path && readKey(path);
}

function readKey(path: string): string {
  const text = readFileSync(path, 'utf8').trim();
  if (!KEY.test(text))
    throw new ActionableError(
      `${path} holds no key; restore it, or move it away: then the secrets of all alert channels have to be entered again, and one-time codes set up again`,
    );
  return text;
}
