import { expect, test } from 'vitest';
import { TOAST } from '../../../contract/limits.ts';
import { createToasts } from './toasts.ts';

/** Time moved by hand. */
function createHandClock() {
  let now = 1_000_000;
  let tasks: { at: number; task: () => void }[] = [];
  return {
    now: () => now,
    after(ms: number, task: () => void) {
      const entry = { at: now + ms, task };
      tasks.push(entry);
      return () => {
        tasks = tasks.filter((kept) => kept !== entry);
      };
    },
    pass(ms: number) {
      const end = now + ms;
      for (;;) {
        const next = tasks.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        tasks = tasks.filter((kept) => kept !== next);
        now = next.at;
        next.task();
      }
      now = end;
    },
    waiting: () => tasks.length,
  };
}

function setUp() {
  const clock = createHandClock();
  const toasts = createToasts(clock);
  return { clock, toasts, title: () => toasts.state().current?.title };
}

test('a toast is shown for 5000 ms', () => {
  const { clock, toasts, title } = setUp();
  toasts.show({ title: 'Success', tone: 'good' });
  clock.pass(4999);
  expect(title()).toBe('Success');
  clock.pass(1);
  expect(title()).toBeUndefined();
});

test('a new toast takes the place of the old one and has its own 5000 ms', () => {
  const { clock, toasts, title } = setUp();
  toasts.show({ title: 'first', tone: 'neutral' });
  clock.pass(3000);
  toasts.show({ title: 'second', tone: 'neutral' });
  expect(title()).toBe('second');
  expect(toasts.state().past.map((toast) => toast.title)).toEqual(['first']);
  clock.pass(4999);
  expect(title()).toBe('second');
});

test('time stands still while somebody points at it', () => {
  const { clock, toasts, title } = setUp();
  toasts.show({ title: 'wait', tone: 'neutral' });
  clock.pass(4000);
  toasts.pause();
  clock.pass(60_000);
  expect(title()).toBe('wait');
  toasts.resume();
  clock.pass(999);
  expect(title()).toBe('wait');
  clock.pass(1);
  expect(title()).toBeUndefined();
});

test('resuming what nobody paused does not lengthen it', () => {
  const { clock, toasts, title } = setUp();
  toasts.show({ title: 'once', tone: 'neutral' });
  clock.pass(4000);
  toasts.resume();
  clock.pass(1000);
  expect(title()).toBeUndefined();
});

test('a dismissed toast is kept for 1,000,000 ms and then forgotten', () => {
  const { clock, toasts } = setUp();
  toasts.show({ title: 'kept', text: 'why', tone: 'bad' });
  toasts.dismiss();
  clock.pass(TOAST.keepDismissedMs - 1);
  expect(toasts.state().past).toMatchObject([{ title: 'kept', text: 'why', tone: 'bad' }]);
  clock.pass(1);
  expect(toasts.state().past).toEqual([]);
  expect(clock.waiting()).toBe(0);
});

test('each kept toast has its own time', () => {
  const { clock, toasts } = setUp();
  toasts.show({ title: 'old', tone: 'neutral' });
  toasts.dismiss();
  clock.pass(600_000);
  toasts.show({ title: 'young', tone: 'neutral' });
  toasts.dismiss();
  clock.pass(400_000);
  expect(toasts.state().past.map((toast) => toast.title)).toEqual(['young']);
});

test('however much happens, a bounded number is kept', () => {
  const { toasts } = setUp();
  for (let n = 0; n < 1000; n += 1) toasts.show({ title: `${n}`, tone: 'neutral' });
  expect(toasts.state().past).toHaveLength(100);
  expect(toasts.state().past[0]?.title).toBe('998');
});

test('a listener hears every change until it leaves', () => {
  const { toasts } = setUp();
  let heard = 0;
  const leave = toasts.subscribe(() => {
    heard += 1;
  });
  toasts.show({ title: 'a', tone: 'neutral' });
  leave();
  toasts.dismiss();
  expect(heard).toBe(1);
});
