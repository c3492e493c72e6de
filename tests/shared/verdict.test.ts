import { describe, expect, it } from 'vitest';
import { meshVerdict, verdictTitle } from '../../src/shared/verdict.ts';

const NAMES = ['Forge', 'Harbor', 'Ledger', 'Signal', 'Archive', 'Sentinel'];
const mesh = (...statuses: string[]) =>
  statuses.map((status, place) => ({ name: NAMES[place] ?? 'Extra', status }));
const [UP, SLOW, DOWN] = ['connected', 'warning', 'error'] as const;

describe('meshVerdict', () => {
  it.each([
    ['all answer in time', [UP, UP], 'active', 'Mesh Active', '', 'green'],
    ['one is slow', [UP, SLOW], 'degraded', 'Mesh Active', '1 slow', 'yellow'],
    ['one is down', [UP, DOWN], 'degraded', 'Mesh Active', '1 down', 'yellow'],
    ['some of each', [DOWN, SLOW, DOWN, UP], 'degraded', 'Mesh Active', '2 down, 1 slow', 'yellow'],
    [
      'one is down and one is not known',
      [DOWN, 'new'],
      'degraded',
      'Mesh Active',
      '1 down',
      'yellow',
    ],
    ['none answers', [DOWN, DOWN], 'down', 'Mesh down', '2 down', 'red'],
    ['the states are not known', ['new', 'x'], 'unknown', 'Mesh Active', 'unknown', 'gray'],
    ['there are no platforms', [], 'unknown', 'Mesh Active', 'unknown', 'gray'],
  ])('%s', (_, statuses, state, badge, detail, color) => {
    expect(meshVerdict(mesh(...statuses), 'fresh')).toMatchObject({ state, badge, detail, color });
  });

  it.each(['stale', 'unknown'] as const)('claims nothing from what is %s', (age) => {
    expect(meshVerdict(mesh(UP, DOWN), age)).toMatchObject({
      state: 'unknown',
      color: 'gray',
      down: [],
    });
  });

  it('is unknown before there is data', () => {
    expect(meshVerdict(undefined, 'fresh').state).toBe('unknown');
  });

  it('names who is down and who is slow', () => {
    expect(meshVerdict(mesh(UP, UP, SLOW, UP, DOWN, UP), 'fresh').sentence).toBe(
      '5 of 6 platforms reachable. Down: Archive. Slow: Ledger.',
    );
  });
});

describe('verdictTitle', () => {
  it.each([
    [[UP, SLOW], ''],
    [[UP, DOWN], '(1) Harbor down'],
    [[DOWN, UP, DOWN], '(2) Forge and 1 more down'],
  ])('%j reads "%s"', (statuses, title) => {
    expect(verdictTitle(meshVerdict(mesh(...statuses), 'fresh'))).toBe(title);
  });
});
