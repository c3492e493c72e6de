import { expect, test, vi } from 'vitest';
import { createInspectionQueue } from './inspection-queue.ts';
import type { ThreadInspection } from './inspection-threads.ts';
import type { Inspection } from './zip/inspect.ts';

const SOUND: Inspection = { problems: [], files: [], fileCount: 0 };

/** Inspections that end when the test says so. */
function build(concurrency: number) {
  const started: string[] = [];
  const stopped: string[] = [];
  const recorded: string[] = [];
  const ends = new Map<string, () => void>();
  const inspections = createInspectionQueue({
    concurrency,
    start(id) {
      started.push(id);
      const done = new Promise<Inspection>((resolve) => ends.set(id, () => resolve(SOUND)));
      const stop = async () => {
        stopped.push(id);
        ends.get(id)?.();
      };
      return { done, stop };
    },
    recordInspection: async (id) => {
      recorded.push(id);
    },
  });
  /** Ends one and lets everything that follows from it happen. */
  const end = async (id: string) => {
    ends.get(id)?.();
    await new Promise(setImmediate);
  };
  return { inspections, started, stopped, recorded, end };
}

test('a limited number run at once, the others wait', async () => {
  const { inspections, started, recorded, end } = build(2);
  for (const id of ['a', 'b', 'c']) inspections.add(id, 'standard');
  expect(started).toEqual(['a', 'b']);
  await end('b');
  expect(started).toEqual(['a', 'b', 'c']);
  expect(recorded).toEqual(['b']);
});

test('the most urgent goes first; equals keep their order', async () => {
  const { inspections, started, end } = build(1);
  inspections.add('running', 'standard');
  for (const priority of ['standard', 'high', 'emergency'])
    for (const nth of [1, 2]) inspections.add(`${priority} ${nth}`, priority);
  const expected = ['running', 'emergency 1', 'emergency 2', 'high 1', 'high 2', 'standard 1'];
  for (const id of expected) await end(id);
  expect(started).toEqual([...expected, 'standard 2']);
});

test('an unknown priority is the least urgent', async () => {
  const { inspections, started, end } = build(1);
  inspections.add('running', 'standard');
  inspections.add('odd', 'someday');
  inspections.add('plain', 'standard');
  await end('running');
  expect(started).toEqual(['running', 'plain']);
});

test('a cancelled inspection is stopped and not recorded; a waiting one never starts', async () => {
  const { inspections, started, stopped, recorded } = build(1);
  inspections.add('running', 'standard');
  inspections.add('waiting', 'standard');
  inspections.add('next', 'standard');
  await inspections.cancel('waiting');
  await inspections.cancel('running');
  await new Promise(setImmediate);
  expect(stopped).toEqual(['running']);
  expect(started).toEqual(['running', 'next']);
  expect(recorded).toEqual([]);
});

/** @returns how many attempts there were until something was recorded, if the first ones end with this fault */
async function attemptsAt(fault: ThreadInspection['fault'], faulty: number) {
  const recorded: ThreadInspection[] = [];
  let attempts = 0;
  const { add } = createInspectionQueue({
    concurrency: 1,
    retryMs: 0,
    start() {
      attempts += 1;
      const done = attempts > faulty || !fault ? SOUND : { ...SOUND, fault };
      return { done: Promise.resolve(done), stop: async () => undefined };
    },
    recordInspection: async (_, inspection) => void recorded.push(inspection),
  });
  add('a', 'standard');
  await vi.waitFor(() => expect(recorded).toHaveLength(1));
  return { attempts, fault: recorded[0]?.fault };
}

test('a fault of the server is no result: the inspection is repeated until it can be finished', async () => {
  expect(await attemptsAt('passing', 20)).toEqual({ attempts: 21, fault: undefined });
});

test('an unknown fault is a result only after several attempts', async () => {
  expect(await attemptsAt('unknown', 4)).toEqual({ attempts: 5, fault: undefined });
  expect(await attemptsAt('unknown', 20)).toEqual({ attempts: 5, fault: 'unknown' });
});

test('closing stops inspections, records nothing and starts no more', async () => {
  const { inspections, started, stopped, recorded } = build(1);
  inspections.add('running', 'standard');
  inspections.add('waiting', 'standard');
  await inspections.close();
  expect({ started, stopped, recorded }).toEqual({
    started: ['running'],
    stopped: ['running'],
    recorded: [],
  });
});
