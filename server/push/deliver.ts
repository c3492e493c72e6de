import type { PushMessage, PushState } from '../../contract/shapes/push.ts';
import { type Clock, within } from '../mesh/clock.ts';
import type { Subscriber } from '../store/push.ts';
import type { Post, Posted } from './post.ts';
import type { Seal } from './seal.ts';

/**
 * How one message to one device ended.
 *
 * taken: the push service has it. gone: it knows the device no more. refused: it will not take it, nor if
 * asked again. later: it is busy. unreachable: no answer came.
 */
export type Delivery =
  | { readonly end: 'taken' | 'gone' | 'unreachable' }
  | { readonly end: 'refused'; readonly status: number }
  | { readonly end: 'later'; readonly waitMs: number | undefined };

export type Deliver = (
  to: Subscriber,
  message: PushMessage,
  signal: AbortSignal,
) => Promise<Delivery>;

interface DeliverParts {
  readonly seal: Seal;
  readonly post: Post;
  readonly clock: Clock;
}

const LIMIT_MS = 10_000;
const LATE = new Error('The push service did not answer in time');

/** @returns sends single messages; `reach` is what came of the last */
export function createDelivery({ seal, post, clock }: DeliverParts): {
  readonly deliver: Deliver;
  readonly reach: () => Pick<PushState, 'reach' | 'reachAt'>;
} {
  let reach: Pick<PushState, 'reach' | 'reachAt'> = { reach: 'untried', reachAt: null };

  async function send(to: Subscriber, message: PushMessage, signal: AbortSignal) {
    const sealed = await seal(to, message);
    try {
      const limit = { ms: LIMIT_MS, reason: LATE, signal };
      return await within(clock, limit, (over) => post(to.endpoint, sealed, over));
    } catch {
      return null;
    }
  }

  return {
    reach: () => reach,
    async deliver(to, message, signal) {
      const posted = await send(to, message, signal);
      if (signal.aborted) return { end: 'unreachable' };
      reach = { reach: posted === null ? 'unreachable' : 'reached', reachAt: clock.now() };
      return posted === null ? { end: 'unreachable' } : deliveryOf(posted, clock.now());
    },
  };
}

function deliveryOf({ status, retryAfter }: Posted, now: number): Delivery {
  if (status >= 200 && status < 300) return { end: 'taken' };
  if (status === 404 || status === 410) return { end: 'gone' };
  if (status === 429 || status >= 500) return { end: 'later', waitMs: waitOf(retryAfter, now) };
  return { end: 'refused', status };
}

/** Seconds, or a date (RFC 9110 section 10.2.3). */
function waitOf(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const waitMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - now;
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}
