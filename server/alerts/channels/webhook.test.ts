import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type ReceivedRequest,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../tests/doubles/webhook-receiver.ts';
import { DOWN, SENDER } from '../../../tests/server/alerts/alert-fixtures.ts';
import { createClock } from '../../base/clock.ts';
import { parseTargets } from '../../config/targets.ts';
import { newWebhookSecret } from './signature.ts';
import { createTargetGuard } from './target-guard.ts';
import { sendWebhook } from './webhook.ts';

const NOW = Date.UTC(2026, 10, 23, 12, 0, 30);
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(() => receiver.close());

interface Options {
  readonly allowed?: readonly string[];
  readonly url?: string;
  readonly signingKey?: string;
  readonly oldSigningKey?: string;
  readonly oldSecretUntil?: number;
  readonly lookup?: unknown;
}

function send({ allowed = ['127.0.0.1'], url = `${receiver.url}/hook`, ...rest }: Options = {}) {
  const guard = createTargetGuard(
    { privateTargets: parseTargets(allowed), onlyTargets: null },
    rest.lookup as never,
  );
  const { signingKey, oldSigningKey, oldSecretUntil } = rest;
  const secrets = { url, signingKey, oldSigningKey };
  return sendWebhook(
    { guard, clock: createClock(() => NOW), sender: SENDER },
    { settings: { template: 'json', oldSecretUntil }, secrets, alert: DOWN, delivery: '7' },
    new AbortController().signal,
  );
}

test('posts JSON with the id of the delivery', async () => {
  expect(await send()).toEqual({ state: 'sent' });
  const [request] = receiver.received;
  expect(request).toMatchObject({
    path: '/hook',
    headers: { 'content-type': 'application/json', 'meridian-delivery': '7' },
  });
  expect(request?.headers['meridian-signature']).toBeUndefined();
  expect(JSON.parse(request?.body ?? '')).toMatchObject({ event: 'down', delivery: '7' });
});

describe('a signature', () => {
  const [SECRET, OLD] = [newWebhookSecret(), newWebhookSecret()];
  beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  const verify = (secret: string | Uint8Array) => {
    const [{ headers, body }] = receiver.received as [ReceivedRequest];
    const format = typeof secret === 'string' ? undefined : ({ format: 'raw' } as const);
    return new Webhook(secret, format).verify(body, headers as Record<string, string>);
  };

  test('is verified by a receiver of Standard Webhooks', async () => {
    await send({ signingKey: SECRET });
    expect(verify(SECRET)).toMatchObject({ version: 1, type: 'platform.down' });
    expect(receiver.received[0]?.headers).toMatchObject({ 'webhook-id': 'meridian-7' });
    expect(receiver.received[0]?.headers['meridian-signature']).toBeUndefined();
    expect(() => verify(OLD)).toThrow();
  });

  test('counts by two secrets while they change, and by one from then on', async () => {
    const keys = { signingKey: SECRET, oldSigningKey: OLD };
    await send({ ...keys, oldSecretUntil: NOW + 1 });
    for (const secret of [SECRET, OLD]) expect(verify(secret)).toMatchObject({ version: 1 });
    receiver.received.shift();
    await send({ ...keys, oldSecretUntil: NOW });
    expect(verify(SECRET)).toMatchObject({ version: 1 });
    expect(() => verify(OLD)).toThrow();
  });

  test('by a key of 0.1.0 counts too', async () => {
    await send({ signingKey: 'shared key' });
    expect(verify(Buffer.from('shared key'))).toMatchObject({ version: 1 });
  });
});

test('a key of 0.1.0 signs time and body as it did', async () => {
  await send({ signingKey: 'shared key' });
  const [request] = receiver.received;
  const header = String(request?.headers['meridian-signature']);
  const [, time = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  expect(Number(time) * 1000).toBe(NOW);
  const expected = createHmac('sha256', 'shared key').update(`${time}.${request?.body}`);
  expect(signature).toBe(expected.digest('hex'));
});

describe('an answer', () => {
  test.each([
    [204, 'sent'],
    [400, 'failed'],
    [404, 'failed'],
    [408, 'later'],
    [500, 'later'],
    [503, 'later'],
  ])('of %d means %s', async (status, state) => {
    receiver.answer(status, {}, '');
    expect(await send()).toMatchObject({ state });
  });

  test('that asks to wait is obeyed', async () => {
    receiver.answer(429, { 'retry-after': '120' });
    expect(await send()).toMatchObject({ state: 'later', waitMs: 120_000 });
  });

  test('that redirects is not followed, and the new address not named', async () => {
    receiver.answer(302, { location: `${receiver.url}/secret-token` });
    const outcome = await send();
    expect(outcome).toEqual({
      state: 'failed',
      error: '127.0.0.1 answered 302, a redirect, which is not followed.',
    });
    expect(receiver.received).toHaveLength(1);
  });

  test('is not read, however long it is', async () => {
    receiver.answer(200, {}, 'x'.repeat(50_000_000));
    expect(await send()).toEqual({ state: 'sent' });
  });
});

describe('a private address', () => {
  test('is never connected to', async () => {
    const outcome = await send({ allowed: [] });
    expect(outcome).toMatchObject({ state: 'failed' });
    expect(outcome).toMatchObject({ error: expect.stringContaining('ALERT_PRIVATE_TARGETS') });
    expect(receiver.received).toEqual([]);
  });

  test('behind a name is never connected to, unless the name is allowed', async () => {
    const lookup = (_name: string, _options: object, done: CallableFunction) =>
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    const url = receiver.url.replace('127.0.0.1', 'hooks.example');
    expect(await send({ allowed: [], url, lookup })).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('ALERT_PRIVATE_TARGETS=hooks.example'),
    });
    expect(receiver.received).toEqual([]);
    expect(await send({ allowed: ['hooks.example'], url, lookup })).toEqual({ state: 'sent' });
  });

  test.each([
    'http://[::ffff:127.0.0.1]/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://0/',
    'http://[::]/',
  ])('is recognised as %s', async (url) => {
    expect(await send({ allowed: [], url })).toMatchObject({ state: 'failed' });
  });
});

test('what cannot be reached is tried again later, and its address is not named', async () => {
  await receiver.close();
  const outcome = await send({ url: `${receiver.url}/secret-token` });
  expect(outcome).toMatchObject({ state: 'later' });
  expect(JSON.stringify(outcome)).not.toContain('secret-token');
  receiver = await startWebhookReceiver();
});
