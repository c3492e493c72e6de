import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

test('the password of an unknown account never matches and takes a hash of the same cost', async () => {
  const passwords = createPasswords();
  const real = await passwords.hash('a long enough password');
  expect(await passwords.verify(real, 'a long enough password')).toBe(true);
  expect(await passwords.verify(real, 'another password')).toBe(false);
  expect(await passwords.verify(undefined, 'a long enough password')).toBe(false);
});

test('more than the queue holds is refused at once, and the queue goes on', async () => {
  const passwords = createPasswords();
  const tries = Array.from({ length: 70 }, () => passwords.verify(undefined, 'x').catch(String));
  const outcomes = await Promise.all(tries);
  expect(outcomes.filter((outcome) => outcome === false)).toHaveLength(66);
  expect(outcomes.filter((outcome) => String(outcome).includes('BusyError'))).toHaveLength(4);
  expect(await passwords.verify(undefined, 'x')).toBe(false);
});
