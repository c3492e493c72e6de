import type { LookupAddress } from 'node:dns';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { selfSigned } from '../../../tests/doubles/self-signed.ts';
import { startLoopback } from '../../../tests/server/mesh/transport/loopback.ts';
import { isInner } from '../../outgoing/addresses.ts';
import { createTransport } from './transport.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function serve(...args: Parameters<typeof startLoopback>) {
  const server = await startLoopback(...args);
  ends.push(server.close);
  return server;
}

/** An HTTPS server with this certificate. */
async function listenTls(options: { cert: Buffer; key: Buffer }) {
  const server = createTlsServer(options, (_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return server;
}

const serveTls = async (options: { cert: Buffer; key: Buffer }): Promise<string> =>
  `https://127.0.0.1:${((await listenTls(options)).address() as AddressInfo).port}`;

const SIGNAL = new AbortController().signal;
const GET = { method: 'GET', path: '/' } as const;

type Lookup = NonNullable<Parameters<typeof createTransport>[0]['lookup']>;

/** Resolves every name to these addresses, as a name server in somebody's hands could. */
const resolvingTo = (...addresses: string[]) =>
  ((_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as Lookup;

/** @returns the answer's status, or why none came */
async function outcome(
  address: string,
  options: Partial<Parameters<typeof createTransport>[0]> = {},
) {
  const transport = createTransport({ addresses: new Map([['forge', address]]), ...options });
  ends.push(async () => transport.dropConnections());
  try {
    return (await transport.request('forge', GET, SIGNAL)).status;
  } catch (error) {
    return (error as { reason?: string }).reason;
  }
}

describe('outgoing requests', () => {
  test('go to configured platforms only', async () => {
    const transport = createTransport({ addresses: new Map() });
    await expect(transport.request('forge', GET, SIGNAL)).rejects.toMatchObject({
      reason: 'no-address',
    });
  });

  test('never follow a redirect', async () => {
    let visits = 0;
    const inner = await serve((_request, response) => {
      visits += 1;
      response.end('secret');
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const outer = await serve((_request, response) =>
        response.writeHead(status, { location: inner.address }).end(),
      );
      expect(await outcome(outer.address)).toBe('redirected');
    }
    expect(visits).toBe(0);
  });

  test('are not sent when the name resolves to an inner address of any family and form', async () => {
    let visits = 0;
    const { port } = await serve((_request, response) => {
      visits += 1;
      response.end();
    });
    const inner = [
      '127.0.0.1',
      '127.9.9.9',
      '0.0.0.0',
      '10.0.0.1',
      '100.64.0.1',
      '172.16.5.4',
      '192.168.1.1',
      '169.254.169.254',
      '::1',
      '::',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      'fc00::1',
      'fd00:ec2::254',
      'fe80::1',
    ];
    for (const address of inner) {
      const found = await outcome(`http://forge.example:${port}`, { lookup: resolvingTo(address) });
      expect([address, found]).toEqual([address, 'forbidden-address']);
    }
    expect(visits).toBe(0);
  });

  test('are not sent when one of several addresses is an inner one', async () => {
    const lookup = resolvingTo('93.184.215.14', '127.0.0.1');
    expect(await outcome('http://forge.example', { lookup })).toBe('forbidden-address');
  });

  test('go to an inner address that the configuration states, and to loopback by name', async () => {
    const { address, port } = await serve((_request, response) => response.end());
    expect(await outcome(address)).toBe(200);
    const lookup = resolvingTo('127.0.0.1');
    expect(await outcome(`http://localhost:${port}`, { lookup })).toBe(200);
  });

  test.each([
    ['ENETUNREACH', 'no-network'],
    ['ENETDOWN', 'no-network'],
    ['ENOTFOUND', 'unknown-name'],
  ])('that fail with %s say so: %s', async (code, reason) => {
    const lookup = ((_name: string, _options: object, done: (error: Error) => void) =>
      done(Object.assign(new Error(code), { code }))) as unknown as Lookup;
    expect(await outcome('http://forge.example', { lookup })).toBe(reason);
  });

  test('have a network if one of the addresses does', async () => {
    const errors = ['ENETUNREACH', 'ECONNREFUSED'].map((code) =>
      Object.assign(new Error(code), { code }),
    );
    const lookup = ((_name: string, _options: object, done: (error: Error) => void) =>
      done(new AggregateError(errors))) as unknown as Lookup;
    expect(await outcome('http://forge.example', { lookup })).toBe('unreachable');
  });

  test('accept only loopback for localhost', async () => {
    const lookup = resolvingTo('10.0.0.1');
    expect(await outcome('http://localhost:9', { lookup })).toBe('forbidden-address');
  });

  test('never go to a metadata service, even when it is configured', async () => {
    for (const host of ['169.254.169.254', '2852039166', '0xa9fea9fe', '[::ffff:a9fe:a9fe]'])
      expect([host, await outcome(`http://${host}`)]).toEqual([host, 'forbidden-address']);
  });

  test('may go to public addresses', () => {
    for (const address of ['93.184.215.14', '1.1.1.1', '2606:4700::1111', '::ffff:1.1.1.1'])
      expect([address, isInner(address)]).toEqual([address, false]);
  });
});

describe('an answer', () => {
  test('is read up to a limit', async () => {
    const { address } = await serve((_request, response) => response.end('x'.repeat(101)));
    expect(await outcome(address, { answerMaxBytes: 100 })).toBe('too-large');
    expect(await outcome(address, { answerMaxBytes: 101 })).toBe(200);
  });

  test('that breaks off is an error', async () => {
    const { address } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('half');
      response.socket?.end();
    });
    expect(await outcome(address)).toBe('broken-off');
  });

  test('is missing when nobody listens on the port', async () => {
    const { address, close } = await startLoopback(() => undefined);
    await close();
    expect(await outcome(address)).toBe('unreachable');
  });

  test('is refused with the reason when the certificate is not trusted, unless its CA is configured', async () => {
    const current = selfSigned();
    expect(await outcome(await serveTls(current))).toBe('certificate-issuer');
    expect(await outcome(await serveTls(current), { ca: String(current.cert) })).toBe(200);
    const expired = selfSigned({ to: '200102000000Z' });
    expect(await outcome(await serveTls(expired), { ca: String(expired.cert) })).toBe(
      'certificate-expired',
    );
    const named = (await serveTls(current)).replace('127.0.0.1', 'localhost');
    expect(await outcome(named, { ca: String(current.cert) })).toBe('certificate-name');
  });

  test('is not awaited after the caller aborts', async () => {
    const given = new AbortController();
    const { address } = await serve(() => given.abort());
    const transport = createTransport({ addresses: new Map([['forge', address]]) });
    await expect(transport.request('forge', GET, given.signal)).rejects.toMatchObject({
      name: 'TransportError',
    });
    transport.dropConnections();
  });
});

test('a connection is kept for the next call, and can be dropped', async () => {
  const ports = new Set<number | undefined>();
  const { address } = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    response.end();
  });
  const transport = createTransport({ addresses: new Map([['forge', address]]) });
  await transport.request('forge', GET, SIGNAL);
  await transport.request('forge', GET, SIGNAL);
  expect(ports.size).toBe(1);
  transport.dropConnections();
  await transport.request('forge', GET, SIGNAL);
  expect(ports.size).toBe(2);
  transport.dropConnections();
});

test('knows the certificate that a platform shows, and a renewed one within an hour of calls', async () => {
  const days = (count: number) =>
    `${new Date(Date.now() + count * 86_400_000).toISOString().slice(2, 10).replaceAll('-', '')}000000Z`;
  const first = selfSigned({ to: days(30), name: 'first' });
  const second = selfSigned({ to: days(300), name: 'second' });
  const server = await listenTls(first);
  let elapsed = 0;
  const transport = createTransport({
    addresses: new Map([['forge', `https://127.0.0.1:${(server.address() as AddressInfo).port}`]]),
    ca: [first, second].map(({ cert }) => String(cert)).join('\n'),
    elapsed: () => elapsed,
  });
  ends.push(async () => transport.dropConnections());
  const shown = async () => {
    await transport.request('forge', GET, SIGNAL);
    return transport.certificateOf('forge');
  };
  const like = (issuer: string) => ({ issuer, names: ['127.0.0.1'], notAfter: expect.any(Number) });
  expect(transport.certificateOf('forge')).toBeUndefined();
  expect(await shown()).toEqual(like('first'));
  server.setSecureContext(second);
  expect(await shown()).toEqual(like('first'));
  elapsed = 2 * 60 * 60 * 1000;
  expect(await shown()).toEqual(like('second'));
  expect(transport.certificateOf('forge')?.notAfter).toBeGreaterThan(Date.now() + 299 * 86_400_000);
});
