import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import type { PushMessage } from '../../contract/shapes/push.ts';
import type { Post } from '../../server/outgoing/web-push.ts';

/** What a push service was sent, as the device reads it. */
interface Received {
  readonly endpoint: string;
  readonly message: PushMessage;
  readonly headers: IncomingHttpHeaders;
  /** Of the server's signature, which was checked. */
  readonly claims: Record<string, unknown>;
  readonly bytes: number;
}

/** A browser that has subscribed: what it sends to the server, and the keys that decrypt its messages. */
export interface Device {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** A push service on a loopback port, which takes what is sent to `fcm.googleapis.com`. */
export interface PushService {
  readonly post: Post;
  /** Newest last. */
  readonly received: readonly Received[];
  device(): Device;
  /** Resolves when so many messages have come in all. */
  arrived(count: number): Promise<void>;
  /** How it answers from now on; 201 at first. */
  answer(status: number, headers?: Record<string, string>): void;
  /** From now on nobody reaches it, or everybody again. */
  cutOff(isCut: boolean): void;
  close(): Promise<void>;
}

const ORIGIN = 'https://fcm.googleapis.com';

export async function startPushService(): Promise<PushService> {
  const received: Received[] = [];
  const secrets = new Map<string, Secret>();
  let answer: { status: number; headers: Record<string, string> } = { status: 201, headers: {} };
  let isCut = false;
  let waiting: (() => void)[] = [];

  const server = createServer(async (incoming, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const endpoint = ORIGIN + incoming.url;
    const secret = secrets.get(endpoint);
    if (secret === undefined) {
      reply.writeHead(404).end();
      return;
    }
    if (answer.status < 300)
      received.push({
        endpoint,
        message: JSON.parse(read(body, secret)),
        headers: incoming.headers,
        claims: await signerOf(incoming.headers.authorization ?? ''),
        bytes: body.length,
      });
    reply.writeHead(answer.status, answer.headers).end();
    for (const look of waiting) look();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    received,
    post: (endpoint, { headers, body }, signal) =>
      new Promise((resolve, reject) => {
        if (isCut) return reject(new Error('no way to the Internet'));
        const path = new URL(endpoint).pathname;
        const outgoing = request({
          host: '127.0.0.1',
          port,
          path,
          method: 'POST',
          headers,
          signal,
        });
        outgoing.on('error', reject).on('response', (answered) => {
          answered.resume();
          const status = answered.statusCode ?? 0;
          resolve({ status, retryAfter: answered.headers['retry-after'] });
        });
        outgoing.end(body);
      }),
    device() {
      const ecdh = createECDH('prime256v1');
      const secret = { ecdh, publicKey: ecdh.generateKeys(), auth: randomBytes(16) };
      const endpoint = `${ORIGIN}/fcm/send/${randomBytes(12).toString('base64url')}`;
      secrets.set(endpoint, secret);
      const p256dh = secret.publicKey.toString('base64url');
      return { endpoint, keys: { p256dh, auth: secret.auth.toString('base64url') } };
    },
    arrived: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting = waiting.filter((one) => one !== look);
          resolve();
        };
        waiting.push(look);
        look();
      }),
    answer(status, headers = {}) {
      answer = { status, headers };
    },
    cutOff(cut) {
      isCut = cut;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Secret {
  readonly ecdh: ReturnType<typeof createECDH>;
  readonly publicKey: Buffer;
  readonly auth: Buffer;
}

const SALT_BYTES = 16;
const KEY_BYTES = 65;
const TAG_BYTES = 16;

/** Decrypts by RFC 8291 and RFC 8188, written here from the texts: another reading than the sender's. */
function read(body: Buffer, { ecdh, publicKey, auth }: Secret): string {
  const salt = body.subarray(0, SALT_BYTES);
  const keyAt = SALT_BYTES + 5;
  const sender = body.subarray(keyAt, keyAt + KEY_BYTES);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
  const material = derive(ecdh.computeSecret(sender), auth, info, 32);
  const key = derive(material, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(material, salt, 'Content-Encoding: nonce\0', 12);
  const sealed = body.subarray(keyAt + KEY_BYTES);
  const opening = createDecipheriv('aes-128-gcm', key, nonce);
  opening.setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = Buffer.concat([opening.update(sealed.subarray(0, -TAG_BYTES)), opening.final()]);
  // The last record ends with 2 and zeros.
  return text.subarray(0, text.lastIndexOf(2)).toString();
}

const derive = (from: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', from, salt, info, bytes));

/** @returns the claims of `vapid t=<jwt>, k=<key>`; throws when the signature does not fit the key */
async function signerOf(authorization: string): Promise<Record<string, unknown>> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  return (await jwtVerify(token, publicKey)).payload;
}
