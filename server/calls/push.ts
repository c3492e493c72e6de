import type { FastifyInstance } from 'fastify';
import { createAttempts } from '../accounts/attempts.ts';
import { signInFirst } from '../http/guard.ts';
import { handle } from '../http/handle.ts';
import { type Refusal, refuse } from '../http/refuse.ts';
import type { Delivery } from '../push/deliver.ts';
import type { Pushes } from '../push/pushes.ts';
import type { Subscribed } from '../push/subscribing.ts';

interface PushParts {
  readonly pushes: Pushes;
  readonly now: () => number;
}

/** Each subscription costs an encryption, each test a call to the Internet. */
const SUBSCRIPTIONS = { max: 60, windowMs: 60_000, keysMax: 10_000 };
const TESTS = { max: 6, windowMs: 60_000, keysMax: 10_000 };
const BUSY_SEC = 60;

/** The devices of an account that are told of trouble by push. */
export function pushCalls(app: FastifyInstance, { pushes, now }: PushParts): void {
  const subscriptions = limiter(createAttempts({ ...SUBSCRIPTIONS, now }));
  const tests = limiter(createAttempts({ ...TESTS, now }));

  handle(app, 'push', () => pushes.state());
  handle(app, 'pushSubscribe', async ({ payload, account, request }) => {
    subscriptions(account.id);
    const { endpoint, keys, kinds } = payload;
    const session = request.signedIn?.id ?? '';
    const owner = { accountId: account.id, session };
    const end = await pushes.subscribe({ endpoint, ...keys, kinds, ...owner });
    if (end !== 'kept') throw refusalOf(end);
    return { message: 'This device is notified.' };
  });
  handle(app, 'pushUnsubscribe', async ({ payload, account }) => {
    await pushes.unsubscribe(account.id, payload.endpoint);
    return { message: 'This device is no longer notified.' };
  });
  handle(app, 'pushTest', async ({ payload, account }) => {
    tests(account.id);
    const test = await pushes.test(account.id, payload.endpoint);
    if (test === null) throw refuse(404, 'This device is not subscribed.');
    if (test.delivery.end !== 'taken') throw notSent(test.delivery, payload.endpoint);
    return { id: test.id };
  });
}

function limiter(attempts: ReturnType<typeof createAttempts>): (accountId: string) => void {
  return (accountId) => {
    const waitMs = attempts.take(accountId);
    if (waitMs === 0) return;
    const seconds = String(Math.ceil(waitMs / 1000));
    throw refuse(429, 'Too many tries. Please wait a little.', { 'retry-after': seconds });
  };
}

function refusalOf(end: Exclude<Subscribed, 'kept'>): Refusal {
  switch (end) {
    case 'not-a-service':
      return refuse(400, 'endpoint must be that of a known push service.');
    case 'bad-keys':
      return refuse(400, 'keys are none that could be sent to.');
    case 'signed-out':
      return signInFirst();
    case 'full':
      return refuse(409, 'This server notifies as many devices as it can.');
  }
}

function notSent(delivery: Delivery, endpoint: string): Refusal {
  const service = new URL(endpoint).hostname;
  const wait = { 'retry-after': String(BUSY_SEC) };
  switch (delivery.end) {
    case 'unreachable':
      return refuse(503, `The server cannot reach the push service ${service}.`, wait);
    case 'later':
      return refuse(503, `The push service ${service} is busy.`, wait);
    case 'refused':
      return refuse(409, `The push service ${service} refused the message.`);
    default:
      return refuse(404, 'The push service no longer knows this device.');
  }
}
