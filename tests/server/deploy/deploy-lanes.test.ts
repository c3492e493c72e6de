import { expect, test } from 'vitest';
import { createLanes } from '../../../server/bundles/deploy-lanes.ts';

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

/** Lanes whose jobs end when the test says so. */
function lanesOf(atOnce: number) {
  const started: string[] = [];
  const ends = new Map<string, (end: 'done' | 'yielded') => void>();
  const lanes = createLanes<Job>({
    atOnce,
    run: ({ name }) => {
      started.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    },
  });
  const end = async (name: string, how: 'done' | 'yielded' = 'done') => {
    ends.get(name)?.(how);
    await new Promise((soon) => setImmediate(soon));
  };
  return { lanes, started, end };
}

test('the most urgent goes first, in order of coming among equals, one at a time to a platform', async () => {
  const { lanes, started, end } = lanesOf(8);
  lanes.add(job('first', 'forge'));
  lanes.add(job('standard', 'forge'));
  lanes.add(job('high', 'forge', 'high'));
  lanes.add(job('emergency', 'forge', 'emergency'));
  lanes.add(job('elsewhere', 'harbor'));
  expect(started).toEqual(['first', 'elsewhere']);
  for (const name of ['first', 'emergency', 'high']) await end(name);
  expect(started).toEqual(['first', 'elsewhere', 'emergency', 'high', 'standard']);
});

test('what is under way lets a more urgent one past, and comes back after it', async () => {
  const { lanes, started, end } = lanesOf(8);
  const slow = job('slow', 'forge');
  lanes.add(slow);
  lanes.add(job('as urgent', 'forge'));
  expect(lanes.isInTheWay(slow)).toBe(false);
  lanes.add(job('emergency', 'forge', 'emergency'));
  expect(lanes.isInTheWay(slow)).toBe(true);
  await end('slow', 'yielded');
  expect(started).toEqual(['slow', 'emergency']);
  await end('emergency');
  await end('as urgent');
  expect(started).toEqual(['slow', 'emergency', 'as urgent', 'slow']);
});

test('when every place is taken, an emergency elsewhere is waited for as well', async () => {
  const { lanes, started } = lanesOf(1);
  const slow = job('slow', 'forge');
  lanes.add(slow);
  lanes.add(job('emergency', 'harbor', 'emergency'));
  expect(started).toEqual(['slow']);
  expect(lanes.isInTheWay(slow)).toBe(true);
});

test('nothing is started once they are closed', async () => {
  const { lanes, started, end } = lanesOf(1);
  lanes.add(job('one', 'forge'));
  lanes.add(job('two', 'forge'));
  const closing = lanes.close();
  await end('one');
  await closing;
  expect(started).toEqual(['one']);
});
