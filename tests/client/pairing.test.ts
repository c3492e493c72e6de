import { expect, test } from 'vitest';
import type { Pairing } from '../../contract/shapes/display.ts';
import { type PairingState, runPairing } from '../../src/client/wall/pairing.ts';
import type { Outcome } from '../../src/shared/outcome.ts';

const waiting = (code: string, expiresAt = 600_000): Outcome<Pairing> => ({
  ok: true,
  data: { state: 'waiting', code, expiresAt },
});
const failed = (status: number, text = ''): Outcome<Pairing> => ({
  ok: false,
  status,
  text,
  why: status === 0 ? 'unreachable' : 'refused',
});

/** Asks as long as there are answers, and ends then. */
async function run(answers: Outcome<Pairing>[]) {
  const over = new AbortController();
  const told: PairingState[] = [];
  const slept: number[] = [];
  const ask = async () => {
    const answer = answers.shift();
    if (answer === undefined) over.abort();
    return answer ?? failed(0);
  };
  const sleep = async (ms: number) => void slept.push(ms);
  await runPairing({ ask, sleep }, over.signal, (state) => told.push(state));
  return { told, slept };
}

test('a screen shows its code, the next one when that has run out, and ends when it is approved', async () => {
  const { told, slept } = await run([
    waiting('AAAA2222'),
    waiting('AAAA2222'),
    waiting('BBBB3333', 1_200_000),
    { ok: true, data: { state: 'display', name: 'Hall' } },
    waiting('never asked'),
  ]);
  expect(told).toEqual([
    { state: 'waiting', code: 'AAAA2222', expiresAt: 600_000 },
    { state: 'waiting', code: 'AAAA2222', expiresAt: 600_000 },
    { state: 'waiting', code: 'BBBB3333', expiresAt: 1_200_000 },
    { state: 'done', name: 'Hall' },
  ]);
  expect(slept).toEqual([3000, 3000, 3000]);
});

test('somebody who signed in on the screen ends it too, without a name', async () => {
  const { told } = await run([{ ok: true, data: { state: 'account' } }]);
  expect(told).toEqual([{ state: 'done', name: undefined }]);
});

test('a server that does not answer, has no pairing, or is full is told apart and asked again later', async () => {
  const { told, slept } = await run([
    failed(0),
    failed(404),
    failed(429, '{"message":"Too many tries. Please wait a little."}'),
    failed(502, 'Bad Gateway'),
  ]);
  expect(told).toEqual([
    { state: 'failed', text: 'The server does not answer.' },
    { state: 'failed', text: 'This server has no pairing of displays.' },
    { state: 'failed', text: 'Too many tries. Please wait a little.' },
    { state: 'failed', text: 'The server answered 502.' },
  ]);
  expect(slept).toEqual([15_000, 15_000, 15_000, 15_000]);
});

test('nothing is told once nobody looks', async () => {
  const { told } = await run([]);
  expect(told).toEqual([]);
});
