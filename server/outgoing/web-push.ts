import { configuredTargets, type Lookup } from './addresses.ts';
import { exchange } from './exchange.ts';
import { createTiming } from './timing.ts';

/** A message as a push service takes it (RFC 8030). */
export interface Sealed {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Posted {
  readonly status: number;
  /** The service's Retry-After header, unparsed. */
  readonly retryAfter: string | undefined;
}

/** Sends a message to its endpoint and returns any answer. Rejects only when no answer came. */
export type Post = (endpoint: string, sealed: Sealed, signal: AbortSignal) => Promise<Posted>;

/** HTTPS to a name that resolves to public addresses only. Redirects are not followed, the body of an answer is not read. */
export function createPost(lookup?: Lookup): Post {
  const policy = configuredTargets(lookup);
  return async (endpoint, sealed, signal) => {
    const request = { ...sealed, url: new URL(endpoint), method: 'POST', bodyMaxBytes: 0 };
    const waiting = { signal, timing: createTiming() };
    const { status, headers } = await exchange(request, { policy }, waiting);
    return { status, retryAfter: headers['retry-after'] };
  };
}

/** Keys of an application server (RFC 8292), in base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The library is loaded when it is needed: a server without subscribers does not need it. */
const loadLibrary = async () => (await import('web-push')).default;

export const createVapidKeys = async (): Promise<VapidKeys> =>
  (await loadLibrary()).generateVAPIDKeys();

interface Receiver {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * Encrypts a text for one device (RFC 8291) and signs for this server (RFC 8292). Rejects on invalid keys.
 *
 * @param contact `mailto:` or `https:` address of whoever is responsible for this server
 */
export async function sealText(
  { endpoint, p256dh, auth }: Receiver,
  text: string,
  { publicKey, privateKey, contact }: VapidKeys & { readonly contact: string },
): Promise<Sealed> {
  const { encrypt, getVapidHeaders } = await loadLibrary();
  const { origin } = new URL(endpoint);
  const { cipherText } = encrypt(p256dh, auth, text, 'aes128gcm');
  const vapid = getVapidHeaders(origin, contact, publicKey, privateKey, 'aes128gcm');
  return {
    body: cipherText,
    headers: {
      authorization: vapid.Authorization,
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
    },
  };
}
