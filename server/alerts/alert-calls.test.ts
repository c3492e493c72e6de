import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Channel,
  ChannelListSchema,
  DeliveryListSchema,
  RotaSchema,
  RuleListSchema,
} from '../../contract/shapes/alert.ts';
import { type MailServer, startMailServer } from '../../tests/doubles/mail-server.ts';
import { startPushService } from '../../tests/doubles/push-service.ts';
import {
  type ReceivedRequest,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../tests/doubles/webhook-receiver.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';

let server: TestServer;
let cookie: string;
let receiver: WebhookReceiver;
let mail: MailServer;
let now: number;
beforeEach(async () => {
  now = Date.now();
  receiver = await startWebhookReceiver();
  mail = await startMailServer();
  server = await startServer({
    alone: true,
    now: () => now,
    env: { ALERT_PRIVATE_TARGETS: '127.0.0.1' },
  });
  cookie = (await server.signUp('Ada')).cookie;
});
afterEach(async () => {
  await server.close();
  await receiver.close();
  await mail.close();
});

const CHANNELS = '/api/alerts/channels';
const RULES = '/api/alerts/rules';

const call = (path: string, json?: unknown, method?: string) =>
  server.call(path, {
    cookie,
    ...(json !== undefined && { json }),
    ...(method !== undefined && { method }),
  });
const channels = async (): Promise<Channel[]> =>
  ChannelListSchema.parse(await (await call(CHANNELS)).json());
const rules = async () => RuleListSchema.parse(await (await call(RULES)).json());
const deliveries = async () =>
  DeliveryListSchema.parse(await (await call('/api/alerts/deliveries')).json());

const SECRET = `whsec_${Buffer.alloc(32, 'key').toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 'other').toString('base64')}`;

const webhook = (changes: object = {}) => ({
  ...{ kind: 'webhook', name: 'Ops room', enabled: true, template: 'json' },
  ...{ url: `${receiver.url}/secret-path`, signingKey: SECRET },
  ...changes,
});
const email = (changes: object = {}) => ({
  ...{ kind: 'email', name: 'Mail', enabled: true, host: '127.0.0.1', port: mail.port },
  ...{ security: 'none', username: '', from: 'node@mesh.example', to: ['ops@mesh.example'] },
  ...changes,
});

async function added(payload: { name: string }): Promise<Channel> {
  const answer = await call(CHANNELS, payload);
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
  const found = (await channels()).find(({ name }) => name === payload.name);
  if (found === undefined) throw new Error('not listed');
  return found;
}

const change = async (id: string, payload: unknown) => {
  const answer = await call(`${CHANNELS}/${id}`, payload);
  return { status: answer.status, message: (await answer.json()).message };
};
const sendTest = async (id: string) => {
  const answer = await call(`${CHANNELS}/${id}/test`, undefined, 'POST');
  return { status: answer.status, ...(await answer.json()) };
};

test('mail addresses may have a display name, and a domain of any script', async () => {
  const to = [
    'Viktor Doe <viktor@mesh.example>',
    ' "Doe, Ada" <ada@bücher.example> ',
    'a@x.xn--p1ai',
  ];
  await added(email({ name: 'Typed', to }));
  const [stored] = (await channels()).filter(({ name }) => name === 'Typed');
  expect(stored).toMatchObject({
    to: ['viktor@mesh.example', 'ada@bücher.example', 'a@x.xn--p1ai'],
  });
  for (const one of ['Viktor <viktor>', 'a@b', '<a@b.example> <c@d.example>', 'ü@mesh.example', ''])
    expect((await call(CHANNELS, email({ to: [one] }))).status).toBe(400);
});

describe('channels', () => {
  test('are web push at first, which cannot be changed or removed', async () => {
    expect(await channels()).toMatchObject([
      { id: 'push', kind: 'push', enabled: true, devices: 0, lastDelivery: null, lastError: null },
    ]);
    expect((await change('push', webhook())).status).toBe(409);
    expect((await call(`${CHANNELS}/push`, undefined, 'DELETE')).status).toBe(409);
  });

  test('are added, changed, listed by name after web push, and removed', async () => {
    const ops = await added(webhook());
    await added(email());
    expect((await channels()).map(({ name }) => name)).toEqual(['Web push', 'Mail', 'Ops room']);
    expect(ops).toMatchObject({
      target: new URL(receiver.url).host,
      template: 'json',
      hasSigningKey: true,
    });
    expect(await change(ops.id, webhook({ name: 'Night', enabled: false }))).toEqual({
      status: 200,
      message: 'Night was changed.',
    });
    expect((await channels())[2]).toMatchObject({ id: ops.id, name: 'Night', enabled: false });
    expect((await call(`${CHANNELS}/${ops.id}`, undefined, 'DELETE')).status).toBe(200);
    expect((await call(`${CHANNELS}/${ops.id}`, undefined, 'DELETE')).status).toBe(404);
    expect(await channels()).toHaveLength(2);
  });

  test('are fifty at most', async () => {
    for (let i = 0; i < 50; i++) expect((await call(CHANNELS, email())).status).toBe(200);
    expect((await call(CHANNELS, email())).status).toBe(409);
  });

  test('need a session', async () => {
    for (const path of [CHANNELS, RULES, '/api/alerts/deliveries'])
      expect((await server.call(path)).status).toBe(401);
    expect((await server.call(CHANNELS, { json: webhook() })).status).toBe(401);
  });

  test('with wrong fields are refused', async () => {
    for (const wrong of [
      webhook({ url: 'file:///etc/passwd' }),
      webhook({ url: 'https://user:word@hooks.example/' }),
      webhook({ url: undefined }),
      webhook({ template: 'pagerduty', signingKey: undefined }),
      webhook({ template: 'fax' }),
      webhook({ signingKey: 'any text' }),
      webhook({ template: 'slack', newSecret: true }),
      webhook({ signingKey: 'whsec_dG9vIHNob3J0' }),
      webhook({ name: ' ' }),
      email({ to: [] }),
      email({ to: ['ops@mesh.example\r\nBcc: all@mesh.example'] }),
      email({ host: 'mail.example\r\nRCPT TO:<all@mesh.example>' }),
      email({ port: 0 }),
      email({ security: 'maybe' }),
      email({ username: 'node' }),
      email({ username: 'node', password: 'word', security: 'none' }),
    ])
      expect([wrong, (await call(CHANNELS, wrong)).status]).toEqual([wrong, 400]);
  });
});

describe('steps and the rota', () => {
  const base = {
    ...{ name: 'Night', enabled: true, platforms: [], status: 'error', afterSec: 0 },
    ...{ repeatMin: null, recovered: true, quiet: null, channels: ['push'] },
  };
  const steps = [
    { afterMin: 5, channels: ['duty'] },
    { afterMin: 15, channels: ['push', 'duty'] },
  ];
  const rota = async () => RotaSchema.parse(await (await call('/api/rota')).json());

  test('a rule has steps in their order, which stay with a client that does not know them', async () => {
    for (const wrong of [
      { steps: [...steps].reverse() },
      { steps: [{ afterMin: 5, channels: ['nobody'] }] },
      { steps: [{ afterMin: 0, channels: ['push'] }] },
      { steps: [1, 2, 3, 4, 5].map((afterMin) => ({ afterMin, channels: ['push'] })) },
      { steps, about: 'certificate', status: 'warning' },
    ])
      expect((await call(RULES, { ...base, ...wrong })).status).toBe(400);
    expect((await call(RULES, { ...base, steps })).status).toBe(200);
    const night = (await rules()).find(({ name }) => name === 'Night');
    expect(night?.steps).toEqual(steps);
    expect((await call(`${RULES}/${night?.id}`, { ...base, afterSec: 60 })).status).toBe(200);
    const changed = (await rules()).find(({ name }) => name === 'Night');
    expect(changed).toMatchObject({ afterSec: 60, steps });
    expect((await rules())[0]).not.toHaveProperty('steps');
  });

  test('a channel that is removed leaves the steps, and the next one takes the place of the first', async () => {
    const { id } = await added(webhook());
    const own = [{ afterMin: 5, channels: [id] }, ...steps.slice(1)];
    await call(RULES, { ...base, channels: [id], steps: own });
    await call(`${CHANNELS}/${id}`, undefined, 'DELETE');
    const night = (await rules()).find(({ name }) => name === 'Night');
    expect(night).toMatchObject({ channels: ['push', 'duty'], steps: [] });
  });

  test('a rota says who is on duty, and who stands in', async () => {
    expect(await rota()).toMatchObject({ people: [], onDuty: null, next: null, swap: null });
    await server.signUp('Bo');
    now = Date.parse('2026-11-26T12:00:00Z');
    const plan = { people: ['Ada', 'Bo'], weekday: 1, time: '09:00', timeZone: 'Europe/Berlin' };
    expect((await call('/api/rota', { people: ['Nobody'] })).status).toBe(409);
    expect((await call('/api/rota', { timeZone: 'Nowhere' })).status).toBe(400);
    expect((await call('/api/rota', plan)).status).toBe(200);
    const monday = Date.parse('2026-11-30T09:00:00+01:00');
    expect(await rota()).toMatchObject({
      people: [{ name: 'Ada', devices: 0, gone: false }, { name: 'Bo' }],
      onDuty: { name: 'Ada', at: monday },
      next: { name: 'Bo', at: monday },
    });
    expect((await channels())[1]).toMatchObject({ id: 'duty', devices: 0 });
    const swap = { name: 'Bo', at: now + 60_000 };
    expect((await call('/api/rota', { swap: { ...swap, at: now } })).status).toBe(400);
    expect((await call('/api/rota', { swap })).status).toBe(200);
    expect(await rota()).toMatchObject({ onDuty: swap, swap, next: { name: 'Ada', at: swap.at } });
    await call('/api/rota', { swap: null });
    now = monday;
    expect(await rota()).toMatchObject({ onDuty: { name: 'Bo' }, swap: null });
    // Another time alone lets Bo stay.
    await call('/api/rota', { time: '10:00' });
    expect(await rota()).toMatchObject({ onDuty: { name: 'Bo' }, people: [{ name: 'Bo' }, {}] });
  });
});

describe('texts', () => {
  const texts = { title: '{{ platform.name | upcase }} {{ step }}', text: '' };
  const preview = async (title: string) => {
    const answer = await call('/api/alerts/preview', { texts: { title, text: '' } });
    return { status: answer.status, ...(await answer.json()) };
  };

  test('belong to a channel, web push too, and stay until they are changed', async () => {
    const { id } = await added(webhook({ template: 'slack', signingKey: undefined, texts }));
    const change = { template: 'slack', signingKey: undefined, url: undefined };
    expect((await call(`${CHANNELS}/${id}`, webhook(change))).status).toBe(200);
    const push = { kind: 'push', name: 'Web push', texts };
    expect((await call(`${CHANNELS}/push`, push)).status).toBe(200);
    expect((await call(CHANNELS, push)).status).toBe(409);
    expect((await call(`${CHANNELS}/push`, webhook())).status).toBe(409);
    const listed = await channels();
    expect(listed.map((one) => one.texts)).toEqual(Array(2).fill({ ...texts, failure: null }));
  });

  test('are shown with a real incident, and refused with the reason', async () => {
    expect((await preview('{{ title }}')).status).toBe(409);
    expect((await call('/api/incidents', { title: 'A cut line', platforms: [] })).status).toBe(200);
    const shown = { status: 200, title: 'A CUT LINE opened', incident: 1 };
    expect(await preview('{{ incident.cause | upcase }} {{ step }}')).toMatchObject(shown);
    const at = (place: number, what: string) => `Title, line 1, column ${place}: ${what}.`;
    for (const [wrong, message] of [
      ['{{ platform.nam }}', at(4, 'there is no variable platform.nam')],
      ['{{ title | shout }}', at(1, 'there is no filter shout')],
      ['{{ title.constructor }}', at(4, 'there is no variable title.constructor')],
      ['{% include "/etc/passwd" %}', at(1, 'it cannot include others')],
      [
        '{% for i in (1..100000000) %}{{ i }}{% endfor %}',
        at(1, 'it takes too long, or too much room'),
      ],
      [
        '{% for i in (1..300) %}{{ title }}{% endfor %}',
        'Title: it is longer than 200 characters.',
      ],
      ['{{ title', at(1, '{{ title is not closed')],
      ['{% endif %}', at(1, 'there is no tag endif, or it has no beginning')],
      ['{% if title %}x', at(1, '{% if title %} is not closed')],
      ['{% assign x %}', at(12, 'it cannot be read as Liquid')],
      ['{{ incident.ended }}', 'Title: it is empty.'],
    ] as const)
      expect(await preview(wrong)).toMatchObject({ status: 400, message });
    expect((await preview('x'.repeat(2001))).status).toBe(400);
  });
});

describe('secrets', () => {
  test('are neither answered, nor logged, nor readable in the database or the live messages', async () => {
    const { id } = await added(webhook());
    const login = { security: 'tls', username: 'node', password: 'secret-word' };
    await added(email(login));
    await change(id, webhook({ signingKey: OTHER }));
    await sendTest(id);
    const { db, journal } = server.node;
    const stored = await Promise.all([
      db.selectFrom('alertChannels').selectAll().execute(),
      db.selectFrom('alertDeliveries').selectAll().execute(),
      db.selectFrom('liveLog').selectAll().execute(),
      journal.replay(0),
    ]);
    const seen = JSON.stringify([stored, await channels(), server.logged]);
    for (const secret of ['secret-path', SECRET, 'secret-word', OTHER])
      expect(seen).not.toContain(secret);
  });

  test('that are left out of a change stay', async () => {
    const { id } = await added(webhook());
    const { url: _, signingKey: __, ...rest } = webhook({ name: 'Night' });
    expect((await change(id, rest)).status).toBe(200);
    expect((await sendTest(id)).delivery).toMatchObject({ state: 'sent' });
    expect(receiver.received[0]).toMatchObject({
      path: '/secret-path',
      headers: { 'webhook-signature': expect.stringMatching(/^v1,\S+$/) },
    });
  });

  test('of JSON are made here, answered once, and the old one signs until it is ended', async () => {
    const { id } = await added(webhook());
    const { url: _, signingKey: __, ...rest } = webhook();
    const answer = await call(`${CHANNELS}/${id}`, { ...rest, newSecret: true, keepOldHours: 1 });
    const { signingKey } = await answer.json();
    expect((await channels())[1]).toMatchObject({ oldSecretUntil: now + 3_600_000 });
    /** Which of the two secrets verify a message that is sent now. */
    const verifying = async () => {
      await sendTest(id);
      const { headers, body } = receiver.received.at(-1) as ReceivedRequest;
      const isBy = (secret: string) => {
        try {
          return new Webhook(secret).verify(body, headers as Record<string, string>) !== null;
        } catch {
          return false;
        }
      };
      return [SECRET, signingKey].map(isBy);
    };
    expect(await verifying()).toEqual([true, true]);
    // A change of the name leaves both.
    await change(id, { ...rest, name: 'Night' });
    expect(await verifying()).toEqual([true, true]);
    expect((await change(id, { ...rest, keepOldHours: 0 })).status).toBe(200);
    expect(await verifying()).toEqual([false, true]);
    expect((await channels())[1]).not.toHaveProperty('oldSecretUntil');
    expect(JSON.stringify([await channels(), server.logged])).not.toContain(signingKey);
  });

  test('never go to another host than they were entered for', async () => {
    const { id } = await added(webhook({ template: 'gotify' }));
    const { signingKey: _, ...rest } = webhook({ template: 'gotify' });
    const elsewhere = { ...rest, url: 'https://evil.example/' };
    expect(await change(id, elsewhere)).toMatchObject({
      status: 400,
      message: expect.stringContaining('signingKey must be entered again'),
    });
    const login = { security: 'tls', username: 'node', password: 'secret-word' };
    const { id: mailId } = await added(email(login));
    const { password: __, ...kept } = email(login) as Record<string, unknown>;
    expect((await change(mailId, { ...kept, name: 'Post' })).status).toBe(200);
    for (const moved of [{ host: 'evil.example' }, { port: 26 }, { username: 'other' }])
      expect([moved, (await change(mailId, { ...kept, ...moved })).status]).toEqual([moved, 400]);
  });
});

describe('a test', () => {
  test('is sent at once, by a channel that is off too, and stored with its outcome', async () => {
    const { id } = await added(email({ enabled: false }));
    const { status, delivery } = await sendTest(id);
    expect(status).toBe(200);
    expect(delivery).toMatchObject({ channel: id, incident: null, state: 'sent', attempts: 1 });
    expect(mail.received[0]?.text).toContain('Subject: Test');
    expect(await deliveries()).toEqual([delivery]);
    expect((await channels())[1]).toMatchObject({ lastDelivery: delivery, lastError: null });
  });

  test('that fails says why', async () => {
    const { id } = await added(webhook());
    receiver.answer(500);
    const { delivery } = await sendTest(id);
    expect(delivery).toMatchObject({ state: 'failed', error: '127.0.0.1 answered 500.' });
    expect((await channels())[1]?.lastError).toMatchObject({ text: '127.0.0.1 answered 500.' });
    receiver.answer(200);
    await sendTest(id);
    expect((await channels())[1]).toMatchObject({
      lastDelivery: { state: 'sent' },
      lastError: { text: '127.0.0.1 answered 500.' },
    });
  });

  test('of a target that switches protocols fails with the reason', async () => {
    receiver.answer(101, { connection: 'Upgrade', upgrade: 'websocket' }, '');
    const { id } = await added(webhook());
    const { delivery } = await sendTest(id);
    expect(delivery).toMatchObject({ state: 'failed', error: '127.0.0.1 answered 101.' });
  });

  test('is allowed six times a minute', async () => {
    const { id } = await added(webhook());
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) statuses.push((await sendTest(id)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });

  test('of web push goes to the devices of who asks', async () => {
    const service = await startPushService();
    const other = await startServer({ alone: true, postPush: service.post });
    try {
      const mine = (await other.signUp()).cookie;
      const theirs = (await other.signUp()).cookie;
      const testPush = () => other.call(`${CHANNELS}/push/test`, { cookie: mine, method: 'POST' });
      for (const as of [mine, theirs]) {
        expect((await testPush()).status).toBe(as === mine ? 409 : 200);
        const json = { ...service.device(), kinds: as === mine ? ['down'] : [] };
        await other.call('/api/push/subscribe', { cookie: as, json });
      }
      const [push] = await (await other.call(CHANNELS, { cookie: mine })).json();
      expect(push).toMatchObject({ id: 'push', devices: 1, seenAt: expect.any(Number) });
      expect(await (await testPush()).json()).toMatchObject({
        delivery: { channel: 'push', state: 'sent', incident: null },
      });
      expect(new Set(service.received.map(({ endpoint }) => endpoint)).size).toBe(1);
    } finally {
      await other.close();
      await service.close();
    }
  });
});

describe('rules', () => {
  const rule = (changes: object = {}) => ({
    ...{ name: 'Nights', enabled: true, platforms: [], status: 'warning', afterSec: 60 },
    ...{ repeatMin: 30, recovered: false, channels: ['push'] },
    quiet: { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' },
    ...changes,
  });

  test('are five at first: pushes when a platform goes down and is back, when a certificate expires, when a person opens an incident, when a display is not well and when a host is over a limit', async () => {
    expect(await rules()).toEqual([
      {
        ...{ id: 2, name: 'Certificates that expire', about: 'certificate', enabled: true },
        ...{ platforms: [], status: 'warning', afterSec: 0, repeatMin: null, recovered: true },
        ...{ quiet: null, channels: ['push'] },
      },
      {
        ...{ id: 4, name: 'Displays that are not well', about: 'display', enabled: true },
        ...{ platforms: [], status: 'error', afterSec: 0, repeatMin: null, recovered: true },
        ...{ quiet: null, channels: ['push'] },
      },
      {
        ...{ id: 5, name: 'Hosts over a limit', about: 'host', enabled: true },
        ...{ platforms: [], status: 'error', afterSec: 0, repeatMin: null, recovered: true },
        ...{ quiet: null, channels: ['push'] },
      },
      {
        ...{ id: 3, name: 'Incidents that people open', about: 'person', enabled: true },
        ...{ platforms: [], status: 'error', afterSec: 0, repeatMin: null, recovered: true },
        ...{ quiet: null, channels: ['push'] },
      },
      {
        ...{ id: 1, name: 'Platforms that are down', enabled: true, platforms: [] },
        ...{ status: 'error', afterSec: 0, repeatMin: null, recovered: true, quiet: null },
        channels: ['push'],
      },
    ]);
  });

  test('are added, changed and removed', async () => {
    expect((await call(RULES, rule())).status).toBe(200);
    const nights = async () => (await rules()).find(({ id }) => id === 6);
    expect(await nights()).toEqual({ id: 6, ...rule() });
    expect((await call(`${RULES}/6`, rule({ name: 'Days', quiet: null }))).status).toBe(200);
    expect(await nights()).toMatchObject({ name: 'Days', quiet: null });
    expect((await call(`${RULES}/6`, undefined, 'DELETE')).status).toBe(200);
    for (const id of ['6', '99', 'x', '1e3'])
      expect((await call(`${RULES}/${id}`, undefined, 'DELETE')).status).toBe(404);
  });

  test('are a hundred at most', async () => {
    for (let i = 0; i < 95; i++) expect((await call(RULES, rule())).status).toBe(200);
    expect((await call(RULES, rule())).status).toBe(409);
  });

  test('have a time of drills, which stays with a client that does not know it, and refuse one of no zone', async () => {
    const prove = { weekday: 1, time: '10:00', timeZone: 'Europe/Berlin' };
    const nowhere = { ...prove, timeZone: 'Europe/Nowhere' };
    expect((await call(RULES, rule({ prove: nowhere }))).status).toBe(400);
    expect((await call(`${RULES}/1`, rule({ prove }))).status).toBe(200);
    expect((await call(`${RULES}/1`, rule({ name: 'Other' }))).status).toBe(200);
    expect((await rules()).find(({ id }) => id === 1)).toMatchObject({ name: 'Other', prove });
    const late = await call('/api/alerts/arrivals', { token: 'of a drill of before' });
    expect(late.status).toBe(404);
  });

  test('with unknown platforms, channels or time zones are refused', async () => {
    for (const wrong of [
      rule({ platforms: ['nowhere'] }),
      rule({ channels: ['nowhere'] }),
      rule({ channels: [] }),
      rule({ quiet: { from: '22:00', to: '06:00', timeZone: 'Europe/Nowhere' } }),
      rule({ quiet: { from: '22:00', to: '22:00', timeZone: 'UTC' } }),
      rule({ quiet: { from: '24:00', to: '06:00', timeZone: 'UTC' } }),
      rule({ repeatMin: 0 }),
      rule({ extra: 1 }),
    ])
      expect([wrong, (await call(RULES, wrong)).status]).toEqual([wrong, 400]);
  });

  test('lose a channel that is removed, and go with their last one', async () => {
    const { id } = await added(webhook());
    await call(RULES, rule({ name: 'Both', channels: ['push', id] }));
    await call(RULES, rule({ name: 'Alone', channels: [id] }));
    await call(`${CHANNELS}/${id}`, undefined, 'DELETE');
    expect((await rules()).map(({ name, channels: ids }) => [name, ids])).toEqual([
      ['Both', ['push']],
      ['Certificates that expire', ['push']],
      ['Displays that are not well', ['push']],
      ['Hosts over a limit', ['push']],
      ['Incidents that people open', ['push']],
      ['Platforms that are down', ['push']],
    ]);
  });
});
