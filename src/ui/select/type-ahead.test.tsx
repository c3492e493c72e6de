import { expect, test } from 'vitest';
import { findTyped, NOTHING_TYPED, stillTyping, type Typed, typeLetter } from './type-ahead.ts';

const OPTIONS = ['Standard', 'High', 'Emergency', 'Hidden one'];

/** What is typed: letters, each so many milliseconds after the one before. */
function type(...letters: [string, number][]): Typed {
  let at = 0;
  let typed = NOTHING_TYPED;
  for (const [letter, afterMs] of letters) {
    at += afterMs;
    typed = typeLetter(typed, letter, at);
  }
  return typed;
}

test('letters within a second of each other make one text', () => {
  expect(type(['H', 0], ['i', 999], ['d', 999]).text).toBe('hid');
});

test('a pause of 1000 ms begins anew', () => {
  expect(type(['h', 0], ['e', 1000]).text).toBe('e');
  expect(stillTyping(type(['h', 5]), 1004)).toBe(true);
  expect(stillTyping(type(['h', 5]), 1005)).toBe(false);
  expect(stillTyping(NOTHING_TYPED, 0)).toBe(false);
});

test('one letter goes on to the next that begins so, round and round', () => {
  expect(findTyped(OPTIONS, type(['h', 0]), 0)).toBe(1);
  expect(findTyped(OPTIONS, type(['h', 0]), 1)).toBe(3);
  expect(findTyped(OPTIONS, type(['h', 0], ['h', 100]), 3)).toBe(1);
  expect(findTyped(OPTIONS, type(['s', 0]), 0)).toBe(0);
});

test('more letters stay on the option at hand while it fits', () => {
  expect(findTyped(OPTIONS, type(['h', 0], ['i', 100]), 1)).toBe(1);
  expect(findTyped(OPTIONS, type(['h', 0], ['i', 100], ['d', 100]), 1)).toBe(3);
});

test('a space belongs to what is typed, and nothing is found where nothing fits', () => {
  const text = [...'hidden o'].map((letter): [string, number] => [letter, 50]);
  expect(findTyped(OPTIONS, type(...text), 0)).toBe(3);
  expect(findTyped(OPTIONS, type(['z', 0]), 0)).toBeUndefined();
  expect(findTyped([], type(['z', 0]), 0)).toBeUndefined();
});
