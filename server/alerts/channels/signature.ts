import { createHmac, randomBytes } from 'node:crypto';

/** Standard Webhooks: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */

const PREFIX = 'whsec_';
const SECRET = /^whsec_(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const BYTES = { min: 24, made: 32, max: 64 };

export const newWebhookSecret = () => PREFIX + randomBytes(BYTES.made).toString('base64');

export function isWebhookSecret(text: string): boolean {
  const { length } = bytesOf(text);
  return SECRET.test(text) && length >= BYTES.min && length <= BYTES.max;
}

interface Signed {
  /** The same in every attempt; without a full stop, which separates what is signed. */
  readonly id: string;
  /** Epoch milliseconds of this attempt. */
  readonly at: number;
  readonly body: string;
  /** Those that a receiver may verify with: two while they change. */
  readonly secrets: readonly string[];
}

export function signatureHeaders({ id, at, body, secrets }: Signed): Record<string, string> {
  const seconds = String(Math.floor(at / 1000));
  const headers = { 'webhook-id': id, 'webhook-timestamp': seconds };
  const [key] = secrets;
  if (key === undefined) return headers;
  const sign = (secret: string) =>
    `v1,${createHmac('sha256', bytesOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  return {
    ...headers,
    'webhook-signature': secrets.map(sign).join(' '),
    // What 0.1.0 sent. Only keys of its time have receivers that know it.
    ...(!key.startsWith(PREFIX) && {
      'meridian-signature': `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`,
    }),
  };
}

/** A key of 0.1.0 is any text. */
const bytesOf = (secret: string) =>
  secret.startsWith(PREFIX)
    ? Buffer.from(secret.slice(PREFIX.length), 'base64')
    : Buffer.from(secret);
