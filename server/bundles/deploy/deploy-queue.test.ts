import { expect, test } from 'vitest';
import { createDeployQueue } from './deploy-queue.ts';

interface Job {
  readonly name: string;
  readonly platform: string;
  readonly priority: 'standard' | 'high' | 'emergency';
}
const job = (name: string, platform: string, priority: Job['priority'] = 'standard'): Job => ({
  name,
  platform,
  priority,
});

const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

/** A queue whose jobs end when the test says so. */
function queueOf(concurrency: number) {
  const started: string[] = [];
  const ends = new Map<string, (end: 'done' | 'yielded') => void>();
  const queue = createDeployQueue<Job>({
    concurrency,
    transfer: ({ name }) => {
      started.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    },
  });
  const end = async (name: string, how: 'done' | 'yielded' = 'done') => {
    ends.get(name)?.(how);
    await flushPromises();
  };
  return { queue, started, end };
}

test('the most urgent goes first, one at a time to a platform, equals in order', async () => {
  const { queue, started, end } = queueOf(8);
  queue.add(job('first', 'forge'));
  queue.add(job('standard', 'forge'));
  queue.add(job('high', 'forge', 'high'));
  queue.add(job('emergency', 'forge', 'emergency'));
  queue.add(job('elsewhere', 'harbor'));
  await flushPromises();
  expect(started).toEqual(['first', 'elsewhere']);
  for (const name of ['first', 'emergency', 'high']) await end(name);
  expect(started).toEqual(['first', 'elsewhere', 'emergency', 'high', 'standard']);
});

test('a transfer that yields continues after the more urgent one', async () => {
  const { queue, started, end } = queueOf(8);
  const slow = job('slow', 'forge');
  queue.add(slow);
  await flushPromises();
  queue.add(job('as urgent', 'forge'));
  expect(queue.shouldYield(slow)).toBe(false);
  queue.add(job('emergency', 'forge', 'emergency'));
  expect(queue.shouldYield(slow)).toBe(true);
  await end('slow', 'yielded');
  expect(started).toEqual(['slow', 'emergency']);
  await end('emergency');
  await end('as urgent');
  expect(started).toEqual(['slow', 'emergency', 'as urgent', 'slow']);
});

test('in a full queue a transfer yields to a more urgent one for another platform', async () => {
  const { queue, started } = queueOf(1);
  const slow = job('slow', 'forge');
  queue.add(slow);
  await flushPromises();
  queue.add(job('emergency', 'harbor', 'emergency'));
  await flushPromises();
  expect(started).toEqual(['slow']);
  expect(queue.shouldYield(slow)).toBe(true);
});

test('nothing starts after closing', async () => {
  const { queue, started, end } = queueOf(1);
  queue.add(job('one', 'forge'));
  queue.add(job('two', 'forge'));
  await flushPromises();
  const closing = queue.close();
  await end('one');
  await closing;
  expect(started).toEqual(['one']);
});

test('an emergency is not held up by a waiting standard transfer to the same platform', async () => {
  const { queue, started, end } = queueOf(1);
  const slow = job('slow', 'forge');
  queue.add(slow);
  queue.add(job('standard', 'harbor'));
  await flushPromises();
  expect(queue.shouldYield(slow)).toBe(false);
  queue.add(job('emergency', 'harbor', 'emergency'));
  await flushPromises();
  expect(queue.shouldYield(slow)).toBe(true);
  await end('slow', 'yielded');
  await end('standard', 'yielded');
  await end('slow', 'yielded');
  expect(started.at(-1)).toBe('emergency');
});
