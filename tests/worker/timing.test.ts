import { describe, expect, it } from 'vitest';
import { withLimit } from '../../src/worker/clock.ts';
import type { ReadRef } from '../../src/worker/reads/read-store.ts';
import { createSubscriptions, GRACE_MS, poll } from '../../src/worker/reads/subscriptions.ts';
import { createServerTime } from '../../src/worker/server-time.ts';
import { createHandClock } from '../doubles/clock.ts';

describe('a poll', () => {
  it('runs every interval, counted from start to start', async () => {
    const clock = createHandClock();
    const stop = new AbortController();
    const turns: number[] = [];
    void poll(clock, stop.signal, { everyMs: 10_000, firstAfterMs: 0 }, async () => {
      turns.push(clock.mono());
      await clock.sleep(3000, stop.signal);
    });
    await clock.advance(25_000);
    expect(turns).toEqual([0, 10_000, 20_000]);
    stop.abort();
    expect(clock.sleepers()).toBe(0);
  });

  it('never overlaps two runs, and makes up for none', async () => {
    const clock = createHandClock();
    const stop = new AbortController();
    const turns: number[] = [];
    void poll(clock, stop.signal, { everyMs: 5000, firstAfterMs: 0 }, async () => {
      turns.push(clock.mono());
      await clock.sleep(12_000, stop.signal);
    });
    await clock.advance(20_000);
    expect(turns).toEqual([0, 15_000]);
    stop.abort();
  });

  it('continues with one run after the device has slept through many', async () => {
    const clock = createHandClock();
    const stop = new AbortController();
    let turns = 0;
    void poll(clock, stop.signal, { everyMs: 10_000, firstAfterMs: 10_000 }, async () => {
      turns += 1;
    });
    await clock.advance(0);
    await clock.sleepDevice(3_600_000);
    expect(turns).toBe(1);
    stop.abort();
  });
});

describe('subscriptions', () => {
  const STATS: ReadRef = { name: 'stats', params: {} };
  const BUNDLES: ReadRef = { name: 'bundles', params: {} };
  const KEY = 'api/dashboard/stats';

  function rigOf() {
    const clock = createHandClock();
    const events: string[] = [];
    const subscriptions = createSubscriptions({
      clock,
      store: {
        get: () => undefined,
        retain(key) {
          events.push(`start ${key}`);
          return () => events.push(`end ${key}`);
        },
      },
      read: async () => undefined,
      readOnce: async () => undefined,
      isGoodEnough: () => false,
    });
    return { clock, events, subscriptions };
  }

  it('start with the first subscriber and end a grace period after the last', async () => {
    const { clock, events, subscriptions } = rigOf();
    subscriptions.add(STATS);
    await clock.advance(GRACE_MS * 2);
    expect(events).toEqual([`start ${KEY}`]);
    subscriptions.remove(STATS);
    await clock.advance(GRACE_MS - 1);
    expect(subscriptions.has(KEY)).toBe(true);
    await clock.advance(1);
    expect(events).toEqual([`start ${KEY}`, `end ${KEY}`]);
  });

  it('do not start over when a subscriber returns within the grace period', async () => {
    const { clock, events, subscriptions } = rigOf();
    subscriptions.add(STATS);
    subscriptions.remove(STATS);
    await clock.advance(GRACE_MS - 1);
    subscriptions.add(STATS);
    await clock.advance(GRACE_MS * 3);
    expect(events).toEqual([`start ${KEY}`]);
    expect(clock.sleepers()).toBe(0);
  });

  it('count a subscriber that says so twice once', async () => {
    const { clock, events, subscriptions } = rigOf();
    subscriptions.add(STATS);
    subscriptions.add(STATS);
    subscriptions.remove(STATS);
    await clock.advance(GRACE_MS);
    expect(events.at(-1)).toBe(`end ${KEY}`);
  });

  it('end all at once, grace periods included', () => {
    const { clock, events, subscriptions } = rigOf();
    subscriptions.add(STATS);
    subscriptions.add(BUNDLES);
    subscriptions.remove(STATS);
    subscriptions.stop();
    expect(events.slice(-2).sort()).toEqual([`end ${KEY}`, 'end api/zip/bundles']);
    expect(clock.sleepers()).toBe(0);
  });
});

describe('server time', () => {
  it('is measured to the middle of the round trip', () => {
    const clock = createHandClock(1_000_000);
    const time = createServerTime(clock);
    time.answered(4_600_000, 999_900, 1_000_100);
    expect(time.skewMs()).toBe(3_600_000);
    expect(time.now()).toBe(4_600_000);
  });

  it('is smoothed: one late answer moves it little', () => {
    const time = createServerTime(createHandClock(0));
    time.answered(0, 0, 0);
    time.answered(400, -100, 100);
    expect(time.skewMs()).toBe(80);
  });

  it('jumps when the clock of the device was set', () => {
    const time = createServerTime(createHandClock(0));
    time.answered(0, 0, 0);
    time.answered(-3_600_000, 0, 10);
    expect(time.skewMs()).toBe(-3_600_005);
  });

  it('ignores an answer that took too long', () => {
    const time = createServerTime(createHandClock(0));
    time.answered(9_000_000, 0, 6000);
    expect(time.skewMs()).toBe(0);
  });

  it('does not fall back when a message waited while the device slept', () => {
    const clock = createHandClock(10_000_000);
    const time = createServerTime(clock);
    time.answered(10_000_000, 10_000_000, 10_000_000);
    time.received(10_000_000 - 3_600_000);
    expect(time.skewMs()).toBe(0);
    time.received(10_000_500);
    expect(time.skewMs()).toBe(500);
  });

  it('notifies of a larger change of the skew only', () => {
    let calls = 0;
    const time = createServerTime(createHandClock(0));
    const stop = time.subscribe(() => {
      calls += 1;
    });
    time.answered(1000, 0, 0);
    time.answered(1010, 0, 0);
    expect(calls).toBe(1);
    stop();
    time.answered(90_000, 0, 0);
    expect(calls).toBe(1);
  });
});

describe('withLimit', () => {
  const never = new AbortController().signal;

  it('reports late when the limit comes first, and aborts the work', async () => {
    const clock = createHandClock();
    let signal: AbortSignal | undefined;
    const result = withLimit(clock, 1000, never, (own) => {
      signal = own;
      return new Promise(() => undefined);
    });
    await clock.advance(1000);
    expect(await result).toEqual({ end: 'late' });
    expect(signal?.aborted).toBe(true);
  });

  it('leaves no timer behind when it is done', async () => {
    const clock = createHandClock();
    expect(await withLimit(clock, 1000, never, async () => 7)).toEqual({ end: 'done', value: 7 });
    expect(clock.sleepers()).toBe(0);
  });

  it('fails without throwing when it was aborted before it began', async () => {
    const result = await withLimit(createHandClock(), 1, AbortSignal.abort(), async (own) => {
      own.throwIfAborted();
    });
    expect(result.end).toBe('failed');
  });
});
