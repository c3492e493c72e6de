import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCaller } from '../../../server/mesh/caller.ts';
import { ANSWER_HEADER } from '../../../server/mesh/claims.ts';
import { type Clock, createClock } from '../../../server/mesh/clock.ts';
import { createDial } from '../../../server/mesh/dial.ts';
import { createIdentity, type Identity } from '../../../server/mesh/identity.ts';
import { JWKS_PATH } from '../../../server/mesh/jwks.ts';
import { fetchJwksBy } from '../../../server/mesh/jwks-fetch.ts';
import { createKeyring } from '../../../server/mesh/keyring.ts';
import { signAnswer } from '../../../server/mesh/sign.ts';
import { createHandClock } from './hand-clock.ts';
import { startLoopback } from './loopback.ts';
import { startTestSister } from './test-sister.ts';

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
  const dial = createDial({ addresses: new Map([['forge', address]]) });
  ends.push(async () => dial.drop());
  const { findKey } = createKeyring(['forge'], { fetchJwks: fetchJwksBy(dial), clock });
  return createCaller({ identity: node, dial, findKey, clock, timeoutMs: TIMEOUT_MS });
}

async function sisterOf(options: Partial<Parameters<typeof startTestSister>[0]> = {}) {
  const sister = await startTestSister({ id: 'forge', node, now: Date.now, ...options });
  ends.push(sister.close);
  return sister;
}

/** @returns why a probe of this address failed, or 'answered' */
async function probe(address: string, clock?: Clock): Promise<string> {
  const heard = await callerOf(address, clock).call('forge', 'probe', {}, SIGNAL);
  return heard.ok ? 'answered' : heard.reason;
}

describe('a call of a sister', () => {
  test('brings her answer and how long it took', async () => {
    const { address } = await sisterOf();
    const heard = await callerOf(address).call('forge', 'probe', {}, SIGNAL);
    expect(heard).toMatchObject({ ok: true, value: { answer: { uptimeSec: 1 } } });
    expect(heard.ok && heard.value.latencyMs).toBeGreaterThan(0);
  });

  test('fails when somebody else answers in her place', async () => {
    const impostor = await createIdentity('forge');
    const { address } = await sisterOf({ impostor });
    expect(await probe(address)).toBe('unknown-key');
  });

  test('fails when another platform answers at her address', async () => {
    const { address } = await sisterOf({ id: 'harbor' });
    // Harbor sees a call that was meant for forge.
    expect(await probe(address)).toBe('refused');
  });

  test('fails when her answer is not signed', async () => {
    const { address, close } = await startLoopback((_request, response) =>
      response.setHeader('content-type', 'application/json').end('{"uptimeSec":1}'),
    );
    ends.push(close);
    expect(await probe(address)).toBe('no-signature');
  });

  test('fails when an earlier answer of hers is played again', async () => {
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

  test('fails when the clocks differ, and says so', async () => {
    for (const apart of [-60_000, 10_000, 60_000]) {
      const { address, close } = await sisterOf({ now: () => Date.now() + apart });
      expect(await probe(address)).toBe('refused-clock');
      await close();
    }
  });

  test('fails when she does not know this node, or its key', async () => {
    const stranger = await sisterOf({ node: await createIdentity('somebody') });
    expect(await probe(stranger.address)).toBe('refused');
    const outdated = await sisterOf({ node: await createIdentity('meridian') });
    expect(await probe(outdated.address)).toBe('refused-key');
  });

  test('fails on an answer that is not understood, or is none of hers', async () => {
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

  test('ends after its time limit when she says nothing', async () => {
    const clock = createHandClock();
    const asked = deferred();
    const { address, close } = await startLoopback(() => asked.resolve());
    ends.push(close);
    const probing = probe(address, clock);
    await asked.promise;
    clock.advance(TIMEOUT_MS);
    expect(await probing).toBe('too-late');
  });

  test('counts the checks of an answer into the limit: keys that never come are too late', async () => {
    const clock = createHandClock();
    const sister = await sisterOf({ now: clock.now });
    const asked = deferred();
    sister.before = async (path) => {
      if (!path.startsWith('/.well-known/')) return;
      asked.resolve();
      await new Promise(() => undefined);
    };
    const probing = probe(sister.address, clock);
    await asked.promise;
    clock.advance(TIMEOUT_MS);
    expect(await probing).toBe('too-late');
  });

  test('is made once more, newly signed, when a kept connection turns out to be closed', async () => {
    const sister = await sisterOf();
    const caller = callerOf(sister.address);
    expect(await caller.call('forge', 'probe', {}, SIGNAL)).toMatchObject({ ok: true });
    sister.before = async () => {
      sister.before = async () => undefined;
      sister.app.server.closeAllConnections();
    };
    expect(await caller.call('forge', 'probe', {}, SIGNAL)).toMatchObject({ ok: true });
    expect(sister.refused).toEqual([]);
  });
});

function deferred() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}
