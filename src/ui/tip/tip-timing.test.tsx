import { expect, test } from 'vitest';
import { createTipTiming } from './tip-timing.ts';

/** A timing whose time is moved by hand. */
function setUp() {
  let now = 10_000;
  let due: { at: number; run: () => void } | undefined;
  const shown: (string | undefined)[] = [];
  const timing = createTipTiming<string>({
    openMs: 700,
    skipMs: 300,
    now: () => now,
    after(ms, run) {
      const mine = { at: now + ms, run };
      due = mine;
      return () => {
        if (due === mine) due = undefined;
      };
    },
    show: (owner) => shown.push(owner),
  });
  function pass(ms: number): void {
    now += ms;
    if (due === undefined || due.at > now) return;
    const { run } = due;
    due = undefined;
    run();
  }
  return { timing, shown, pass };
}

test('opens after 700 ms over one owner, and not before', () => {
  const { timing, shown, pass } = setUp();
  timing.over('a');
  pass(699);
  expect(shown).toEqual([]);
  pass(1);
  expect(shown).toEqual(['a']);
});

test('who leaves sooner sees none', () => {
  const { timing, shown, pass } = setUp();
  timing.over('a');
  pass(600);
  timing.away();
  pass(5000);
  expect(shown).toEqual([]);
});

test('within 300 ms of one that was open the next one opens at once', () => {
  const { timing, shown, pass } = setUp();
  timing.over('a');
  pass(700);
  timing.away();
  pass(120);
  pass(299);
  timing.over('b');
  expect(shown).toEqual(['a', undefined, 'b']);
});

test('after 300 ms the next one waits again', () => {
  const { timing, shown, pass } = setUp();
  timing.over('a');
  pass(700);
  timing.away();
  pass(120);
  pass(300);
  timing.over('b');
  expect(shown).toEqual(['a', undefined]);
  pass(700);
  expect(shown).toEqual(['a', undefined, 'b']);
});

test('the focus shows it at once, a press takes it away and the next waits', () => {
  const { timing, shown, pass } = setUp();
  timing.at('a');
  timing.dismiss();
  timing.over('b');
  expect(shown).toEqual(['a', undefined]);
  pass(700);
  expect(shown).toEqual(['a', undefined, 'b']);
});

test('coming back before it is gone keeps it', () => {
  const { timing, shown, pass } = setUp();
  timing.at('a');
  timing.away();
  pass(100);
  timing.over('a');
  pass(5000);
  expect(shown).toEqual(['a']);
});
