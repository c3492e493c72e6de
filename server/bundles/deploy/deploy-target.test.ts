import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyTargetEvent,
  deployStateOf,
  isInProgress,
  type Target,
  type TargetEvent,
} from './deploy-target.ts';

const SIZE = 1000;
const WAITING: Target = {
  ...{ platform: 'forge', status: 'waiting', sentBytes: 0 },
  ...{ message: null, retryUntil: null },
};

const event: fc.Arbitrary<TargetEvent> = fc.oneof(
  fc.record({ type: fc.constantFrom('queued', 'whole', 'taken') }),
  fc.record({ type: fc.constant('sent'), bytes: fc.integer({ min: -5, max: SIZE + 5 }) }),
  fc.record({ type: fc.constantFrom('failed', 'away'), message: fc.string() }),
) as fc.Arbitrary<TargetEvent>;

const pathOf = (events: readonly TargetEvent[]) => {
  const path = [WAITING];
  for (const one of events) path.push(applyTargetEvent(path.at(-1) ?? WAITING, one, SIZE));
  return path;
};

describe('a target, after any sequence of events', () => {
  test('keeps the bundle once it has it', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const path = pathOf(events);
        const taken = path.findIndex(({ status }) => status === 'taken');
        if (taken >= 0) expect(new Set(path.slice(taken)).size).toBe(1);
      }),
    );
  });

  test('is sent nothing before it is queued, and after a failure only once it is queued again', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const path = pathOf(events);
        path.slice(1).forEach((after, step) => {
          const before = path[step] ?? WAITING;
          if (!isInProgress(before) && after !== before)
            expect([before.status, after.status, events[step]?.type]).toEqual([
              expect.stringMatching(/^(waiting|failed)$/),
              'queued',
              'queued',
            ]);
        });
      }),
    );
  });

  test('has a plausible byte count, and a message only when it failed or is tried again', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        for (const { status, sentBytes, message } of pathOf(events)) {
          expect(sentBytes).toBeGreaterThanOrEqual(0);
          expect(sentBytes).toBeLessThanOrEqual(SIZE);
          if (status === 'taken') expect(sentBytes).toBe(SIZE);
          expect(message === null).toBe(status !== 'failed' && status !== 'retrying');
        }
      }),
    );
  });
});

test('a deployment is in progress while any target is, and deployed only when all have the bundle', () => {
  const statuses = fc.array(
    fc.constantFrom('waiting', 'queued', 'sending', 'checking', 'taken', 'failed'),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(statuses, (all) => {
      const state = deployStateOf(all.map((status) => ({ status })));
      expect(state === 'deployed').toBe(all.every((status) => status === 'taken'));
      expect(state === 'in-progress').toBe(all.some((status) => isInProgress({ status })));
      if (state === 'incomplete') expect(all).toContain('failed');
    }),
  );
  expect(deployStateOf([])).toBe('idle');
});
