import { createHash } from 'node:crypto';
import type { PushKind } from '../../contract/limits.ts';
import type { PushMessage } from '../../contract/shapes/push.ts';
import { shorten } from '../base/shorten.ts';
import { type Sealed, sealText, type VapidKeys } from '../outgoing/web-push.ts';
import type { Subscriber } from './rows.ts';

/** Encrypts a message for one device and signs for this server. Rejects on invalid keys. */
export type Seal = (
  to: Pick<Subscriber, 'endpoint' | 'p256dh' | 'auth'>,
  message: PushMessage,
) => Promise<Sealed>;

const HOUR_SEC = 3600;
/** How long a push service stores a message for a device that it cannot reach. */
const TTL_SEC: Record<PushMessage['kind'], number> = {
  down: 24 * HOUR_SEC,
  back: 24 * HOUR_SEC,
  proof: 24 * HOUR_SEC,
  deploy: 24 * HOUR_SEC,
  validation: 24 * HOUR_SEC,
  test: 30,
};
/** Kinds that wake a sleeping device: somebody should act on them. */
const URGENT: readonly (PushKind | 'test')[] = ['down', 'test'];
/** Characters. A push service accepts 4,096 bytes including the encryption; a character may need three. */
const TITLE_MAX = 120;
const TEXT_MAX = 400;

/** @param contact `mailto:` or `https:` address of whoever is responsible for this server; services refuse others */
export function createSeal(keys: VapidKeys, contact: string): Seal {
  return async (to, message) => {
    const sealed = await sealText(to, messageText(message), { ...keys, contact });
    return {
      ...sealed,
      headers: {
        ...sealed.headers,
        ttl: String(TTL_SEC[message.kind]),
        urgency: URGENT.includes(message.kind) ? 'high' : 'normal',
        topic: topicOf(message.tag),
      },
    };
  };
}

function messageText(message: PushMessage): string {
  const title = shorten(message.title, TITLE_MAX);
  return JSON.stringify({ ...message, title, text: shorten(message.text, TEXT_MAX) });
}

/** A push service keeps only the last message of a topic (RFC 8030: at most 32 characters). */
const topicOf = (tag: string) => createHash('sha256').update(tag).digest('base64url').slice(0, 32);
