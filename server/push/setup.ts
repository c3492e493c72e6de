import type { FastifyInstance } from 'fastify';
import { type HttpError, httpError } from '../base/http-error.ts';
import type { Feature, NodeBase } from '../feature.ts';
import { handle } from '../http/handle.ts';
import type { Post } from '../outgoing/web-push.ts';
import type { KeyStore } from '../secrets/key-store.ts';
import type { Delivery } from './deliver.ts';
import { createPushes, type Pushes } from './pushes.ts';
import type { SendPush } from './send-push.ts';

interface PushFeature extends Feature {
  readonly send: SendPush;
}

interface PushNeeds {
  readonly keys: KeyStore;
  /** For tests: replaces the request to push services. */
  readonly post: Post | undefined;
}

export async function setUpPush(node: NodeBase, needs: PushNeeds): Promise<PushFeature> {
  const pushes = await createPushes({ ...node, ...needs });
  return {
    send: pushes.send,
    calls: (app) => pushCalls(app, pushes, node),
    close: pushes.close,
  };
}

/** Each subscription costs an encryption, each test a request to the Internet. */
const SUBSCRIPTIONS = { max: 60, windowMs: 60_000, keysMax: 10_000 };
const TESTS = { max: 6, windowMs: 60_000, keysMax: 10_000 };
const BUSY_SEC = 60;

/** The devices of an account that receive alerts by push. */
function pushCalls(app: FastifyInstance, pushes: Pushes, { limits }: NodeBase): void {
  const subscriptions = limits.attempts('push subscription by account', SUBSCRIPTIONS);
  const tests = limits.attempts('push test by account', TESTS);

  handle(app, 'push', () => pushes.state());
  handle(app, 'pushSubscribe', async ({ payload, account, request }) => {
    await subscriptions.count(account.id);
    const { endpoint, keys, kinds } = payload;
    const session = request.signedIn?.id ?? '';
    const owner = { accountId: account.id, session };
    await pushes.subscribe({ endpoint, ...keys, kinds, ...owner });
    return { message: 'This device will be notified.' };
  });
  handle(app, 'pushUnsubscribe', async ({ payload, account }) => {
    await pushes.unsubscribe(account.id, payload.endpoint);
    return { message: 'This device is no longer notified.' };
  });
  handle(app, 'pushTest', async ({ payload, account }) => {
    await tests.count(account.id);
    const test = await pushes.test(account.id, payload.endpoint);
    if (test === null) throw httpError(404, 'This device is not subscribed.');
    if (test.delivery.outcome !== 'accepted') throw notSent(test.delivery, payload.endpoint);
    return { id: test.id };
  });
}

function notSent(delivery: Delivery, endpoint: string): HttpError {
  const service = new URL(endpoint).hostname;
  const wait = { headers: { 'retry-after': String(BUSY_SEC) } };
  switch (delivery.outcome) {
    case 'unreachable':
      return httpError(503, `The server cannot reach the push service ${service}.`, wait);
    case 'later':
      return httpError(503, `The push service ${service} is busy.`, wait);
    case 'refused':
      return httpError(409, `The push service ${service} refused the message.`);
    default:
      return httpError(404, 'The push service no longer knows this device.');
  }
}
