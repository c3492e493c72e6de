import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { ServerPushState } from '../../contract/shapes/push.ts';
import type { AlertMessage } from '../alerts/alert-messages.ts';
import type { AlertSource } from '../alerts/alert-source.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../store/database.ts';
import type { Journal } from '../store/journal.ts';
import {
  countFailure,
  findSubscriber,
  forgetFailures,
  listSubscribers,
  removeSubscriber,
  type StoredSubscriber,
  type Subscriber,
} from '../store/push.ts';
import { createDelivery, type Delivery } from './deliver.ts';
import { createPost, type Post } from './post.ts';
import { createPushQueue, type Job, type PushQueue } from './queue.ts';
import { createSeal, TTL_SEC } from './seal.ts';
import { createPushSubscriptions, type SubscribeOutcome, testMessage } from './subscribing.ts';
import { openVapidKeys } from './vapid-keys.ts';

/** Sends alerts to devices through the push services of their browsers. The owner closes it. */
export interface Pushes {
  state(): ServerPushState;
  subscribe(subscriber: Subscriber): Promise<SubscribeOutcome>;
  unsubscribe(accountId: string, endpoint: string): Promise<void>;
  /** Sends a message at once. @returns its id and outcome; null if there is no such device */
  test(accountId: string, endpoint: string): Promise<{ id: string; delivery: Delivery } | null>;
  /** For metrics. */
  counters(): ReturnType<PushQueue['counters']> & { readonly sent: number };
  close(): Promise<void>;
}

interface PushesDeps {
  readonly config: Config;
  readonly db: Database;
  readonly journal: Journal;
  readonly alerts: Pick<AlertSource, 'onAlert'>;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** For tests: replaces the request to push services. */
  readonly post?: Post | undefined;
}

/** Delays between attempts while a service is busy or unreachable; then the message is given up. */
const RETRY_MS = [30_000, 2 * 60_000, 10 * 60_000];
const WAIT_MAX_MS = 60 * 60_000;
/** Refused messages in a row after which a device is removed. */
const FAILURES_MAX = 5;

export async function createPushes(deps: PushesDeps): Promise<Pushes> {
  const { config, db, journal, alerts, clock, log } = deps;
  const keys = await openVapidKeys(config.dataDir);
  const seal = createSeal(keys, config.push.contact);
  const { deliver, reach } = createDelivery({ seal, post: deps.post ?? createPost(), clock });
  const { subscribe, unsubscribe } = createPushSubscriptions({ ...deps, seal });
  const queue = createPushQueue({ send, clock, log });
  const ending = new AbortController();
  const alerting = new Set<Promise<void>>();
  let sent = 0;

  async function recordOutcome(to: StoredSubscriber, delivery: Delivery): Promise<void> {
    const { endpoint, failures } = to;
    const service = new URL(endpoint).hostname;
    if (delivery.outcome === 'accepted') {
      sent += 1;
      if (failures > 0) await journal.commit((tx) => forgetFailures(tx, endpoint));
    } else if (delivery.outcome === 'gone') {
      await journal.commit((tx) => removeSubscriber(tx, endpoint));
      log.info({ service }, 'device removed: its push service no longer knows it');
    } else if (delivery.outcome === 'refused') {
      await journal.commit((tx) => countFailure(tx, endpoint, FAILURES_MAX));
      log.warn({ service, status: delivery.status }, 'push refused by its service');
    } else log.warn({ service, outcome: delivery.outcome }, 'push not sent, will be retried');
  }

  async function send(job: Job, signal: AbortSignal): Promise<number | null> {
    try {
      const { endpoint, message, attempts } = job;
      const to = await findSubscriber(db, endpoint, clock.now());
      if (to === undefined || isExpired(job, clock.now())) return null;
      const delivery = await deliver(to, message, signal);
      if (signal.aborted) return null;
      await recordOutcome(to, delivery);
      const retryMs = retryDelay(delivery, attempts);
      if (retryMs === null && delivery.outcome === 'later')
        await journal.commit((tx) => countFailure(tx, endpoint, FAILURES_MAX));
      return retryMs;
    } catch (error) {
      log.error({ err: error }, 'push failed');
      return null;
    }
  }

  async function sendToDevices({ severity: _, ...message }: AlertMessage): Promise<void> {
    for (const { endpoint, kinds } of await listSubscribers(db, clock.now()))
      if (kinds.includes(message.kind)) queue.add(endpoint, message);
  }

  const stopListening = alerts.onAlert((message) => {
    const sending: Promise<void> = sendToDevices(message)
      .catch((error) => log.error({ err: error }, 'push failed'))
      .finally(() => alerting.delete(sending));
    alerting.add(sending);
  });

  return {
    state: () => ({ publicKey: keys.publicKey, ...reach() }),
    subscribe,
    unsubscribe,
    async test(accountId, endpoint) {
      const to = await findSubscriber(db, endpoint, clock.now());
      if (to?.accountId !== accountId) return null;
      const id = randomUUID();
      const delivery = await deliver(to, testMessage(id, clock.now()), ending.signal);
      await recordOutcome(to, delivery);
      return { id, delivery };
    },
    counters: () => ({ ...queue.counters(), sent }),
    async close() {
      stopListening();
      ending.abort();
      await Promise.all(alerting);
      await queue.close();
    },
  };
}

const isExpired = ({ message }: Job, now: number) =>
  now - message.at > TTL_SEC[message.kind] * 1000;

function retryDelay(delivery: Delivery, attempts: number): number | null {
  const retryMs = RETRY_MS[attempts];
  if (retryMs === undefined) return null;
  if (delivery.outcome === 'unreachable') return retryMs;
  if (delivery.outcome !== 'later') return null;
  return Math.min(Math.max(retryMs, delivery.waitMs ?? 0), WAIT_MAX_MS);
}
