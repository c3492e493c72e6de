import type { PushKind } from '../../contract/limits.ts';
import { openKeyValue } from './key-value.ts';

/**
 * What page and service worker share about push messages: one store in the device's database, and one channel on
 * which the service worker announces what has just arrived.
 */
export const PUSH_CHANNEL = 'pushes';

/** What this device subscribed to; absent without a subscription. */
export interface PushChoice {
  readonly kinds: readonly PushKind[];
  /** Key of the server that it subscribed to, base64url. */
  readonly publicKey: string;
}

/** A push that arrived. */
export interface PushArrival {
  /** Of a test message. */
  readonly id: string | undefined;
}

/** A tapped notification: the service worker asks an open page to show a path and waits for its answer on a port. */
export const PUSH_OPEN = 'open';

export type PushMemory = ReturnType<typeof createPushMemory>;

/** What the device keeps, for the page and for the service worker. */
export function createPushMemory() {
  const facts = openKeyValue('pushes', 'facts');
  return {
    choice: async () => (await facts.get('choice')) as PushChoice | undefined,
    choose: (choice: PushChoice) => facts.setMany([['choice', choice]]),
    forget: () => facts.remove(['choice']),
  };
}
