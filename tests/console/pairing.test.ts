import { expect, test } from 'vitest';
import type { Pairing } from '../../contract/shapes/display.ts';
import { type PairingState, pairInTurn, runPairing } from '../../src/console/wall/pairing.ts';
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

/** Runs the pairing until there are no more answers. */
async function pairWith(answers: Outcome<Pairing>[]) {
  const over = new AbortController();
  const states: PairingState[] = [];
  const slept: number[] = [];
  const ask = async () => {
    const answer = answers.shift();
    if (answer === undefined) over.abort();
    return answer ?? failed(0);
  };
  const sleep = async (ms: number) => void slept.push(ms);
  await runPairing({ ask, sleep }, over.signal, (state) => states.push(state));
  return { states, slept };
}

test('shows the code, then the next one when it has expired, and ends when it is approved', async () => {
  const { states, slept } = await pairWith([
    waiting('AAAA2222'),
    waiting('AAAA2222'),
    waiting('BBBB3333', 1_200_000),
    { ok: true, data: { state: 'display', name: 'Hall' } },
    waiting('never asked'),
  ]);
  expect(states).toEqual([
    { state: 'waiting', code: 'AAAA2222', expiresAt: 600_000 },
    { state: 'waiting', code: 'AAAA2222', expiresAt: 600_000 },
    { state: 'waiting', code: 'BBBB3333', expiresAt: 1_200_000 },
    { state: 'done', name: 'Hall' },
  ]);
  expect(slept).toEqual([3000, 3000, 3000]);
});

test('ends without a name when somebody signs in on the screen', async () => {
  const { states } = await pairWith([{ ok: true, data: { state: 'account' } }]);
  expect(states).toEqual([{ state: 'done', name: undefined }]);
});

test('names why a server gives no code, and asks again later', async () => {
  const { states, slept } = await pairWith([
    failed(0),
    failed(404),
    failed(429, '{"message":"Too many tries. Please wait a little."}'),
    failed(502, 'Bad Gateway'),
  ]);
  expect(states).toEqual([
    { state: 'failed', text: 'The server does not answer.' },
    { state: 'failed', text: 'This server has no pairing of displays.' },
    { state: 'failed', text: 'Too many tries. Please wait a little.' },
    { state: 'failed', text: 'The server answered 502.' },
  ]);
  expect(slept).toEqual([15_000, 15_000, 15_000, 15_000]);
});

test('reports nothing after it was aborted', async () => {
  const { states } = await pairWith([]);
  expect(states).toEqual([]);
});

test('asks again only when the answer to the pairing before is there, as both may bring a code', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const answers: ((outcome: Outcome<Pairing>) => void)[] = [];
  const pair = pairInTurn({
    ask: () => new Promise((resolve) => answers.push(resolve)),
    sleep: async () => second.abort(),
  });
  const shown: string[] = [];
  const show = (state: PairingState) => void shown.push(state.state);
  const all = [pair(first.signal, show), pair(second.signal, show)];
  await expect.poll(() => answers.length).toBe(1);
  first.abort();
  answers[0]?.(waiting('AAAA2222'));
  await expect.poll(() => answers.length).toBe(2);
  expect(shown).toEqual([]);
  answers[1]?.(waiting('AAAA2222'));
  await Promise.all(all);
  expect(shown).toEqual(['waiting']);
});
