import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChangeSchema, CLOSE, HelloSchema, MissedSchema } from '../../contract/live.ts';
import { keyOf } from '../../contract/paths.ts';
import { CONTRACT_VERSION } from '../../contract/version.ts';
import { type LiveConsole, openConsole } from '../../tests/server/console.ts';
import { sendRaw, statusesIn } from '../../tests/server/raw.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { recordActivity } from '../activity/rows.ts';

let server: TestServer;
let cookie: string;
const consoles: LiveConsole[] = [];

beforeEach(async () => {
  server = await startServer({ alone: true });
  cookie = (await server.signUp()).cookie;
});
afterEach(async () => {
  for (const { socket } of consoles.splice(0)) socket.terminate();
  await server.close();
});

async function open(headers: Record<string, string> = { cookie }): Promise<LiveConsole> {
  const live = await openConsole(server.url, headers);
  consoles.push(live);
  return live;
}

const write = (message: string) =>
  server.node.journal.commit((tx, emit) =>
    recordActivity(tx, emit, { message, severity: 'success', at: Date.now() }),
  );

const upgrade = (...headers: string[]) =>
  [
    'GET /ws HTTP/1.1',
    `Host: ${new URL(server.url).host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
    '',
    '',
  ].join('\r\n');

describe('opening', () => {
  test('the first message is a hello that announces beat, time and number', async () => {
    const live = await open();
    const hello = HelloSchema.parse(await live.waitFor(({ type }) => type === 'hello'));
    expect(hello).toMatchObject({
      contract: CONTRACT_VERSION,
      seq: server.node.journal.seq(),
      beatSec: 15,
    });
    expect(live.received[0]).toEqual(hello);
  });

  test('is refused as HTTP 401 without a session', async () => {
    await expect(open({})).rejects.toThrow('HTTP 401');
    await expect(open({ cookie: 'meridian-session=x' })).rejects.toThrow('HTTP 401');
  });

  test('is refused as HTTP 403 for another site, even with a cookie', async () => {
    const foreign = [
      'https://evil.example',
      'null',
      `${server.url}.evil.example`,
      `${server.url}/`,
    ];
    for (const origin of foreign)
      await expect(open({ cookie, origin })).rejects.toThrow('HTTP 403');
    await expect(open({ cookie, 'sec-fetch-site': 'cross-site' })).rejects.toThrow('HTTP 403');
    await open({ cookie, origin: server.url, 'sec-fetch-site': 'same-origin' });
  });

  test('an error is an HTTP answer with the usual headers, not a protocol switch', async () => {
    const received = await sendRaw(server.url, upgrade());
    expect(statusesIn(received)).toEqual([401]);
    expect(received.toLowerCase()).toContain('x-content-type-options: nosniff');
  });

  test.each([
    ['GET', '/healthz', 200],
    ['GET', '/ws', 426],
    ['POST', '/api/auth/login', 400],
  ])('an offer of another protocol is ignored: %s %s', async (method, path, status) => {
    const lines = [
      `${method} ${path} HTTP/1.1`,
      ...['Host: localhost', `Cookie: ${cookie}`, 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'],
      'Connection: Upgrade, HTTP2-Settings, close',
      ...(method === 'POST'
        ? ['Content-Type: application/json', 'Content-Length: 2', '', '{}']
        : ['', '']),
    ];
    expect(statusesIn(await sendRaw(server.url, lines.join('\r\n')))).toEqual([status]);
  });

  test('a plain request gets 426; no other address switches protocols', async () => {
    expect((await server.call('/ws', { cookie })).status).toBe(426);
    const elsewhere = upgrade(`Cookie: ${cookie}`).replace('/ws', '/api/auth/session');
    expect(statusesIn(await sendRaw(server.url, elsewhere))).toEqual([400]);
  });

  test('an account may have 32 sockets; the next is refused', async () => {
    await Promise.all(Array.from({ length: 32 }, () => open()));
    await expect(open()).rejects.toThrow('HTTP 429');
    const { cookie: another } = await server.signUp();
    await open({ cookie: another });
    consoles[0]?.socket.terminate();
    await expect.poll(() => open().then(() => 'open', String)).toBe('open');
  });
});

describe('listening', () => {
  test('a change reaches every console, numbered, under the key of the read that it changes', async () => {
    const [one, two] = [await open(), await open()];
    await write('something happened');
    for (const live of [one, two]) {
      const change = ChangeSchema.parse(await live.waitFor(({ op }) => op === 'prepend'));
      expect(change.key).toEqual(keyOf('activity'));
      expect(change.data).toMatchObject([{ message: 'something happened' }]);
      expect(change.seq).toBe(server.node.journal.seq());
    }
  });

  test('missed changes are read by number, without gaps', async () => {
    const since = server.node.journal.seq();
    for (const message of ['one', 'two', 'three']) await write(message);
    const answer = await server.call(`/api/live?since=${since}`, { cookie });
    const missed = MissedSchema.parse(await answer.json());
    expect(missed).toMatchObject({ seq: since + 3, complete: true });
    expect(missed.changes.map(({ seq }) => seq)).toEqual([since + 1, since + 2, since + 3]);
  });

  test('a session may ask for missed changes sixty times a minute, and others are not affected', async () => {
    const { cookie: other } = await server.signUp();
    const ask = async (as: string) =>
      (await server.call('/api/live?since=0', { cookie: as })).status;
    const statuses = await Promise.all(Array.from({ length: 70 }, () => ask(other)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(await ask(cookie)).toBe(200);
  });

  test('a number from the future is not complete: another database gave it out', async () => {
    const answer = await server.call('/api/live?since=1000000', { cookie });
    expect(await answer.json()).toMatchObject({ complete: false, changes: [] });
  });
});

/** Rows of a list that is longer than what may wait for a console. @returns an id of one */
async function fillBundles(): Promise<string> {
  const count = 4000;
  const rows = Array.from({ length: count }, (_, i) => ({
    ...{
      id: `bundle-${i}`,
      name: `a bundle ${'x'.repeat(100)} ${i}.zip`,
      size: i,
      status: 'validated',
    },
    ...{ targetPlatformsJson: '["Forge","Harbor"]', priority: 'standard', sha256: `${i}` },
    ...{ uploadedBy: 'ada', problemsJson: '[]', filesJson: '[]', fileCount: 1, createdAt: i },
  }));
  for (let from = 0; from < count; from += 1000)
    await server.node.db
      .insertInto('bundles')
      .values(rows.slice(from, from + 1000))
      .execute();
  return 'bundle-7';
}

test('deleting a bundle from a list of a megabyte closes no console', async () => {
  const id = await fillBundles();
  const list = await server.call('/api/zip/bundles', { cookie });
  expect((await list.text()).length).toBeGreaterThan(1024 * 1024);
  const live = await open();
  await server.call(`/api/zip/bundles/${id}`, { method: 'DELETE', cookie });
  const received = (fits: string) =>
    Promise.race([live.closed, live.waitFor((message) => JSON.stringify(message).includes(fits))]);
  expect(await received('bundles')).toMatchObject({ op: 'remove', data: { id } });
  await write('still open');
  expect(await received('still open')).toMatchObject({ op: 'prepend' });
});

describe('ending', () => {
  test('signing out closes the sockets of that session, and of no other', async () => {
    const { cookie: another } = await server.signUp();
    const [mine, theirs] = [await open(), await open({ cookie: another })];
    await server.call('/api/auth/logout', { method: 'POST', cookie });
    expect(await mine.closed).toBe(CLOSE.signIn);
    await write('still here');
    await theirs.waitFor(({ op }) => op === 'prepend');
  });

  test('a message over 64 KiB closes the socket, and the server stays', async () => {
    const live = await open();
    live.socket.send('x'.repeat(64 * 1024 + 1));
    expect(await live.closed).toBe(1009);
    await open();
  });

  test('a few messages are ignored, many close the socket', async () => {
    const live = await open();
    for (let i = 0; i < 20; i++) live.socket.send('{"anything": "at all"}');
    await write('still open');
    await live.waitFor(({ op }) => op === 'prepend');
    live.socket.send('one too many');
    expect(await live.closed).toBe(CLOSE.refused);
  });

  test('frames that break the protocol close the socket with the right code', async () => {
    const frames: [string, Buffer, number][] = [
      ['reserved bit', Buffer.from([0xf1, 0x80, 0, 0, 0, 0]), 1002],
      ['unknown opcode', Buffer.from([0x83, 0x80, 0, 0, 0, 0]), 1002],
      ['not masked', Buffer.from([0x81, 0x01, 0x61]), 1002],
      ['continuation of nothing', Buffer.from([0x80, 0x80, 0, 0, 0, 0]), 1002],
      ['long control frame', Buffer.from([0x89, 0xfe, 0, 126, 0, 0, 0, 0]), 1002],
      ['text that is no UTF-8', Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0xff]), 1007],
    ];
    for (const [name, bytes, code] of frames) {
      const request = Buffer.concat([Buffer.from(upgrade(`Cookie: ${cookie}`)), bytes]);
      const received = Buffer.from(await sendRaw(server.url, request), 'latin1');
      const closing = received.subarray(received.lastIndexOf(0x88));
      expect([name, closing.readUInt16BE(2)]).toEqual([name, code]);
    }
    await open();
  });

  test('a planned shutdown sends bye with a time to come back and closes as a restart', async () => {
    const live = await open();
    const closing = server.node.app.close();
    expect(await live.waitFor(({ type }) => type === 'bye')).toMatchObject({ comeBackSec: 2 });
    expect(await live.closed).toBe(CLOSE.restart);
    await closing;
  });
});
