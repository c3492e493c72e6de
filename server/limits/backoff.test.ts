import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../contract/limits.ts';
import { openOneLimits } from '../../tests/server/accounts/limits-rig.ts';
import { createLoginAttempts } from '../accounts/factors/login-attempts.ts';
import { BusyError } from '../base/http-error.ts';

/** @returns seconds to wait; 0 when the attempt was allowed */
async function waitOf(attempt: () => Promise<void>): Promise<number> {
  try {
    await attempt();
    return 0;
  } catch (error) {
    if (!(error instanceof BusyError)) throw error;
    return error.retryAfterSec;
  }
}

async function setup() {
  const clock = { now: 1_000_000 };
  const waits = { free: 3, firstWaitMs: 10_000, longestWaitMs: 60_000, forgetMs: 600_000 };
  const limits = await openOneLimits(() => clock.now);
  const backoff = limits.backoff('test', { ...waits, keysMax: 2 });
  return { clock, backoff, waitAfter: (key: string) => waitOf(() => backoff.count(key)) };
}

test('the wait doubles with each attempt, up to the longest', async () => {
  const { clock, waitAfter } = await setup();
  for (let i = 0; i < 3; i++) expect(await waitAfter('ada')).toBe(0);
  const waits = [];
  for (let i = 0; i < 6; i++) {
    const wait = await waitAfter('ada');
    waits.push(wait);
    clock.now += wait * 1000;
    expect(await waitAfter('ada')).toBe(0);
  }
  expect(waits).toEqual([10, 20, 40, 60, 60, 60]);
});

test('quiet, a refund and a reset take attempts back', async () => {
  const { clock, backoff, waitAfter } = await setup();
  for (let i = 0; i < 3; i++) await waitAfter('ada');
  await backoff.refund('ada');
  expect([await waitAfter('ada'), await waitAfter('ada')]).toEqual([0, 10]);
  await backoff.reset('ada');
  expect(await waitAfter('ada')).toBe(0);
  for (let i = 0; i < 2; i++) await waitAfter('ada');
  expect(await waitAfter('ada')).toBe(10);
  clock.now += 600_000;
  expect([await waitAfter('ada'), await waitAfter('ada'), await waitAfter('ada')]).toEqual([
    0, 0, 0,
  ]);
});

test('nobody waits for attempts of before the clock was set back', async () => {
  const { clock, waitAfter } = await setup();
  for (let i = 0; i < 4; i++) await waitAfter('ada');
  clock.now -= 5 * MINUTE_MS;
  expect([await waitAfter('ada'), await waitAfter('ada'), await waitAfter('ada')]).toEqual([
    0, 0, 0,
  ]);
  expect(await waitAfter('ada')).toBe(10);
});

test('the number of keys is bounded', async () => {
  const { clock, waitAfter } = await setup();
  for (const key of ['one', 'two', 'three']) {
    clock.now += 1;
    for (let i = 0; i < 3; i++) await waitAfter(key);
  }
  expect([await waitAfter('three'), await waitAfter('two')]).toEqual([10, 10]);
  expect(await waitAfter('one')).toBe(0);
});

async function setupLogins() {
  const clock = { now: 1_000_000 };
  const logins = createLoginAttempts(await openOneLimits(() => clock.now), 'password');
  const guess = (address: string, knownDevice?: string, account = 'ada') =>
    waitOf(() => logins.count({ account, address, knownDevice }));
  return { clock, logins, guess };
}

test('guesses from one address do not lock the account anywhere else', async () => {
  const { guess } = await setupLogins();
  for (let i = 0; i < 10; i++) expect(await guess('192.0.2.1')).toBe(0);
  expect(await guess('192.0.2.1')).toBe(300);
  expect(await guess('192.0.2.2')).toBe(0);
});

test('an address that waits for one account uses up nothing of the ceilings', async () => {
  const { guess } = await setupLogins();
  for (let i = 0; i < 1000; i++) await guess('192.0.2.1');
  expect(await guess('192.0.2.2')).toBe(0);
  expect(await guess('192.0.2.1', undefined, 'grace')).toBe(0);
});

test('all addresses together guess one account 300 times an hour; known devices go on', async () => {
  const { clock, guess } = await setupLogins();
  let allowed = 0;
  for (let i = 0; i < 60; i++)
    for (let j = 0; j < 10; j++) if ((await guess(`198.51.100.${i}`)) === 0) allowed += 1;
  expect(allowed).toBe(300);
  expect(await guess('192.0.2.1')).toBeGreaterThan(0);
  expect(await guess('192.0.2.1', 'the tablet')).toBe(0);
  clock.now += 60 * MINUTE_MS;
  expect(await guess('192.0.2.1')).toBe(0);
});

test('one address has at most 106 guesses a day for one account', async () => {
  const { clock, guess } = await setupLogins();
  const end = clock.now + 24 * 60 * MINUTE_MS;
  let allowed = 0;
  while (clock.now < end) {
    const wait = await guess('192.0.2.1');
    if (wait === 0) allowed += 1;
    clock.now += wait * 1000;
  }
  expect(allowed).toBeLessThanOrEqual(106);
});

test('the right password takes the waits back, and shares nothing of the ceilings', async () => {
  const { logins, guess } = await setupLogins();
  const attempt = { account: 'ada', address: '192.0.2.1', knownDevice: undefined };
  for (let i = 0; i < 9; i++) await guess('192.0.2.1');
  for (let i = 0; i < 500; i++) {
    expect(await waitOf(() => logins.count(attempt))).toBe(0);
    await logins.succeed(attempt);
  }
});
