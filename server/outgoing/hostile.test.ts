import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { setMaxListeners } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../../tests/doubles/self-signed.ts';
import { DOWN, SENDER } from '../../tests/server/alerts/alert-fixtures.ts';
import { sendWebhook } from '../alerts/channels/webhook.ts';
import { createClock, within } from '../base/clock.ts';
import { createLoops } from '../base/loop.ts';
import { createTransport } from '../mesh/transport/transport.ts';
import { probeWeb } from '../platforms/kinds/web/probe.ts';
import { type AddressPolicy, isMetadata, type Lookup } from './addresses.ts';
import { openSocket } from './connect.ts';
import { failureText } from './failure.ts';
import { createFetch } from './fetch.ts';
import { askNameServer } from './name-server.ts';
import { sentenceOf, TransportError } from './no-answer.ts';
import { createS3 } from './s3.ts';
import { sendMail } from './smtp.ts';
import { talk } from './talk.ts';
import { createTiming } from './timing.ts';
import { createPost } from './web-push.ts';

/** Every kind of call to the outside meets every way in which the other side may misbehave. */

/** Far longer than what ends by itself takes, also on a machine that is busy. */
const LIMIT_MS = 3_000;
const SETTLED_MS = 20_000;
const real = createClock();
const clock: typeof real = {
  ...real,
  sleep: (ms, signal) => real.sleep(Math.min(ms, LIMIT_MS), signal),
};
const FOREVER = new AbortController().signal;
// Every kind of call listens to it at the same time.
setMaxListeners(0, FOREVER);
const TOO_LATE = new TransportError('too-late');
const certificate = selfSigned();
const expired = selfSigned({ to: '200102000000Z' });
const ca = [certificate, expired].map(({ cert }) => String(cert)).join('\n');

const limited = <T>(work: (signal: AbortSignal) => Promise<T>) =>
  within(clock, { ms: LIMIT_MS, reason: TOO_LATE, signal: FOREVER }, work);
const policyOf = (lookup?: Lookup): AddressPolicy => ({
  lookup,
  refusal: (_host, _port, address) =>
    isMetadata(address) ? new TransportError('forbidden-target') : undefined,
});
const waitingFor = (signal: AbortSignal) => ({ signal, timing: createTiming() });

/** Each says how its call ended, as a sentence. */
type Call = (url: URL, lookup?: Lookup) => Promise<string>;

const CALLS = {
  async peer(url, lookup) {
    const addresses = new Map([['forge', url.origin]]);
    const transport = createTransport({ addresses, ca, lookup });
    const request = { method: 'GET', path: '/' } as const;
    const { status } = await limited((signal) =>
      transport.request('forge', request, signal),
    ).finally(transport.dropConnections);
    return `answered ${status}`;
  },
  async web(url, lookup) {
    const check = {
      ...{ kind: 'web', url: url.href, method: 'GET', statuses: '200-299', word: 'well' },
      ...{ json: null, redirects: 3, tls: 'trusted' },
    } as Parameters<typeof probeWeb>[0];
    const outcome = await limited((signal) =>
      probeWeb(check, {}, {
        ...{ guard: policyOf(lookup), ca, now: Date.now, elapsed: real.elapsed },
        ...{ say: () => undefined, onCertificate: () => undefined },
        ...waitingFor(signal),
      } as Parameters<typeof probeWeb>[2]),
    );
    return outcome.answered ? 'answered' : failureText(outcome.failure);
  },
  async webhook(url, lookup) {
    const settings = { template: 'json' } as Parameters<typeof sendWebhook>[1]['settings'];
    const outcome = await sendWebhook(
      { guard: policyOf(lookup), clock, sender: SENDER },
      { settings, secrets: { url: url.href }, alert: DOWN, delivery: '7' },
      FOREVER,
    );
    return 'error' in outcome ? String(outcome.error) : outcome.state;
  },
  async push(url, lookup) {
    const sealed = { headers: {}, body: Buffer.from('sealed') };
    const { status } = await limited((signal) => createPost(lookup)(url.href, sealed, signal));
    return `answered ${status}`;
  },
  async openid(url, lookup) {
    const limits = { limitMs: LIMIT_MS, bodyMaxBytes: 100_000 };
    const fetch = createFetch({ ...limits, clock, policy: policyOf(lookup) });
    return `answered ${(await fetch(url.href, { method: 'GET', headers: {} })).status}`;
  },
} satisfies Record<string, Call>;

/** They speak other protocols, or have another stack. */
const OTHERS: Record<string, Call> = {
  async port(url, lookup) {
    const target = { host: url.hostname, port: Number(url.port), tls: 'none' } as const;
    const open = (signal: AbortSignal) =>
      openSocket(target, { policy: policyOf(lookup) }, waitingFor(signal));
    (await limited(open)).destroy();
    return 'connected';
  },
  async talk(url, lookup) {
    const target = { host: url.hostname, port: Number(url.port), tls: 'none' } as const;
    const said = { send: Buffer.from('GET / HTTP/1.1\r\n\r\n'), expect: Buffer.from('never') };
    const answer = await limited(async (signal) => {
      const waiting = waitingFor(signal);
      return talk(await openSocket(target, { policy: policyOf(lookup) }, waiting), said, waiting);
    });
    return `${answer.length <= 20_000} ${answer.length}`;
  },
  async mail(url, lookup) {
    const server = { host: url.hostname, port: Number(url.port), security: 'none' } as const;
    const account = { username: '', password: undefined, name: 'node.example' };
    const message = { from: 'a@mesh.example', to: 'b@mesh.example', text: 'text' };
    const options = { policy: policyOf(lookup), clock, signal: FOREVER };
    // As the delivery says it.
    return sendMail({ ...server, ...account }, message, options).then(
      () => 'sent',
      (error: Error) => error.message,
    );
  },
  async storage(url) {
    const client = createS3({
      ...{ kind: 's3', bucket: 'bucket', prefix: '', endpoint: url.origin, region: 'us-east-1' },
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
      limits: { connectMs: LIMIT_MS, silentMs: LIMIT_MS, wholeMs: LIMIT_MS, bytesPerSec: 1e9 },
    });
    try {
      const { Body } = await client.getObject({ Bucket: 'bucket', Key: 'key' });
      return `read ${(await Body?.transformToByteArray())?.length}`;
    } finally {
      client.destroy();
    }
  },
};

async function outcomeOf(call: Call, url: URL, lookup?: Lookup): Promise<string> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, SETTLED_MS, 'NEVER').unref());
  return Promise.race([call(url, lookup).catch(sentenceOf), late]);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** @returns the port of a server that does this with each connection */
async function serve(behave: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    behave(socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return listen(server);
}

/** Answers each request so. */
const answering = (text: string | Buffer) => (socket: Socket) =>
  void socket.once('data', () => socket.write(text));
/** The same, and then this again and again. */
const repeating =
  (text: string, again: string, everyMs = 0) =>
  (socket: Socket) =>
    void socket.once('data', () => {
      socket.write(text);
      const send = (): unknown =>
        socket.destroyed ||
        socket.write(again, () => (everyMs === 0 ? setImmediate(send) : setTimeout(send, everyMs)));
      send();
    });

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
const KIB = 'x'.repeat(1024);
const BOMB = gzipSync(Buffer.alloc(10 * 1024 * 1024));
const ANSWERED = /answered 200|the answer does not have|: sent$/;
/** What the ones say that do not read bodies, as a webhook. */
const UNREAD = /answered 200|: sent$/;

const BEHAVIOURS: [name: string, behave: (socket: Socket) => void, sentence: RegExp][] = [
  ['no answer', (socket) => void socket.resume(), /no answer/],
  ['accept and close', (socket) => void socket.end(), /connection lost/],
  ['a reset', (socket) => void socket.once('data', () => socket.resetAndDestroy()), /lost/],
  ['a half-close', (socket) => void socket.once('data', () => socket.end()), /connection lost/],
  ['a process that is stopped', (socket) => void socket.pause(), /no answer/],
  [
    '101 with an upgrade',
    answering('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    /answered 101|not valid HTTP/,
  ],
  ['101 without one', answering('HTTP/1.1 101 S\r\n\r\n'), /answered 101|not valid HTTP/],
  ['1xx without end', repeating('', 'HTTP/1.1 103 Hints\r\n\r\n'), /informational answers/],
  ['a head byte by byte', repeating('HTTP/1.1 200 OK\r\nX: ', 'x', 20), /not complete in time/],
  ['a head without end', repeating(HEAD, `${KIB}: x\r\n`), /too large/],
  [
    'a body byte by byte',
    repeating(CHUNKED, '1\r\nx\r\n', 20),
    new RegExp(`not complete in time|${UNREAD.source}`),
  ],
  [
    'a body without end',
    repeating(CHUNKED, `400\r\n${KIB}\r\n`),
    new RegExp(`too large|not complete in time|${UNREAD.source}`),
  ],
  [
    'a compressed bomb',
    answering(
      Buffer.concat([
        Buffer.from(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${BOMB.length}\r\n\r\n`),
        BOMB,
      ]),
    ),
    new RegExp(`too large|${ANSWERED.source}`),
  ],
  [
    'a wrong length',
    (socket) => void socket.once('data', () => socket.end(`${HEAD}Content-Length: 9\r\n\r\nok`)),
    new RegExp(`connection lost|${UNREAD.source}`),
  ],
  [
    'two lengths',
    answering(`${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`),
    /not valid HTTP/,
  ],
  ['LF alone', answering('HTTP/1.1 200 OK\nContent-Length: 2\n\nok'), /not valid HTTP/],
  ['HTTP/0.9', (socket) => void socket.once('data', () => socket.end('<p>ok')), /not speak HTTP/],
  ['HTTP/2 only', answering(Buffer.from('000000040000000000', 'hex')), /HTTP\/2 only/],
  [
    'another redirect',
    answering('HTTP/1.1 302 F\r\nContent-Length: 0\r\nLocation: /\r\n\r\n'),
    /redirect|302/,
  ],
  [
    'a redirect to a refused address',
    answering('HTTP/1.1 302 F\r\nContent-Length: 0\r\nLocation: http://169.254.169.254/\r\n\r\n'),
    /redirect|302|does not call its address/,
  ],
];

/** A port is open whatever is said there, and a mail server has to speak first. */
const SPOKEN =
  /^port: connected$|^talk: (?:true [1-9]|no answer|connection lost|answer too large)|^mail: (?:Connection closed|its answer was not complete in time)/;
/** Of the client of another maker, where it says less. */
const STORAGE: Readonly<Record<string, RegExp>> = {
  '101 with an upgrade': /no answer/,
  '1xx without end': /no answer/,
  'a head byte by byte': /no answer/,
  'a compressed bomb': /read \d+/,
  'another redirect': /cannot be reached/,
  'a redirect to a refused address': /cannot be reached/,
  'TLS that stalls': /no answer/,
};

/** @returns "kind: sentence" of each */
const outcomesOf = (calls: Readonly<Record<string, Call>>, url: URL, lookup?: () => Lookup) =>
  Promise.all(
    Object.entries(calls).map(
      async ([kind, call]) => `${kind}: ${await outcomeOf(call, url, lookup?.())}`,
    ),
  );

/** Of a healthy platform, which is probed beside the whole table. */
const HEALTHY = { everyMs: 100, results: [] as string[] };
beforeAll(async () => {
  const server = createHttpServer((_request, answer) => answer.end('well'));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const { everyMs, results } = HEALTHY;
  const probing = createLoops(real).repeat(
    { name: 'probe', everyMs, limitMs: LIMIT_MS },
    async () => results.push(await outcomeOf(CALLS.web, url)),
  );
  const begun = real.elapsed();
  return async () => {
    await probing.close();
    server.close();
    // None is missing, though a busy machine makes each of them later.
    expect(new Set(results)).toEqual(new Set(['answered']));
    expect(results.length).toBeGreaterThan((real.elapsed() - begun) / (10 * everyMs));
  };
});

describe.concurrent('a call to the outside ends with a true sentence', () => {
  test.each(BEHAVIOURS)('%s', async (name, behave, sentence) => {
    const url = new URL(`http://127.0.0.1:${await serve(behave)}/`);
    const [outcomes, others] = await Promise.all([outcomesOf(CALLS, url), outcomesOf(OTHERS, url)]);
    for (const outcome of outcomes) expect(outcome).toMatch(sentence);
    const [storage, ...spoken] = others.toReversed();
    expect(storage).toMatch(STORAGE[name] ?? sentence);
    for (const outcome of spoken) expect(outcome).toMatch(SPOKEN);
  });

  /** Of those that know no authority but the public ones, any certificate is of an unknown one. */
  const UNKNOWN = 'its issuer is unknown';
  const answerTls = (options: object) =>
    listen(
      createTlsServer({ ...certificate, ...options }, (socket) => socket.end('HTTP/1.1 200\r\n')),
    );
  test.each<[string, () => Promise<number>, string, string]>([
    ['TLS that stalls', () => serve((socket) => socket.resume()), '127.0.0.1', 'complete the TLS'],
    ['no TLS', () => serve(answering('HTTP/1.1 400 Bad\r\n\r\n')), '127.0.0.1', 'not speak TLS'],
    ['TLS of another name', () => answerTls({}), 'localhost', 'it is for another name'],
    ['TLS that has expired', () => answerTls(expired), '127.0.0.1', 'it has expired'],
    [
      'TLS that wants a client certificate',
      () => answerTls({ requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' }),
      '127.0.0.1',
      'it wants a client certificate',
    ],
    [
      'TLS of HTTP/2 only',
      () => listen(createSecureServer({ ...certificate }) as unknown as Server),
      '127.0.0.1',
      'it speaks HTTP/2 only',
    ],
  ])('%s', async (name, start, host, sentence) => {
    const url = new URL(`https://${host}:${await start()}/`);
    const [outcomes, others] = await Promise.all([outcomesOf(CALLS, url), outcomesOf(OTHERS, url)]);
    for (const outcome of outcomes)
      expect(outcome).toMatch(new RegExp(`${sentence}|(?:webhook|push|openid):.*${UNKNOWN}`));
    const [storage, ...spoken] = others.toReversed();
    expect(storage).toMatch(STORAGE[name] ?? new RegExp(`${sentence}|${UNKNOWN}`));
    for (const outcome of spoken) expect(outcome).toMatch(SPOKEN);
  });

  const found =
    (...rounds: string[][]): (() => Lookup) =>
    () => {
      const left = [...rounds];
      return ((_name: string, _options: object, done: (e: null, a: LookupAddress[]) => void) => {
        const addresses = (left.length > 1 ? left.shift() : left[0]) ?? [];
        done(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        );
      }) as unknown as Lookup;
    };
  const many = Array.from({ length: 60 }, (_, index) => `127.0.1.${index + 1}`);
  test.each<[string, () => Lookup, RegExp]>([
    ['a name that resolves to nothing', found([]), /its name cannot be resolved/],
    ['a name that resolves to 60 addresses', found(many), /cannot be reached|no connection/],
    [
      'a name that resolves slowly',
      () => (() => undefined) as unknown as Lookup,
      /not resolved in/,
    ],
    [
      'a name that resolves to a refused address after it was checked',
      found(['127.0.2.1'], ['169.254.169.254']),
      /cannot be reached|does not call|inner address/,
    ],
    ['a name of a refused address', found(['169.254.169.254']), /does not call|inner address/],
  ])('%s', async (_, lookup, sentence) => {
    const url = new URL(`http://localhost:${await serve((socket) => socket.destroy())}/`);
    const { storage: _ownNames, ...others } = OTHERS;
    for (const outcome of await outcomesOf({ ...CALLS, ...others }, url, lookup))
      expect(outcome).toMatch(sentence);
  });

  test.each([
    ['says so', 3, 'name-failed'],
    ['does not either', 2, 'no-name-service'],
  ])('a name whose zone fails, while the name server %s for another', async (_, code, reason) => {
    const server = createSocket('udp4');
    server.on('message', (query, { port, address }) => {
      query.writeUInt16BE(0x8180 | code, 2);
      server.send(query, port, address);
    });
    await new Promise<void>((resolve) => void server.bind(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const lookup = ((_name: string, _options: object, done: (error: Error) => void) =>
      done(Object.assign(new Error('again'), { code: 'EAI_AGAIN' }))) as unknown as Lookup;
    const policy = { ...policyOf(lookup), nameServers: [`127.0.0.1:${server.address().port}`] };
    const target = { host: 'shop.example', port: 80, tls: 'none' } as const;
    const opened = limited((signal) => openSocket(target, { policy }, waitingFor(signal)));
    await expect(opened).rejects.toMatchObject({ reason });
  });

  test.each([
    ['a name server that does not answer', () => undefined],
    ['a name server that answers nonsense', (reply: (text: string) => void) => reply('nonsense')],
  ])('%s', async (_, behave) => {
    const server = createSocket('udp4');
    server.on('message', (_query, { port, address }) =>
      behave((text) => server.send(text, port, address)),
    );
    await new Promise<void>((resolve) => void server.bind(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const place = `127.0.0.1:${server.address().port}`;
    const question = { host: 'shop.example', record: 'A', server: place };
    const asked = limited((signal) => askNameServer(question, policyOf(), waitingFor(signal)));
    await expect(asked).rejects.toThrow(/no answer|EBADRESP/);
  });
});
