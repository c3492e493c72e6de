import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  deployStateOf,
  isUnderWay,
  type Target,
  type TargetEvent,
  targetAfter,
} from '../../../server/bundles/deploy-target.ts';

const SIZE = 1000;
const WAITING: Target = { platform: 'forge', status: 'waiting', sentBytes: 0, message: null };

const event: fc.Arbitrary<TargetEvent> = fc.oneof(
  fc.record({ what: fc.constantFrom('queued', 'whole', 'taken') }),
  fc.record({ what: fc.constant('sent'), bytes: fc.integer({ min: -5, max: SIZE + 5 }) }),
  fc.record({ what: fc.constant('failed'), message: fc.string() }),
) as fc.Arbitrary<TargetEvent>;

const pathOf = (events: readonly TargetEvent[]) => {
  const path = [WAITING];
  for (const one of events) path.push(targetAfter(path.at(-1) ?? WAITING, one, SIZE));
  return path;
};

describe('a target, whatever happens to it', () => {
  test('stays taken once it has taken the bundle', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const path = pathOf(events);
        const taken = path.findIndex(({ status }) => status === 'taken');
        if (taken >= 0) expect(new Set(path.slice(taken)).size).toBe(1);
      }),
    );
  });

  test('is sent nothing before it is queued, and after a failure only when it is queued again', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const path = pathOf(events);
        path.slice(1).forEach((after, step) => {
          const before = path[step] ?? WAITING;
          if (!isUnderWay(before) && after !== before)
            expect([before.status, after.status, events[step]?.what]).toEqual([
              expect.stringMatching(/^(waiting|failed)$/),
              'queued',
              'queued',
            ]);
        });
      }),
    );
  });

  test('has taken between nothing and all of it; a message stands only beside a failure', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        for (const { status, sentBytes, message } of pathOf(events)) {
          expect(sentBytes).toBeGreaterThanOrEqual(0);
          expect(sentBytes).toBeLessThanOrEqual(SIZE);
          if (status === 'taken') expect(sentBytes).toBe(SIZE);
          expect(message === null).toBe(status !== 'failed');
        }
      }),
    );
  });
});

test('a deployment is over when nobody is under way, and deployed only when all have it', () => {
  const statuses = fc.array(
    fc.constantFrom('waiting', 'queued', 'sending', 'checking', 'taken', 'failed'),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(statuses, (all) => {
      const state = deployStateOf(all.map((status) => ({ status })));
      expect(state === 'deployed').toBe(all.every((status) => status === 'taken'));
      expect(state === 'under-way').toBe(all.some((status) => isUnderWay({ status })));
      if (state === 'incomplete') expect(all).toContain('failed');
    }),
  );
  expect(deployStateOf([])).toBe('idle');
});
