import type { PushMessage, ServerPushState } from '../../contract/shapes/push.ts';
import { type Clock, within } from '../base/clock.ts';
import { waitOf } from '../base/retry-after.ts';
import type { Post, Posted } from '../outgoing/web-push.ts';
import type { Subscriber } from './rows.ts';
import type { Seal } from './seal.ts';

/**
 * The outcome of one message to one device.
 *
 * accepted: the push service has it. gone: the service no longer knows the device. refused: it will never accept this
 * message. later: it is busy. unreachable: no answer came.
 */
export type Delivery =
  | { readonly outcome: 'accepted' | 'gone' | 'unreachable' }
  | { readonly outcome: 'refused'; readonly status: number }
  | { readonly outcome: 'later'; readonly waitMs: number | undefined };

type Deliver = (to: Subscriber, message: PushMessage, signal: AbortSignal) => Promise<Delivery>;

interface DeliveryDeps {
  readonly seal: Seal;
  readonly post: Post;
  readonly clock: Clock;
}

const TIMEOUT_MS = 10_000;
const TIMED_OUT = new Error('The push service did not answer in time');

/** @returns `deliver` sends one message; `reach` says whether the last one reached a push service */
export function createDelivery({ seal, post, clock }: DeliveryDeps): {
  readonly deliver: Deliver;
  readonly reach: () => Pick<ServerPushState, 'reach' | 'reachAt'>;
} {
  let reach: Pick<ServerPushState, 'reach' | 'reachAt'> = { reach: 'untried', reachAt: null };

  async function send(to: Subscriber, message: PushMessage, signal: AbortSignal) {
    const sealed = await seal(to, message);
    try {
      const limit = { ms: TIMEOUT_MS, reason: TIMED_OUT, signal };
      return await within(clock, limit, (over) => post(to.endpoint, sealed, over));
    } catch {
      return null;
    }
  }

  return {
    reach: () => reach,
    async deliver(to, message, signal) {
      const posted = await send(to, message, signal);
      if (signal.aborted) return { outcome: 'unreachable' };
      reach = { reach: posted === null ? 'unreachable' : 'reached', reachAt: clock.now() };
      return posted === null ? { outcome: 'unreachable' } : deliveryOf(posted, clock.now());
    },
  };
}

function deliveryOf({ status, retryAfter }: Posted, now: number): Delivery {
  if (status >= 200 && status < 300) return { outcome: 'accepted' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  if (status === 429 || status >= 500) return { outcome: 'later', waitMs: waitOf(retryAfter, now) };
  return { outcome: 'refused', status };
}
