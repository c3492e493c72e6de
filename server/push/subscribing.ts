import type { PushMessage } from '../../contract/shapes/push.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../mesh/clock.ts';
import type { Journal } from '../store/journal.ts';
import {
  countSubscribers,
  findSubscriber,
  keepNewestSubscribers,
  removeSubscriber,
  type Subscriber,
  saveSubscriber,
} from '../store/push.ts';
import { findSession } from '../store/sessions.ts';
import type { Seal } from './seal.ts';
import { isPushService } from './services.ts';
import { testMessage } from './words.ts';

/** What became of a subscription, or why it is not kept. */
export type Subscribed = 'kept' | 'not-a-service' | 'bad-keys' | 'signed-out' | 'full';

interface SubscribingParts {
  readonly config: Pick<Config, 'push'>;
  readonly journal: Journal;
  readonly clock: Pick<Clock, 'now'>;
  readonly seal: Seal;
}

/** Of one account; the one that was confirmed longest ago makes room. */
const DEVICES_MAX = 20;
/** Of all accounts. */
export const SUBSCRIBERS_MAX = 5000;

/** Who is told of trouble. */
export function createSubscribing({ config, journal, clock, seal }: SubscribingParts) {
  /** Keys may have the right length and be none: then nothing could ever be sent. */
  async function canBeSealed(subscriber: Subscriber): Promise<boolean> {
    const message: PushMessage = testMessage('', clock.now());
    return seal(subscriber, message).then(
      () => true,
      () => false,
    );
  }

  return {
    async subscribe(subscriber: Subscriber): Promise<Subscribed> {
      const { endpoint, accountId, session } = subscriber;
      if (!isPushService(endpoint, config.push.services)) return 'not-a-service';
      if (!(await canBeSealed(subscriber))) return 'bad-keys';
      const at = clock.now();
      return journal.commit(async (tx) => {
        if ((await findSession(tx, session, at)) === undefined) return 'signed-out';
        const known = await findSubscriber(tx, endpoint, at);
        if (known === undefined && (await countSubscribers(tx)) >= SUBSCRIBERS_MAX) return 'full';
        await saveSubscriber(tx, subscriber, at);
        await keepNewestSubscribers(tx, accountId, DEVICES_MAX);
        return 'kept';
      });
    },
    unsubscribe: (accountId: string, endpoint: string): Promise<void> =>
      journal.commit((tx) => removeSubscriber(tx, endpoint, accountId)),
  };
}
