import { expect, test } from 'vitest';
import { simulate } from './run.ts';

/** Seeded faults against the real worker. `SEEDS=n` tries more of them, `FIRST_SEED=n` others. */
const SEEDS = Number(process.env.SEEDS ?? 200);
const FIRST = Number(process.env.FIRST_SEED ?? 1);
const LIMIT_MS_A_SEED = 1000;
const FAILURES_MAX = 10;

test.each([
  ['loses and doubles no event or upload, and shows nothing fresher than it is', 'all', 1],
  ['shows nothing that a restored server does not have, and misses nothing', 'restores', 2],
  ['loses no acknowledgement and makes none twice, or over a later one', 'acknowledgements', 2],
] as const)(
  '%s',
  async (_, what, part) => {
    const failures: string[] = [];
    for (let seed = FIRST; seed < FIRST + SEEDS / part && failures.length < FAILURES_MAX; seed += 1)
      await simulate(seed, what).catch((error: unknown) => failures.push(String(error)));
    expect(failures).toEqual([]);
  },
  SEEDS * LIMIT_MS_A_SEED,
);

/** Seeds that failed once, before there were uploads. */
test.each([
  [54, 'a read that failed on a live connection was never tried again'],
  [251, 'two answers on their way at once, one of which missed a message'],
  [1028, 'what was known kept looking fresh while a replay was on its way'],
  [1044, 'messages from before the device slept counted as received after it'],
])('seed %s: %s', async (seed) => {
  await simulate(seed, 'rows');
});

/** Seeds that failed once, with uploads. */
test.each([
  [2909, 'a tab opened beside a sender that had frozen did not see what the device held'],
  [
    700515,
    'a stream that began anew put a message on top of an answer from before, with a hole between',
  ],
  [2959, 'a tab that slept as an upload was added did not know that it had to be sent'],
])('seed %s: %s', async (seed) => {
  await simulate(seed);
});

/** Seeds that failed once, with a server that is restored. */
test.each([
  [5266, 'rows went on top of a list from before a restore to the very beginning'],
  [7, 'a list was newer than what two streams share, and the stream in its tab was not'],
])('seed %s: %s', async (seed) => {
  await simulate(seed, 'restores');
});
