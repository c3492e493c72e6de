import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createManualClock } from '../../../tests/server/manual-clock.ts';
import { startTestPeer } from '../../../tests/server/mesh/test-peer.ts';
import { startLoopback } from '../../../tests/server/mesh/transport/loopback.ts';
import { type Clock, createClock } from '../../base/clock.ts';
import { createIdentity, type Identity } from '../keys/identity.ts';
import { JWKS_PATH } from '../keys/jwks.ts';
import { createKeyring, fetchJwksOver } from '../keys/keyring.ts';
import { signatureHeaders } from '../wire/signed-message.ts';
import { createCaller } from './caller.ts';
import { createTransport } from './transport.ts';

const SIGNAL = new AbortController().signal;
const TIMEOUT_MS = 1500;

let node: Identity;
const ends: (() => Promise<void>)[] = [];

beforeEach(async () => {
  node = await createIdentity('meridian');
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function callerOf(address: string, clock: Clock = createClock(Date.now)) {
  const transport = createTransport({ addresses: new Map([['forge', address]]) });
  ends.push(async () => transport.dropConnections());
  const { findKey } = createKeyring((id) => id === 'forge', {
    fetchJwks: fetchJwksOver(transport),
    clock,
  });
  return createCaller({ identity: node, transport, findKey, clock, timeoutMsOf: () => TIMEOUT_MS });
}

async function peerOf(options: Partial<Parameters<typeof startTestPeer>[0]> = {}) {
  const peer = await startTestPeer({ id: 'forge', node, now: Date.now, ...options });
  ends.push(peer.close);
  return peer;
}

/** @returns why a probe of this address failed, or 'answered' */
async function probe(address: string, clock?: Clock): Promise<string> {
  const result = await callerOf(address, clock).call('forge', 'probe', {}, SIGNAL);
  return result.ok ? 'answered' : result.reason;
}

describe('a call to a peer', () => {
  test('returns the answer and its latency', async () => {
    const { address } = await peerOf();
    const result = await callerOf(address).call('forge', 'probe', {}, SIGNAL);
    expect(result).toMatchObject({ ok: true, value: { answer: { uptimeSec: 1 } } });
    expect(result.ok && result.value.latencyMs).toBeGreaterThan(0);
  });

  test('fails when another key signs the answer', async () => {
    const impostor = await createIdentity('forge');
    const { address } = await peerOf({ impostor });
    expect(await probe(address)).toBe('unknown-key');
  });

  test('fails when another platform answers at the address', async () => {
    const { address } = await peerOf({ id: 'harbor' });
    // Harbor sees a call that was meant for forge.
    expect(await probe(address)).toBe('refused-audience');
  });

  test('fails when the answer is not signed', async () => {
    const { address, close } = await startLoopback((_request, response) =>
      response.setHeader('content-type', 'application/json').end('{"uptimeSec":1}'),
    );
    ends.push(close);
    expect(await probe(address)).toBe('no-signature');
  });

  test('fails when an earlier answer is replayed', async () => {
    const forge = await createIdentity('forge');
    const body = Buffer.from('{"uptimeSec":1}');
    const call = { to: 'meridian', nonce: 'nonce-of-an-earlier-call', body, nowMs: Date.now() };
    const request = { headers: { signature: 'route66=:YQ==:' } };
    const earlier = signatureHeaders(forge, 'route66-answer', { status: 200, request }, call);
    const { address, close } = await startLoopback((request, response) => {
      if (request.url === JWKS_PATH) response.end(JSON.stringify(forge.jwks()));
      else response.setHeaders(new Map(Object.entries(earlier))).end(body);
    });
    ends.push(close);
    expect(await probe(address)).toBe('bad-signature');
  });

  test('fails with a reason of its own when the clocks differ', async () => {
    for (const apart of [-60_000, 10_000, 60_000]) {
      const { address, close } = await peerOf({ now: () => Date.now() + apart });
      expect(await probe(address)).toBe('refused-clock');
      await close();
    }
  });

  test('does not report a wrong clock when a peer 3 s ahead has just started', async () => {
    const { address } = await peerOf({ now: () => Date.now() + 3_000 });
    expect(await probe(address)).toBe('refused-start');
  });

  test('fails when the peer does not know this node or its key', async () => {
    const stranger = await peerOf({ node: await createIdentity('somebody') });
    expect(await probe(stranger.address)).toBe('refused-id');
    const outdated = await peerOf({ node: await createIdentity('meridian') });
    expect(await probe(outdated.address)).toBe('refused-key');
  });

  test('fails on an answer that is not understood', async () => {
    const { address, close } = await startLoopback((_request, response) =>
      response.writeHead(200).end('<html>'),
    );
    ends.push(close);
    expect(await probe(address)).toBe('no-signature');
    const broken = await startLoopback((_request, response) => response.writeHead(500).end('oh'));
    ends.push(broken.close);
    expect(await probe(broken.address)).toBe('wrong-answer');
    const rude = await startLoopback((_request, response) =>
      response.writeHead(401).end('{"reason":"<script>"}'),
    );
    ends.push(rude.close);
    expect(await probe(rude.address)).toBe('refused');
  });

  test('ends after its time limit without an answer', async () => {
    const clock = createManualClock();
    const asked = deferred();
    const { address, close } = await startLoopback(() => asked.resolve());
    ends.push(close);
    const probing = probe(address, clock);
    await asked.promise;
    clock.advance(TIMEOUT_MS);
    expect(await probing).toBe('too-late');
  });

  test('counts verification into the limit: keys that never come are too late', async () => {
    const clock = createManualClock();
    const peer = await peerOf({ now: clock.now });
    const asked = deferred();
    peer.before = async (path) => {
      if (!path.startsWith('/.well-known/')) return;
      asked.resolve();
      await new Promise(() => undefined);
    };
    const probing = probe(peer.address, clock);
    await asked.promise;
    clock.advance(TIMEOUT_MS);
    expect(await probing).toBe('too-late');
  });

  test('is retried once, signed again, when a kept connection was closed', async () => {
    const peer = await peerOf();
    const caller = callerOf(peer.address);
    expect(await caller.call('forge', 'probe', {}, SIGNAL)).toMatchObject({ ok: true });
    peer.before = async () => {
      peer.before = async () => undefined;
      peer.app.server.closeAllConnections();
    };
    expect(await caller.call('forge', 'probe', {}, SIGNAL)).toMatchObject({ ok: true });
    expect(peer.refused).toEqual([]);
  });
});

function deferred() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}
