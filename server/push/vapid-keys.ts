import * as z from 'zod/mini';
import { ActionableError } from '../base/actionable-error.ts';
import type { KeyStore } from '../secrets/key-store.ts';

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

/**
 * Reads the keys, or creates them at the first start.
 *
 * @throws ActionableError if there are some that are not valid
 */
export async function openVapidKeys(store: KeyStore): Promise<VapidKeys> {
  const text = await store.update('push-keys', async (text) => {
    if (text === undefined) return createKeys();
    readKeys(text, store);
    return text;
  });
  return readKeys(text, store);
}

async function createKeys(): Promise<string> {
  const { generateVAPIDKeys } = (await import('web-push')).default;
  return `${JSON.stringify(generateVAPIDKeys(), null, 2)}\n`;
}

function readKeys(text: string, store: KeyStore): VapidKeys {
  try {
    return z.parse(VapidKeysSchema, JSON.parse(text));
  } catch (error) {
    // Without the cause: it would repeat parts of the text, which is secret.
    const kind = error instanceof SyntaxError ? 'is not valid JSON' : 'holds no valid keys';
    const place = store.describe('push-keys');
    throw new ActionableError(`${place} ${kind}; restore it, or move it away to get new keys`);
  }
}
