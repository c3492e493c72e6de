import { describe, expect, it } from 'vitest';
import type { Change, Missed } from '../../contract/live.ts';
import { createStream, type Stream } from '../../src/worker/connection/stream.ts';
import { flushPromises } from '../doubles/clock.ts';

function changeOf(seq: number): Change {
  return { key: ['api'], op: 'replace', data: seq, seq, at: 0 };
}

interface StreamRig {
  readonly stream: Stream;
  readonly numbers: { readonly streamId: string | undefined };
  readonly applied: number[];
  readonly asked: number[];
  readonly events: string[];
  answer(missed: Missed | undefined): Promise<void>;
}

function rigOf(known: { least?: number; most?: number; streamId?: string } = {}): StreamRig {
  const applied: number[] = [];
  const asked: number[] = [];
  const events: string[] = [];
  const answers: ((missed: Missed | undefined) => void)[] = [];
  const numbers = { streamId: known.streamId };
  const streamEvents = {
    apply: ({ seq }: Change) => applied.push(seq),
    replay(since: number) {
      asked.push(since);
      return new Promise<Missed | undefined>((resolve) => answers.push(resolve));
    },
    onGap: () => undefined,
    onWhole: () => events.push('whole'),
    onRenumbered: () => events.push('renumbered'),
    known: () => ({ least: known.least, most: known.most ?? 0 }),
  };
  const stream = createStream(streamEvents, numbers);
  return {
    stream,
    numbers,
    applied,
    asked,
    events,
    async answer(missed) {
      answers.shift()?.(missed);
      await flushPromises();
    },
  };
}

const missedOf = (from: number, to: number, complete = true): Missed => ({
  seq: to,
  complete,
  changes: Array.from({ length: to - from + 1 }, (_, i) => changeOf(from + i)),
});

describe('the numbered stream', () => {
  it('applies each change once and in order', () => {
    const { stream, applied } = rigOf();
    stream.hello(10);
    for (const seq of [11, 11, 12, 10, 12, 13]) stream.change(changeOf(seq));
    expect(applied).toEqual([11, 12, 13]);
  });

  it('applies nothing before the server has said hello', () => {
    const { stream, applied } = rigOf();
    stream.change(changeOf(1));
    expect(applied).toEqual([]);
    expect(stream.announced()).toBe(false);
  });

  it('covers what was read since the hello, and nothing older', () => {
    const { stream } = rigOf();
    expect(stream.holds(10)).toBe(false);
    stream.hello(10);
    expect([9, 10, 11].map(stream.holds)).toEqual([false, true, true]);
  });

  it('replays a gap, and keeps what arrives meanwhile in order', async () => {
    const rig = rigOf();
    rig.stream.hello(10);
    rig.stream.change(changeOf(13));
    rig.stream.change(changeOf(14));
    expect(rig.asked).toEqual([10]);
    expect(rig.stream.holds(10)).toBe(false);
    await rig.answer(missedOf(11, 13));
    expect(rig.applied).toEqual([11, 12, 13, 14]);
    expect(rig.stream.holds(10)).toBe(true);
  });

  it('catches up after a reconnect from the last number that it saw', async () => {
    const rig = rigOf();
    rig.stream.hello(10);
    rig.stream.lost();
    expect(rig.stream.holds(10)).toBe(false);
    rig.stream.hello(12);
    expect(rig.asked).toEqual([10]);
    await rig.answer(missedOf(11, 12));
    expect(rig.applied).toEqual([11, 12]);
    expect(rig.stream.holds(10)).toBe(true);
  });

  it('catches up from data that was read before the hello', async () => {
    const rig = rigOf({ least: 7, most: 9 });
    rig.stream.hello(9);
    expect(rig.asked).toEqual([7]);
    await rig.answer(missedOf(8, 9));
    expect(rig.stream.holds(7)).toBe(true);
  });

  it('replays when a beat has a higher number than the last message', () => {
    const rig = rigOf();
    rig.stream.hello(10);
    rig.stream.beat(10);
    expect(rig.asked).toEqual([]);
    rig.stream.beat(11);
    expect(rig.asked).toEqual([10]);
  });

  it.each([
    ['incomplete', missedOf(15, 20, false)],
    ['not to be had', undefined],
    ['short of what the server announced', missedOf(11, 15)],
  ])('starts over at the newest number when the replay is %s', async (_, missed) => {
    const rig = rigOf();
    rig.stream.hello(10);
    rig.stream.lost();
    rig.stream.hello(20);
    await rig.answer(missed);
    expect(rig.applied).toEqual([]);
    expect(rig.events.at(-1)).toBe('whole');
    expect([10, 19, 20].map(rig.stream.holds)).toEqual([false, false, true]);
    rig.stream.change(changeOf(21));
    expect(rig.applied).toEqual([21]);
  });

  it('starts over rather than keep too many changes waiting', async () => {
    const rig = rigOf();
    rig.stream.hello(1);
    for (let seq = 3; seq < 3000; seq += 1) rig.stream.change(changeOf(seq));
    await rig.answer(missedOf(2, 2));
    expect(rig.applied).toEqual([]);
    expect(rig.stream.seen()).toBe(2999);
  });

  it('starts over when the server restarts its numbering', () => {
    const rig = rigOf();
    rig.stream.hello(500);
    rig.stream.lost();
    rig.stream.hello(3);
    expect(rig.events).toContain('renumbered');
    rig.stream.change(changeOf(4));
    expect(rig.applied).toEqual([4]);
  });

  it('starts over when last-known data has numbers that the server does not have', () => {
    const rig = rigOf({ most: 900 });
    rig.stream.hello(3);
    expect(rig.events).toEqual(['renumbered', 'whole']);
  });

  it('takes a server of another name for another history, unless it says that it goes on', async () => {
    for (const complete of [true, false]) {
      const rig = rigOf();
      rig.stream.hello(10, 'one');
      rig.stream.lost();
      rig.stream.hello(10, 'two');
      expect([rig.asked, rig.numbers.streamId]).toEqual([[10], 'one']);
      expect(rig.stream.holds(10)).toBe(false);
      await rig.answer({ ...missedOf(11, 10, complete) });
      expect(rig.events).toEqual(complete ? ['whole', 'whole'] : ['whole', 'renumbered', 'whole']);
      expect(rig.numbers.streamId).toBe('two');
      rig.stream.change(changeOf(11));
      expect(rig.applied).toEqual([11]);
    }
  });

  it('asks again by the name of before when the connection breaks meanwhile', async () => {
    const rig = rigOf({ least: 7, most: 7, streamId: 'one' });
    rig.stream.hello(9, 'two');
    rig.stream.lost();
    expect(rig.numbers.streamId).toBe('one');
    rig.stream.hello(9, 'two');
    expect(rig.asked).toEqual([7, 7]);
  });

  it('gives up the numbers of a stream with a name where the server has none', () => {
    const rig = rigOf();
    rig.stream.hello(10, 'one');
    rig.stream.lost();
    rig.stream.hello(12);
    expect([rig.asked, rig.events]).toEqual([[], ['whole', 'renumbered', 'whole']]);
  });

  it('keeps numbers of before the server gave names', async () => {
    const rig = rigOf();
    rig.stream.hello(10);
    rig.stream.lost();
    rig.stream.hello(11, 'one');
    expect(rig.asked).toEqual([10]);
    await rig.answer(missedOf(11, 11));
    expect([rig.applied, rig.numbers.streamId]).toEqual([[11], 'one']);
  });

  it('ignores a replay that a lost connection asked for', async () => {
    const rig = rigOf();
    rig.stream.hello(10);
    rig.stream.change(changeOf(12));
    rig.stream.lost();
    await rig.answer(missedOf(11, 12));
    expect(rig.applied).toEqual([]);
    expect(rig.stream.holds(10)).toBe(false);
  });
});
