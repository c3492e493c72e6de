import type { PushKind } from './shapes/push.ts';

/**
 * What the page and the service worker tell each other about pushes: both keep it in one place of the
 * device's database, and say on one channel what has just come.
 */
export const PUSH_STORE = { database: 'pushes', store: 'facts' } as const;

/** Keys of that place. */
export const PUSH_FACT = { choice: 'choice', last: 'last' } as const;

/** What this device asked for; there is none where it asked for nothing. */
export interface PushChoice {
  readonly kinds: readonly PushKind[];
  /** Of the server that it subscribed at, base64url. */
  readonly publicKey: string;
}

/** What came, on `PUSH_CHANNEL`; the last of it is kept. */
export interface PushArrival {
  /** This device's clock, epoch milliseconds. */
  readonly at: number;
  readonly title: string;
  /** Of a test. */
  readonly id: string | undefined;
}

export const PUSH_CHANNEL = 'pushes';

/** A tapped notification: the service worker asks an open page to show a path, with a port to say yes on. */
export const PUSH_OPEN = 'open';
