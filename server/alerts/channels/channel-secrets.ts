import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSecret } from '../../mesh/keys/secret-file.ts';

/** What is never answered nor logged. */
export interface ChannelSecrets {
  /** Of an e-mail channel. */
  readonly password?: string | undefined;
  /** Of a webhook. */
  readonly url?: string | undefined;
  readonly signingKey?: string | undefined;
}

/** Encrypts the secrets of channels: a copy of the database alone does not give them away. */
export interface SecretBox {
  /** @param channel its id: the text opens for this channel alone */
  seal(channel: string, secrets: ChannelSecrets): string;
  /** @returns undefined for a text that another key sealed, or for another channel */
  open(channel: string, sealed: string): ChannelSecrets | undefined;
}

/** The file exists but cannot be used. It is reported and left unchanged. */
export class DamagedAlertKeyError extends Error {
  override readonly name = 'DamagedAlertKeyError';
}

const FILE = 'alert-key';
const KEY = /^[\w-]{43}$/;
const VERSION = 'v1.';
const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Reads `<dataDir>/alert-key`, or creates it (mode 600, synced) at the first start.
 *
 * @throws DamagedAlertKeyError if the file exists but holds no key
 */
export function openSecretBox(dataDir: string): SecretBox {
  const key = openKey(dataDir);
  return {
    seal(channel, secrets) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(channel));
      const text = Buffer.concat([cipher.update(JSON.stringify(secrets)), cipher.final()]);
      return VERSION + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(channel, sealed) {
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
          .setAAD(Buffer.from(channel))
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
        return JSON.parse(Buffer.concat([text, decipher.final()]).toString());
      } catch {
        return undefined;
      }
    },
  };
}

function openKey(dataDir: string): Buffer {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, FILE);
  if (!existsSync(path)) writeSecret(path, `${randomBytes(32).toString('base64url')}\n`);
  chmodSync(path, 0o600);
  const text = readFileSync(path, 'utf8').trim();
  if (!KEY.test(text))
    throw new DamagedAlertKeyError(
      `${path} holds no key; restore it, or move it away and enter the secrets of all alert channels again`,
    );
  return Buffer.from(text, 'base64url');
}
