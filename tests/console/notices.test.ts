import { beforeEach, expect, test } from 'vitest';
import { dismissToast, notify, shownToast, toasts } from '../../src/console/notices.ts';

beforeEach(() => toasts.set([]));

test('a new toast takes the place of the one that is there, which is kept', () => {
  notify({ title: 'first', severity: 'info' });
  notify({ title: 'second', message: 'why', severity: 'error' });
  expect(shownToast()).toMatchObject({ title: 'second', message: 'why', severity: 'error' });
  expect(toasts.get()[1]).toMatchObject({ title: 'first', leftAt: expect.any(Number) });
});

test('a toast that is dismissed stays in the list, once', () => {
  notify({ title: 'once', severity: 'info' });
  dismissToast();
  dismissToast();
  expect(shownToast()).toBeUndefined();
  expect(toasts.get().map(({ title }) => title)).toEqual(['once']);
});

test('however much happens, a bounded number is kept', () => {
  for (let n = 0; n < 1000; n += 1) notify({ title: `${n}`, severity: 'info' });
  expect(toasts.get()).toHaveLength(100);
  expect(toasts.get()[0]?.title).toBe('999');
});
