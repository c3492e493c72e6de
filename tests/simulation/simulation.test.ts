import { expect, test } from 'vitest';
import { simulate } from './run.ts';

/** Seeded faults against the real worker. `SEEDS=n` tries more of them, `FIRST_SEED=n` others. */
const SEEDS = Number(process.env.SEEDS ?? 300);
const FIRST = Number(process.env.FIRST_SEED ?? 1);
const LIMIT_MS_A_SEED = 1000;
const FAILURES_MAX = 10;

test(
  'no event and no upload is lost or doubled, one tab speaks, and nothing is shown fresher than it is',
  async () => {
    const failures: string[] = [];
    for (let seed = FIRST; seed < FIRST + SEEDS && failures.length < FAILURES_MAX; seed += 1)
      await simulate(seed).catch((error: unknown) => failures.push(String(error)));
    expect(failures).toEqual([]);
  },
  SEEDS * LIMIT_MS_A_SEED,
);

/** Seeds that failed once. */
test.each([
  [54, 'a read that met no answer while the line was fine was never tried again'],
  [251, 'two answers on their way at once, one of which missed a message'],
  [1028, 'what was known kept looking fresh while a replay was on its way'],
  [1044, 'messages from before the device slept counted as heard after it'],
])('seed %s: %s', async (seed) => {
  await simulate(seed, 'rows');
});
