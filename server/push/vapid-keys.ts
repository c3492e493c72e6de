import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { writeSecret } from '../secrets/secret-file.ts';

/**
 * The keys that identify this server to push services (RFC 8292). Devices subscribe with the public key, so a server
 * that loses them reaches no device until each has been opened again.
 */
export interface VapidKeys {
  /** Base64url. */
  readonly publicKey: string;
  readonly privateKey: string;
}

const VapidKeysSchema = z.object({
  publicKey: z.string().check(z.regex(/^[\w-]{87}$/)),
  privateKey: z.string().check(z.regex(/^[\w-]{43}$/)),
});

/** The file exists but cannot be used. It is reported and left unchanged. */
export class DamagedPushKeysError extends Error {
  override readonly name = 'DamagedPushKeysError';
}

const FILE = 'push-keys.json';

/**
 * Reads `<dataDir>/push-keys.json`, or creates it (mode 600, synced) at the first start.
 *
 * @throws DamagedPushKeysError if the file exists but holds no valid keys
 */
export async function openVapidKeys(dataDir: string): Promise<VapidKeys> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, FILE);
  if (existsSync(path)) return readKeys(path);
  const { generateVAPIDKeys } = (await import('web-push')).default;
  const keys = generateVAPIDKeys();
  writeSecret(path, `${JSON.stringify(keys, null, 2)}\n`);
  return keys;
}

function readKeys(path: string): VapidKeys {
  chmodSync(path, 0o600);
  try {
    return z.parse(VapidKeysSchema, JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    // Without the cause: it would repeat parts of the file, which is secret.
    const kind = error instanceof SyntaxError ? 'is not valid JSON' : 'holds no valid keys';
    throw new DamagedPushKeysError(`${path} ${kind}; restore it, or move it away to get new keys`);
  }
}
