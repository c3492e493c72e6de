import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createManualClock } from '../../../tests/server/manual-clock.ts';
import { startTestPeer } from '../../../tests/server/mesh/test-peer.ts';
import { startLoopback } from '../../../tests/server/mesh/transport/loopback.ts';
import { type Clock, createClock } from '../../base/clock.ts';
import { createIdentity, type Identity } from '../keys/identity.ts';
import { JWKS_PATH } from '../keys/jwks.ts';
import { createKeyring, fetchJwksOver } from '../keys/keyring.ts';
import { ANSWER_HEADER } from '../wire/claims.ts';
import { signAnswer, signCall } from '../wire/token.ts';
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
    const earlier = { to: 'meridian', nonce: 'nonce-of-an-earlier-call', status: 200, body };
    const token = signAnswer(forge, earlier, Date.now());
    const { address, close } = await startLoopback((request, response) => {
      if (request.url === JWKS_PATH) response.end(JSON.stringify(forge.jwks()));
      else response.setHeader(ANSWER_HEADER, token).end(body);
    });
    ends.push(close);
    expect(await probe(address)).toBe('wrong-request');
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

describe('a node of an earlier release', () => {
  /** It knows tokens only: the fields of signatures mean nothing to it. */
  async function earlierPeer() {
    const peer = await peerOf();
    const sent: string[] = [];
    const state = { isEarlier: true };
    peer.app.server.prependListener('request', ({ headers, url }) => {
      if (!url?.startsWith('/mesh/')) return;
      const { authorization, signature } = headers;
      sent.push([signature && 'signature', authorization && 'token'].filter(Boolean).join(' + '));
      if (state.isEarlier) delete headers['signature-input'];
    });
    return { peer, sent, state };
  }

  test('is sent a token as well, until it answers with a signature', async () => {
    const { peer, sent, state } = await earlierPeer();
    const caller = callerOf(peer.address);
    const probe = () => caller.call('forge', 'probe', {}, SIGNAL);
    expect(await probe()).toMatchObject({ ok: true });
    expect(await probe()).toMatchObject({ ok: true });
    state.isEarlier = false;
    expect(await probe()).toMatchObject({ ok: true });
    expect(await probe()).toMatchObject({ ok: true });
    const both = 'signature + token';
    expect(sent).toEqual([both, both, both, 'signature']);
  });

  test('is sent a token again at once when it went back to that release', async () => {
    const { peer, sent, state } = await earlierPeer();
    const caller = callerOf(peer.address);
    state.isEarlier = false;
    await caller.call('forge', 'probe', {}, SIGNAL);
    state.isEarlier = true;
    expect(await caller.call('forge', 'probe', {}, SIGNAL)).toMatchObject({ ok: true });
    expect(sent).toEqual(['signature + token', 'signature', 'signature + token']);
  });

  test('is sent a token again by each of several calls that are under way', async () => {
    const { peer, sent, state } = await earlierPeer();
    const caller = callerOf(peer.address);
    const probe = () => caller.call('forge', 'probe', {}, SIGNAL);
    state.isEarlier = false;
    await probe();
    state.isEarlier = true;
    const results = await Promise.all([probe(), probe(), probe()]);
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
    const [one, both] = ['signature', 'signature + token'];
    expect(sent.toSorted()).toEqual([one, one, one, both, both, both, both]);
  });

  test('calls with a token alone, and is answered with one', async () => {
    const peer = await peerOf();
    const call = { to: 'forge', method: 'POST', path: '/mesh/probe', body: Buffer.from('{}') };
    const authorization = `Route66 ${signCall(node, call, Date.now())}`;
    const response = await fetch(`${peer.address}/mesh/probe`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(200);
    expect(response.headers.get(ANSWER_HEADER)).toMatch(/^ey/);
    expect(response.headers.get('signature')).toBeNull();
  });
});

function deferred() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}
