import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { ServerPushState } from '../../contract/shapes/push.ts';
import type { Commits } from '../database/journal.ts';
import type { NodeBase } from '../feature.ts';
import { createPost, createVapidKeys, type Post, type VapidKeys } from '../outgoing/web-push.ts';
import { type KeyStore, openKeys } from '../secrets/key-store.ts';
import { createDelivery, type Delivery } from './deliver.ts';
import {
  countFailure,
  findSubscriber,
  forgetFailures,
  removeSubscriber,
  type StoredSubscriber,
} from './rows.ts';
import { createSeal } from './seal.ts';
import type { Outcome, SendPush } from './send-push.ts';
import { createPushSubscriptions, testMessage } from './subscribing.ts';

/** The devices that are alerted through the push services of their browsers. The owner closes it. */
export type Pushes = Awaited<ReturnType<typeof createPushes>>;

interface PushesDeps extends Pick<NodeBase, 'config' | 'db' | 'journal' | 'clock' | 'log'> {
  readonly keys: KeyStore;
  /** For tests: replaces the request to push services. */
  readonly post?: Post | undefined;
}

/** Refused messages in a row after which a device is removed. */
const FAILURES_MAX = 5;

export async function createPushes(deps: PushesDeps) {
  const { config, db, clock, log } = deps;
  const keys = await openVapidKeys(deps.keys);
  const seal = createSeal(keys, config.push.contact);
  const { deliver, reach } = createDelivery({ seal, post: deps.post ?? createPost(), clock });
  const { subscribe, unsubscribe } = createPushSubscriptions({ ...deps, seal });
  const ending = new AbortController();

  async function recordOutcome(
    journal: Commits,
    to: StoredSubscriber,
    delivery: Delivery,
  ): Promise<void> {
    const { endpoint, failures } = to;
    const service = new URL(endpoint).hostname;
    if (delivery.outcome === 'accepted') {
      if (failures > 0) await journal.commit((tx) => forgetFailures(tx, endpoint));
    } else if (delivery.outcome === 'gone') {
      await journal.commit((tx) => removeSubscriber(tx, endpoint));
      log.info({ service }, 'device removed: its push service no longer knows it');
    } else if (delivery.outcome === 'refused') {
      await journal.commit((tx) => countFailure(tx, endpoint, FAILURES_MAX));
      log.warn({ service, status: delivery.status }, 'push refused by its service');
    } else log.warn({ service, outcome: delivery.outcome }, 'push not sent, will be retried');
  }

  return {
    state: (): ServerPushState => ({ publicKey: keys.publicKey, ...reach() }),
    subscribe,
    unsubscribe,
    /** Sends a message at once. @returns its id and outcome; null if there is no such device */
    async test(accountId: string, endpoint: string) {
      const to = await findSubscriber(db, endpoint, clock.now());
      if (to?.accountId !== accountId) return null;
      const id = randomUUID();
      const delivery = await deliver(to, testMessage(id, clock.now()), ending.signal);
      await recordOutcome(deps.journal, to, delivery);
      return { id, delivery };
    },
    async send(...[endpoint, message, options]: Parameters<SendPush>): Promise<Outcome> {
      const { isLast, signal, journal } = options;
      const to = await findSubscriber(db, endpoint, clock.now());
      if (to === undefined) return { state: 'gone' };
      const delivery = await deliver(to, message, signal);
      if (!signal.aborted) await recordOutcome(journal, to, delivery);
      if (isLast && delivery.outcome === 'later')
        await journal.commit((tx) => countFailure(tx, endpoint, FAILURES_MAX));
      return outcomeOf(delivery, new URL(endpoint).hostname);
    },
    close: () => ending.abort(),
  };
}

function outcomeOf(delivery: Delivery, service: string): Outcome {
  switch (delivery.outcome) {
    case 'accepted':
      return { state: 'sent' };
    case 'gone':
      return { state: 'gone' };
    case 'refused':
      return { state: 'failed', error: `${service} answered ${delivery.status}.` };
    case 'later':
      return { state: 'later', error: `${service} is busy.`, waitMs: delivery.waitMs };
    default:
      return { state: 'later', error: `${service} cannot be reached.` };
  }
}

/**
 * The keys that identify this server to push services (RFC 8292). Devices subscribe with the public key, so a server
 * that loses them reaches no device until each has been opened again.
 */
const VapidKeysSchema = z.object({
  publicKey: z.string().check(z.regex(/^[\w-]{87}$/)),
  privateKey: z.string().check(z.regex(/^[\w-]{43}$/)),
});

/** @throws ActionableError if there are some that are not valid */
export const openVapidKeys = (store: KeyStore): Promise<VapidKeys> =>
  openKeys(store, 'push-keys', VapidKeysSchema, createVapidKeys);
