import type { PushMessage } from '../../contract/shapes/push.ts';
import { findSessions } from '../accounts/rows/sessions.ts';
import { httpError, signInRequired } from '../base/http-error.ts';
import type { NodeBase } from '../feature.ts';
import {
  countSubscribers,
  findSubscriber,
  keepNewestSubscribers,
  removeSubscriber,
  type Subscriber,
  saveSubscriber,
} from './rows.ts';
import type { Seal } from './seal.ts';

interface SubscribingDeps extends Pick<NodeBase, 'config' | 'journal' | 'clock'> {
  readonly seal: Seal;
}

/** Per account; the device that was confirmed longest ago is removed. */
const DEVICES_MAX = 20;
/** In all accounts. */
const SUBSCRIBERS_MAX = 5000;

/** The devices that receive alerts. */
export function createPushSubscriptions({ config, journal, clock, seal }: SubscribingDeps) {
  /** Keys of the right length may still be invalid: then nothing could ever be sent. */
  async function canBeSealed(subscriber: Subscriber): Promise<boolean> {
    return seal(subscriber, testMessage('', clock.now())).then(
      () => true,
      () => false,
    );
  }

  return {
    /** @throws HttpError with why it is not alerted */
    async subscribe(subscriber: Subscriber): Promise<void> {
      const { endpoint, accountId, session } = subscriber;
      if (!isPushService(endpoint, config.push.services))
        throw httpError(400, 'endpoint must be that of a known push service.');
      if (!(await canBeSealed(subscriber)))
        throw httpError(400, 'keys are not valid encryption keys.');
      const at = clock.now();
      await journal.commit(async (tx) => {
        if ((await findSessions(tx, [session], at)).size === 0) throw signInRequired();
        const known = await findSubscriber(tx, endpoint, at);
        if (known === undefined && (await countSubscribers(tx)) >= SUBSCRIBERS_MAX)
          throw httpError(409, 'This server has as many subscribed devices as it allows.');
        await saveSubscriber(tx, subscriber, at);
        await keepNewestSubscribers(tx, accountId, DEVICES_MAX);
      });
    },
    unsubscribe: (accountId: string, endpoint: string): Promise<void> =>
      journal.commit((tx) => removeSubscriber(tx, endpoint, accountId)),
  };
}

/**
 * Which endpoints a subscription may name. Any signed-in account can name one, and this server then sends requests to
 * it: so it must belong to the push service of a browser vendor, or to one in the configuration.
 */

/** Each with all its subdomains: Chrome, Edge, Firefox, Safari and browsers based on them. */
const SERVICES = [
  'fcm.googleapis.com',
  'notify.windows.com',
  'push.services.mozilla.com',
  'push.apple.com',
];

/**
 * @param more host names that the configuration adds
 * @returns whether messages may be sent to this endpoint
 */
function isPushService(endpoint: string, more: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return [...SERVICES, ...more].some((name) => hostname === name || hostname.endsWith(`.${name}`));
}

/** @param id by which the device recognises the test when it arrives */
export const testMessage = (id: string, at: number): PushMessage => ({
  kind: 'test',
  title: 'Test',
  text: 'Notifications reach this device.',
  tag: 'test',
  url: '/dashboard?show=device',
  at,
  id,
});
