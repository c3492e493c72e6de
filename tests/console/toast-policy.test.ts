import { expect, test } from 'vitest';
import { TOAST } from '../../contract/limits.ts';
import { createToastPolicy } from '../../src/console/toast-policy.ts';

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
  const toasts = createToastPolicy(clock);
  return { clock, toasts, title: () => toasts.state().current?.title };
}

test('a toast is shown for 5000 ms', () => {
  const { clock, toasts, title } = setUp();
  toasts.show({ title: 'Success', severity: 'success' });
  clock.pass(4999);
  expect(title()).toBe('Success');
  clock.pass(1);
  expect(title()).toBeUndefined();
});

test('a new toast takes the place of the old one and has its own 5000 ms', () => {
  const { clock, toasts, title } = setUp();
  toasts.show({ title: 'first', severity: 'info' });
  clock.pass(3000);
  toasts.show({ title: 'second', severity: 'info' });
  expect(title()).toBe('second');
  expect(toasts.state().dismissed.map((toast) => toast.title)).toEqual(['first']);
  clock.pass(4999);
  expect(title()).toBe('second');
});

test('time stands still while somebody points at it', () => {
  const { clock, toasts, title } = setUp();
  toasts.show({ title: 'wait', severity: 'info' });
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

test('a notice may say how long it stays, or that it stays until it is closed', () => {
  const { clock, toasts, title } = setUp();
  toasts.show({ title: 'long', severity: 'info', autoClose: 10_000 });
  clock.pass(9999);
  expect(title()).toBe('long');
  clock.pass(1);
  expect(title()).toBeUndefined();
  toasts.show({ title: 'stays', severity: 'error', autoClose: false });
  toasts.pause();
  toasts.resume();
  clock.pass(60_000);
  expect(title()).toBe('stays');
});

test('resuming what nobody paused does not lengthen it', () => {
  const { clock, toasts, title } = setUp();
  toasts.show({ title: 'once', severity: 'info' });
  clock.pass(4000);
  toasts.resume();
  clock.pass(1000);
  expect(title()).toBeUndefined();
});

test('a dismissed toast is kept for 1,000,000 ms and then forgotten', () => {
  const { clock, toasts } = setUp();
  toasts.show({ title: 'kept', message: 'why', severity: 'error' });
  toasts.dismiss();
  clock.pass(TOAST.keepDismissedMs - 1);
  expect(toasts.state().dismissed).toMatchObject([
    { title: 'kept', message: 'why', severity: 'error' },
  ]);
  clock.pass(1);
  expect(toasts.state().dismissed).toEqual([]);
  expect(clock.waiting()).toBe(0);
});

test('each kept toast has its own time', () => {
  const { clock, toasts } = setUp();
  toasts.show({ title: 'old', severity: 'info' });
  toasts.dismiss();
  clock.pass(600_000);
  toasts.show({ title: 'young', severity: 'info' });
  toasts.dismiss();
  clock.pass(400_000);
  expect(toasts.state().dismissed.map((toast) => toast.title)).toEqual(['young']);
});

test('however much happens, a bounded number is kept', () => {
  const { toasts } = setUp();
  for (let n = 0; n < 1000; n += 1) toasts.show({ title: `${n}`, severity: 'info' });
  expect(toasts.state().dismissed).toHaveLength(100);
  expect(toasts.state().dismissed[0]?.title).toBe('998');
});

test('a listener is called at every change until it leaves', () => {
  const { toasts } = setUp();
  let calls = 0;
  const leave = toasts.subscribe(() => {
    calls += 1;
  });
  toasts.show({ title: 'a', severity: 'info' });
  leave();
  toasts.dismiss();
  expect(calls).toBe(1);
});
