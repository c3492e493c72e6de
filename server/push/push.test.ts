import { createECDH } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PUSH_KINDS } from '../../contract/limits.ts';
import {
  type Device,
  type PushService,
  startPushService,
} from '../../tests/doubles/push-service.ts';
import { storeRound } from '../../tests/server/rounds.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { changeAccount } from '../../tests/server/tokens/token-rig.ts';
import { createPost } from '../outgoing/web-push.ts';
import { fileKeys } from '../secrets/key-store.ts';
import { openVapidKeys } from './pushes.ts';

let service: PushService;
let server: TestServer;
let cookie: string;
let now: number;
beforeEach(async () => {
  now = Date.now();
  service = await startPushService();
  server = await startServer({ alone: true, now: () => now, postPush: service.post });
  cookie = (await server.signUp()).cookie;
});
afterEach(async () => {
  await server.close();
  await service.close();
});

const subscribe = (
  device: Device,
  { kinds = PUSH_KINDS, as = cookie }: { kinds?: readonly string[]; as?: string } = {},
) => server.call('/api/push/subscribe', { cookie: as, json: { ...device, kinds } });

const sendTest = ({ endpoint }: Device, as = cookie) =>
  server.call('/api/push/test', { cookie: as, json: { endpoint } });

const state = async () => (await server.call('/api/push', { cookie })).json();

/** Stores a round of probes that found these statuses. */
const probed = (...statuses: string[]) =>
  storeRound(
    server,
    Object.fromEntries(statuses.map((status, place) => [`Platform ${place}`, status])),
    now,
  );

describe('a device', () => {
  test('is subscribed and reached: only its keys open what its push service receives', async () => {
    const device = service.device();
    expect((await subscribe(device)).status).toBe(200);
    const answer = await sendTest(device);
    expect(answer.status).toBe(200);
    const [received] = service.received;
    expect(received?.endpoint).toBe(device.endpoint);
    expect(received?.message).toMatchObject({ kind: 'test', id: (await answer.json()).id });
    expect(received?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '30',
      urgency: 'high',
      topic: expect.stringMatching(/^[\w-]{32}$/),
    });
    expect(received?.claims).toMatchObject({
      aud: 'https://fcm.googleapis.com',
      sub: 'mailto:operator@meridian.mesh.example',
    });
    const { publicKey, reach } = await state();
    expect(received?.headers.authorization).toContain(`k=${publicKey}`);
    expect(reach).toBe('reached');
  });

  test('needs a session for each of these calls', async () => {
    const device = service.device();
    const { endpoint } = device;
    expect((await server.call('/api/push')).status).toBe(401);
    for (const [path, json] of [
      ['subscribe', { ...device, kinds: [] }],
      ['unsubscribe', { endpoint }],
      ['test', { endpoint }],
    ] as const)
      expect((await server.call(`/api/push/${path}`, { json })).status).toBe(401);
  });

  test('must have an endpoint at a known push service', async () => {
    const { keys } = service.device();
    for (const endpoint of [
      'http://fcm.googleapis.com/fcm/send/a',
      'https://127.0.0.1/a',
      'https://localhost/a',
      'https://10.0.0.1/a',
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/a',
      'https://fcm.googleapis.com:8443/a',
      'https://fcm.googleapis.com@evil.example/a',
      'https://user:word@fcm.googleapis.com/a',
      'https://evil.example/fcm.googleapis.com',
      'https://evilpush.apple.com.example/a',
      'https://notpush.apple.com/a',
      'file:///etc/passwd',
      `https://fcm.googleapis.com/${'a'.repeat(2048)}`,
      'no address',
    ])
      expect([endpoint, (await subscribe({ endpoint, keys })).status]).toEqual([endpoint, 400]);
    expect(service.received).toEqual([]);
  });

  test('a name that resolves to a private address is never connected to', async () => {
    const post = createPost(((_name: string, _options: object, done: CallableFunction) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as never);
    const sealed = { headers: {}, body: Buffer.from('sealed') };
    const { signal } = new AbortController();
    const sent = post('https://fcm.googleapis.com/fcm/send/a', sealed, signal);
    await expect(sent).rejects.toMatchObject({ reason: 'forbidden-address' });
  });

  test('with invalid keys or unknown fields is refused', async () => {
    const device = service.device();
    const offCurve = Buffer.alloc(65, 7).toString('base64url');
    const refused = [
      { ...device, keys: { ...device.keys, p256dh: offCurve } },
      { ...device, keys: { ...device.keys, p256dh: 'short' } },
      { ...device, keys: { ...device.keys, auth: '' } },
      { ...device, accountId: 'somebody else' },
    ];
    for (const one of refused) expect((await subscribe(one)).status).toBe(400);
    expect((await subscribe(device, { kinds: ['everything'] })).status).toBe(400);
    expect((await sendTest(device)).status).toBe(404);
  });

  test('receives nothing after its session has ended', async () => {
    const device = service.device();
    await subscribe(device);
    await server.call('/api/auth/logout', { cookie, method: 'POST' });
    cookie = (await server.signUp()).cookie;
    const other = service.device();
    await subscribe(other);
    await probed('error');
    await service.arrived(1);
    expect(service.received.map(({ endpoint }) => endpoint)).toEqual([other.endpoint]);
  });

  test('receives nothing while its account is disabled, whatever its sessions are', async () => {
    const device = service.device();
    const person = await server.signUp();
    await subscribe(device, { as: person.cookie });
    await changeAccount(server, person, { disabledAt: 1 });
    const other = service.device();
    await subscribe(other);
    await probed('error');
    await service.arrived(1);
    expect(service.received.map(({ endpoint }) => endpoint)).toEqual([other.endpoint]);
  });

  test('belongs to the account that subscribed it last: nobody else tests or removes it', async () => {
    const device = service.device();
    await subscribe(device);
    const stranger = (await server.signUp()).cookie;
    expect((await sendTest(device, stranger)).status).toBe(404);
    const { endpoint } = device;
    await server.call('/api/push/unsubscribe', { cookie: stranger, json: { endpoint } });
    expect((await sendTest(device)).status).toBe(200);
    await server.call('/api/push/unsubscribe', { cookie, json: { endpoint } });
    expect((await sendTest(device)).status).toBe(404);
  });

  test('is removed when its account has too many and it was confirmed longest ago', async () => {
    const devices = Array.from({ length: 21 }, () => service.device());
    for (const device of devices) {
      now += 1000;
      expect((await subscribe(device)).status).toBe(200);
    }
    const [first, second] = devices;
    expect((await sendTest(first ?? service.device())).status).toBe(404);
    expect((await sendTest(second ?? service.device())).status).toBe(200);
  });

  test('may be tested six times a minute', async () => {
    const device = service.device();
    await subscribe(device);
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) statuses.push((await sendTest(device)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });
});

describe('a push service', () => {
  test('that no longer knows a device ends its subscription', async () => {
    const device = service.device();
    await subscribe(device);
    service.answer(410);
    expect((await sendTest(device)).status).toBe(404);
    service.answer(201);
    expect((await sendTest(device)).status).toBe(404);
    expect(service.received).toEqual([]);
  });

  test('that refuses five messages in a row ends it too; an accepted one resets the count', async () => {
    const device = service.device();
    await subscribe(device);
    const testStatus = async (status: number) => {
      now += 60_000;
      service.answer(status);
      return (await sendTest(device)).status;
    };
    for (const status of [403, 403, 403, 403]) expect(await testStatus(status)).toBe(409);
    expect(await testStatus(201)).toBe(200);
    for (const status of [400, 413, 403, 403, 403]) expect(await testStatus(status)).toBe(409);
    expect(await testStatus(201)).toBe(404);
  });

  test('that cannot be reached is reported and costs no device its subscription', async () => {
    const device = service.device();
    await subscribe(device);
    expect((await state()).reach).toBe('untried');
    service.cutOff(true);
    const answer = await sendTest(device);
    expect(answer.status).toBe(503);
    expect((await answer.json()).message).toContain('cannot reach the push service');
    expect((await state()).reach).toBe('unreachable');
    service.cutOff(false);
    expect((await sendTest(device)).status).toBe(200);
    expect((await state()).reach).toBe('reached');
  });
});

describe('alerts by push', () => {
  test('a platform that goes down and comes back, to devices that chose it', async () => {
    const [all, downOnly, nothing] = [service.device(), service.device(), service.device()];
    await subscribe(all);
    await subscribe(downOnly, { kinds: ['down'] });
    await subscribe(nothing, { kinds: [] });
    await probed('error', 'warning');
    await service.arrived(2);
    await probed('error', 'warning');
    await probed('connected', 'connected');
    await service.arrived(3);
    const received = service.received.map(({ endpoint, message }) => [endpoint, message.title]);
    expect(received.slice(0, 2).toSorted()).toEqual(
      [
        [all.endpoint, 'platform-0 is down'],
        [downOnly.endpoint, 'platform-0 is down'],
      ].toSorted(),
    );
    expect(received.slice(2)).toEqual([[all.endpoint, 'platform-0 is back']]);
    const [down, , back] = service.received;
    expect(down?.message).toMatchObject({ tag: '/incidents/1', url: '/incidents/1' });
    expect(back?.message.tag).toBe(down?.message.tag);
    expect([down?.headers.urgency, back?.headers.urgency]).toEqual(['high', 'normal']);
  });

  test('from the mesh itself, to devices that subscribed before a restart', async () => {
    const dataDir = await temporaryDir();
    const start = (alone: boolean) =>
      startServer({ alone, env: { DATA_DIR: dataDir }, postPush: service.post });
    const first = await start(true);
    const person = await first.signUp();
    const json = { ...service.device(), kinds: ['down'] };
    await first.call('/api/push/subscribe', { cookie: person.cookie, json });
    await first.close();
    const second = await start(false);
    const titles = () => service.received.map(({ message }) => message.title);
    // A machine that is busy may find more of them down.
    await expect.poll(titles, { timeout: 20_000 }).toContain('Archive is down');
    await second.close();
  });

  test('many platforms at once share one message within the size limit', async () => {
    await subscribe(service.device());
    await probed(...Array.from({ length: 1000 }, () => 'error'));
    await service.arrived(1);
    expect(service.received[0]?.message).toMatchObject({
      title: '1000 platforms are down',
      text: 'platform-0, platform-1, platform-2 and 997 more.',
    });
    expect(service.received[0]?.bytes).toBeLessThanOrEqual(4096);
  });
});

describe('the keys', () => {
  test('are created at the first start, readable only by the owner, and kept', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'meridian-push-'));
    const first = await openVapidKeys(fileKeys(directory));
    const path = join(directory, 'push-keys.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await openVapidKeys(fileKeys(directory))).toEqual(first);
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(first.privateKey, 'base64url');
    expect(pair.getPublicKey('base64url')).toBe(first.publicKey);
    for (const text of ['{', '{}', '{"publicKey":"secret"}']) {
      writeFileSync(path, text);
      const opening = openVapidKeys(fileKeys(directory));
      await expect(opening).rejects.toThrow(/push-keys\.json .*; restore it/);
      await expect(opening).rejects.not.toThrow(/secret/);
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
    rmSync(directory, { recursive: true });
  });

  test('endpoints are never logged: whoever knows one can send to the device', async () => {
    const device = service.device();
    await subscribe(device);
    service.answer(403);
    await sendTest(device);
    const secret = new URL(device.endpoint).pathname.split('/').at(-1) ?? '';
    expect(server.logged.some(({ msg }) => msg === 'push refused by its service')).toBe(true);
    expect(JSON.stringify(server.logged)).not.toContain(secret);
  });
});
