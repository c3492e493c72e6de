import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestPeer, type TestPeer } from '../../../tests/server/mesh/test-peer.ts';
import { createIdentity, type Identity } from '../keys/identity.ts';
import { fixedKeyring } from '../keys/keyring.ts';
import { prepareCall } from '../wire/signed-message.ts';
import { verifyAnswer } from '../wire/verify.ts';

const SIGNAL = new AbortController().signal;

let node: Identity;
let peer: TestPeer;

beforeEach(async () => {
  node = await createIdentity('meridian');
  peer = await startTestPeer({ id: 'forge', node, now: Date.now });
});
afterEach(() => peer.close());

async function post(path: string, text: string, { signed = text, as = node } = {}) {
  const body = Buffer.from(signed);
  const call = { to: 'forge', path, body };
  const { nonce, request } = prepareCall(as, call, Date.now());
  const { method, headers } = request;
  const send = () => fetch(peer.address + path, { method, headers, body: text });
  return { nonce, request, send, response: await send() };
}

describe('the peer routes', () => {
  test('publish the public keys only', async () => {
    const response = await fetch(`${peer.address}/.well-known/jwks.json`);
    const { keys } = (await response.json()) as { keys: object[] };
    expect(keys).toEqual(peer.identity.jwks().keys);
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['crv', 'kid', 'kty', 'x']);
  });

  test('answer a signed call, signed and bound to that call', async () => {
    const { response, nonce, request } = await post('/mesh/probe', '{}');
    expect(response.status).toBe(200);
    const body = Buffer.from(await response.arrayBuffer());
    const { findKey } = await fixedKeyring([['forge', peer.identity.jwks()]]);
    const headers = Object.fromEntries(response.headers);
    const verdict = await verifyAnswer(
      { headers, request, status: 200, body },
      { self: 'meridian', platform: 'forge', nonce },
      { findKey, now: Date.now },
      SIGNAL,
    );
    expect(verdict).toMatchObject({ ok: true, value: { signedAt: expect.any(Number) } });
    expect(JSON.parse(body.toString())).toEqual({ uptimeSec: 1, version: 'test' });
  });

  test('refuse an unsigned call with 401 and the reason, and count it', async () => {
    for (const path of ['/mesh/probe', '/mesh/heartbeat', '/mesh/handshake']) {
      const response = await fetch(peer.address + path, { method: 'POST', body: '{}' });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({
        reason: 'no-signature',
        message: 'The call was refused: no signature.',
        id: 'forge',
        now: expect.any(Number),
      });
    }
    expect(peer.refused).toEqual(['no-signature', 'no-signature', 'no-signature']);
    expect(peer.taken).toEqual([]);
  });

  test('refuse a stranger before the body is read', async () => {
    const socket = connect(Number(new URL(peer.address).port), '127.0.0.1');
    socket.write(
      'POST /mesh/probe HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n',
    );
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });

  test('refuse a replayed call', async () => {
    const { response, send } = await post('/mesh/heartbeat', '{"beat":1}');
    expect(response.status).toBe(200);
    const again = await send();
    expect([again.status, await again.json()]).toMatchObject([401, { reason: 'replayed' }]);
    expect(peer.taken).toEqual(['heartbeat']);
  });

  test('refuse a body that differs from the signed one', async () => {
    const { response } = await post('/mesh/heartbeat', '{"beat":2}', { signed: '{"beat":1}' });
    expect([response.status, await response.json()]).toMatchObject([401, { reason: 'wrong-body' }]);
  });

  test('refuse a call with another key under the same kid', async () => {
    const impostor = await createIdentity('meridian');
    const { response } = await post('/mesh/probe', '{}', { as: impostor });
    expect([response.status, await response.json()]).toMatchObject([
      401,
      { reason: 'unknown-key' },
    ]);
  });

  test('answer 400, signed, to a body that is not understood', async () => {
    for (const text of ['', 'no json', '[]', '{"beat":"one"}', '{"beat":1.5}']) {
      const { response } = await post('/mesh/heartbeat', text);
      expect([text, response.status]).toEqual([text, 400]);
      expect(response.headers.get('signature')).not.toBeNull();
    }
  });

  test('refuse a view with more platforms than a mesh can have', async () => {
    const entry = { platform: 'x', status: 'connected', lastSeen: null };
    const { response } = await post(
      '/mesh/handshake',
      JSON.stringify({ view: Array.from({ length: 1001 }, () => entry) }),
    );
    expect(response.status).toBe(400);
  });

  test('refuse a body that is larger than a mesh message', async () => {
    const { response } = await post('/mesh/heartbeat', ' '.repeat(256 * 1024 + 1));
    expect(response.status).toBe(413);
  });
});
