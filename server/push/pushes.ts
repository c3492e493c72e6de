import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Change } from '../../contract/live.ts';
import type { PushState } from '../../contract/shapes/push.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../mesh/clock.ts';
import { findBundle } from '../store/bundles.ts';
import type { Database } from '../store/database.ts';
import { targetsWith } from '../store/deployments.ts';
import type { Journal } from '../store/journal.ts';
import { listPlatforms } from '../store/platforms.ts';
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
import { createNewsReader, type News } from './news.ts';
import { createPost, type Post } from './post.ts';
import { createPushQueue, type Job, type PushQueue } from './queue.ts';
import { createSeal, KEEP_SEC } from './seal.ts';
import { createSubscribing, type Subscribed } from './subscribing.ts';
import { openVapidKeys } from './vapid-keys.ts';
import { messagesOf, testMessage } from './words.ts';

/** Tells devices of trouble, by the push services of their browsers. Its owner closes it. */
export interface Pushes {
  state(): PushState;
  subscribe(subscriber: Subscriber): Promise<Subscribed>;
  unsubscribe(accountId: string, endpoint: string): Promise<void>;
  /** Sends a message at once. @returns its id and how that ended; null when there is no such device */
  test(accountId: string, endpoint: string): Promise<{ id: string; delivery: Delivery } | null>;
  /** For metrics. */
  facts(): ReturnType<PushQueue['facts']> & { readonly sent: number };
  close(): Promise<void>;
}

export interface PushesParts {
  readonly config: Config;
  readonly db: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** For tests: the way to push services. */
  readonly post?: Post | undefined;
}

/** What waits for a service that is busy, or for the Internet, before it is given up. */
const AGAIN_MS = [30_000, 2 * 60_000, 10 * 60_000];
const WAIT_MAX_MS = 60 * 60_000;
/** Refused messages in a row after which a device is let go. */
const FAILURES_MAX = 5;

export async function createPushes(parts: PushesParts): Promise<Pushes> {
  const { config, db, journal, clock, log } = parts;
  const keys = await openVapidKeys(config.dataDir);
  const seal = createSeal(keys, config.push.contact);
  const { deliver, reach } = createDelivery({ seal, post: parts.post ?? createPost(), clock });
  const { subscribe, unsubscribe } = createSubscribing({ ...parts, seal });
  const queue = createPushQueue({ send, clock, log });
  const ending = new AbortController();
  const announcing = new Set<Promise<void>>();
  let sent = 0;

  async function settle(to: StoredSubscriber, delivery: Delivery): Promise<void> {
    const { endpoint, failures } = to;
    const service = new URL(endpoint).hostname;
    if (delivery.end === 'taken') {
      sent += 1;
      if (failures > 0) await journal.commit((tx) => forgetFailures(tx, endpoint));
    } else if (delivery.end === 'gone') {
      await journal.commit((tx) => removeSubscriber(tx, endpoint));
      log.info({ service }, 'a device takes no pushes any more');
    } else if (delivery.end === 'refused') {
      await journal.commit((tx) => countFailure(tx, endpoint, FAILURES_MAX));
      log.warn({ service, status: delivery.status }, 'push refused');
    } else log.warn({ service, end: delivery.end }, 'push not sent');
  }

  async function send(job: Job, signal: AbortSignal): Promise<number | null> {
    try {
      const { endpoint, message, tries } = job;
      const to = await findSubscriber(db, endpoint, clock.now());
      if (to === undefined || isOld(job, clock.now())) return null;
      const delivery = await deliver(to, message, signal);
      if (signal.aborted) return null;
      await settle(to, delivery);
      const againMs = againOf(delivery, tries);
      if (againMs === null && delivery.end === 'later')
        await journal.commit((tx) => countFailure(tx, endpoint, FAILURES_MAX));
      return againMs;
    } catch (error) {
      log.error({ err: error }, 'push failed');
      return null;
    }
  }

  async function announce(all: readonly News[], at: number): Promise<void> {
    const devices = await listSubscribers(db, clock.now());
    for (const news of all) {
      const wanting = devices.filter(({ kinds }) => kinds.includes(news.kind));
      if (wanting.length === 0) continue;
      const messages = await messagesOf(news, { at, nameOfBundle, nameOfPeer });
      for (const message of messages)
        for (const { endpoint } of wanting) queue.add(endpoint, message);
    }
  }

  const nameOfBundle = async (id: string) => (await findBundle(db, id))?.bundle.name ?? 'A bundle';
  const nameOfPeer = (domain: string) =>
    config.mesh.platforms.find((platform) => platform.domain === domain)?.name ?? domain;

  const deploying = await targetsWith(db, ['queued', 'sending', 'checking']);
  const failed = (error: unknown) => log.error({ err: error }, 'push failed');
  const before = {
    platforms: await listPlatforms(db),
    deploying: deploying.map(({ bundle }) => bundle),
  };
  const read = neverThrowing(createNewsReader(before), failed);
  const unfollow = journal.subscribe((change) => {
    const all = read(change);
    if (all.length === 0) return;
    const one: Promise<void> = announce(all, change.at)
      .catch(failed)
      .finally(() => announcing.delete(one));
    announcing.add(one);
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
      await settle(to, delivery);
      return { id, delivery };
    },
    facts: () => ({ ...queue.facts(), sent }),
    async close() {
      unfollow();
      ending.abort();
      await Promise.all(announcing);
      await queue.close();
    },
  };
}

/** The journal's other listeners come after this one. */
function neverThrowing(
  read: (change: Change) => News[],
  failed: (error: unknown) => void,
): (change: Change) => News[] {
  return (change) => {
    try {
      return read(change);
    } catch (error) {
      failed(error);
      return [];
    }
  };
}

const isOld = ({ message }: Job, now: number) => now - message.at > KEEP_SEC[message.kind] * 1000;

function againOf(delivery: Delivery, tries: number): number | null {
  const againMs = AGAIN_MS[tries];
  if (againMs === undefined) return null;
  if (delivery.end === 'unreachable') return againMs;
  if (delivery.end !== 'later') return null;
  return Math.min(Math.max(againMs, delivery.waitMs ?? 0), WAIT_MAX_MS);
}
