import { request } from 'node:https';
import { connect, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import * as z from 'zod/mini';
import { ProofRowSchema } from '../../contract/shapes/proof.ts';
import { selfSigned } from '../../tests/doubles/self-signed.ts';
import { listen } from '../../tests/server/bundles/uploads/upload-client.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';

const certificate = selfSigned();
let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    alone: true,
    configure: (config) => ({ ...config, tls: certificate }),
  });
});
afterAll(() => server.close());

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
}

function send(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      ca: certificate.cert,
      headers: { 'content-type': 'application/json', ...headers },
    };
    request(server.url + path, options, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    })
      .on('error', reject)
      .end(JSON.stringify(body));
  });
}

const PERSON = {
  username: 'Ada',
  email: 'ada@mesh.example',
  password: 'a long enough password',
  sovereignLevel: 'S11.1',
};

test('with a certificate the same server is HTTPS, with HSTS and a __Host- cookie', async () => {
  const { status, headers } = await send('/api/auth/register', PERSON, { origin: server.url });
  expect(status).toBe(200);
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
  const [cookie = ''] = headers['set-cookie'] ?? [];
  expect(cookie).toMatch(/^__Host-meridian-session=[\w-]{43}; .*Path=\/; .*Secure; /);
  expect(cookie).not.toContain('Domain');
  const [pair = ''] = cookie.split(';');
  const socket = new WebSocket(`${server.url.replace('https', 'wss')}/ws`, {
    ca: certificate.cert,
    headers: { cookie: pair, origin: server.url },
  });
  const hello = await new Promise((resolve, reject) => {
    socket.on('message', (data) => resolve(JSON.parse(String(data)))).on('error', reject);
  });
  expect(hello).toMatchObject({ type: 'hello' });
  socket.terminate();
});

/** @returns protocol and cipher that both sides have agreed on, or the code of the failure */
function handshake(options: { maxVersion?: SecureVersion; ciphers?: string }): Promise<string> {
  const { port } = new URL(server.url);
  return new Promise((resolve) => {
    // The client's own library refuses old protocols too, unless it is set to take them.
    const old = { minVersion: 'TLSv1', rejectUnauthorized: false } as const;
    const socket = connect({ host: '127.0.0.1', port: Number(port), ...old, ...options }, () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
      socket.destroy();
    });
    socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(String(code)));
  });
}

test('TLS 1.3 is preferred, and nothing older than 1.2 or without forward secrecy is spoken', async () => {
  expect(await handshake({})).toBe('TLSv1.3 TLS_AES_256_GCM_SHA384');
  const { maxVersion } = { maxVersion: 'TLSv1.2' } as const;
  const weak =
    'AES128-SHA:AES256-GCM-SHA384:ECDHE-RSA-AES128-SHA:ECDHE-ECDSA-AES128-SHA:@SECLEVEL=0';
  expect(await handshake({ maxVersion })).toMatch(/^TLSv1.2 ECDHE-.*-AES256-GCM-SHA384$/);
  expect(await handshake({ maxVersion, ciphers: weak })).toMatch(/HANDSHAKE_FAILURE/);
  expect(await handshake({ maxVersion: 'TLSv1.1', ciphers: `DEFAULT:@SECLEVEL=0` })).toMatch(
    /PROTOCOL_VERSION/,
  );
});

test('the same name without TLS is another origin', async () => {
  const origin = server.url.replace('https', 'http');
  expect((await send('/api/auth/login', PERSON, { origin })).status).toBe(403);
});

test('a cookie without the prefix opens nothing', async () => {
  const { username, password } = PERSON;
  const { headers } = await send('/api/auth/login', { username, password });
  const token = headers['set-cookie']?.[0]?.split(/[=;]/)[1];
  expect((await send('/api/auth/logout', {}, { cookie: `meridian-session=${token}` })).status).toBe(
    401,
  );
  expect(
    (await send('/api/auth/logout', {}, { cookie: `__Host-meridian-session=${token}` })).status,
  ).toBe(200);
});

test('simulated peers prove themselves to a node whose certificate they cannot trust', async () => {
  const simulating = await startServer({
    configure: (config) => ({ ...config, tls: selfSigned() }),
  });
  const live = listen(simulating);
  const { mesh } = simulating.node;
  const id = await mesh.startProof({ peer: 'forge', deadlineSec: 30, origin: simulating.url });
  const ended = await live.until(
    ({ data }) => z.safeParse(ProofRowSchema, data).data?.endedAt != null,
  );
  expect(ended.data).toMatchObject({ id, verified: true, callback_ok: true });
  await simulating.close();
});
