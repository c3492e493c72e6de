import { describe, expect, it } from 'vitest';
import { limited } from '../../src/worker/limit.ts';
import { poll } from '../../src/worker/reads/poller.ts';
import { createWatches, GRACE_MS } from '../../src/worker/reads/watches.ts';
import { createServerTime } from '../../src/worker/server-time.ts';
import { createHandClock } from '../doubles/clock.ts';

describe('a poll', () => {
  it('turns every interval, counted from turn to turn', async () => {
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

  it('never makes two turns overlap, and makes up for none', async () => {
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

  it('goes on with one turn after the device has slept through many', async () => {
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

describe('watching', () => {
  function rigOf() {
    const clock = createHandClock();
    const events: string[] = [];
    const watches = createWatches(clock, (key) => {
      events.push(`start ${key}`);
      return () => events.push(`end ${key}`);
    });
    return { clock, events, watches };
  }

  it('starts with the first watcher and ends a grace after the last', async () => {
    const { clock, events, watches } = rigOf();
    watches.add('one', 'stats');
    watches.add('two', 'stats');
    watches.remove('one', 'stats');
    await clock.advance(GRACE_MS * 2);
    expect(events).toEqual(['start stats']);
    watches.remove('two', 'stats');
    await clock.advance(GRACE_MS - 1);
    expect(watches.has('stats')).toBe(true);
    await clock.advance(1);
    expect(events).toEqual(['start stats', 'end stats']);
  });

  it('does not flap when somebody goes and comes back within the grace', async () => {
    const { clock, events, watches } = rigOf();
    watches.add('one', 'stats');
    watches.remove('one', 'stats');
    await clock.advance(GRACE_MS - 1);
    watches.add('one', 'stats');
    await clock.advance(GRACE_MS * 3);
    expect(events).toEqual(['start stats']);
    expect(clock.sleepers()).toBe(0);
  });

  it('counts a watcher that says so twice once', async () => {
    const { clock, events, watches } = rigOf();
    watches.add('one', 'stats');
    watches.add('one', 'stats');
    watches.remove('one', 'stats');
    await clock.advance(GRACE_MS);
    expect(events.at(-1)).toBe('end stats');
  });

  it('ends everything at once, graces included', () => {
    const { clock, events, watches } = rigOf();
    watches.add('one', 'stats');
    watches.add('one', 'bundles');
    watches.remove('one', 'stats');
    watches.stop();
    expect(events.slice(-2).sort()).toEqual(['end bundles', 'end stats']);
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

  it('follows at once when the clock of the device was set', () => {
    const time = createServerTime(createHandClock(0));
    time.answered(0, 0, 0);
    time.answered(-3_600_000, 0, 10);
    expect(time.skewMs()).toBe(-3_600_005);
  });

  it('does not learn from an answer that took too long', () => {
    const time = createServerTime(createHandClock(0));
    time.answered(9_000_000, 0, 6000);
    expect(time.skewMs()).toBe(0);
  });

  it('does not fall back when a message waited while the device slept', () => {
    const clock = createHandClock(10_000_000);
    const time = createServerTime(clock);
    time.answered(10_000_000, 10_000_000, 10_000_000);
    time.told(10_000_000 - 3_600_000);
    expect(time.skewMs()).toBe(0);
    time.told(10_000_500);
    expect(time.skewMs()).toBe(500);
  });

  it('tells of what matters only', () => {
    let told = 0;
    const time = createServerTime(createHandClock(0));
    const stop = time.subscribe(() => {
      told += 1;
    });
    time.answered(1000, 0, 0);
    time.answered(1010, 0, 0);
    expect(told).toBe(1);
    stop();
    time.answered(90_000, 0, 0);
    expect(told).toBe(1);
  });
});

describe('work under a limit', () => {
  const never = new AbortController().signal;

  it('is late when the limit comes first, and its own signal ends it', async () => {
    const clock = createHandClock();
    let signal: AbortSignal | undefined;
    const result = limited(clock, 1000, never, (own) => {
      signal = own;
      return new Promise(() => undefined);
    });
    await clock.advance(1000);
    expect(await result).toEqual({ end: 'late' });
    expect(signal?.aborted).toBe(true);
  });

  it('leaves no timer behind when it is done', async () => {
    const clock = createHandClock();
    expect(await limited(clock, 1000, never, async () => 7)).toEqual({ end: 'done', value: 7 });
    expect(clock.sleepers()).toBe(0);
  });

  it('fails, and does not throw, when it was given up before it began', async () => {
    const result = await limited(createHandClock(), 1, AbortSignal.abort(), async (own) => {
      own.throwIfAborted();
    });
    expect(result.end).toBe('failed');
  });
});
