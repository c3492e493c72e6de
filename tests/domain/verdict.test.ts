import { describe, expect, it, test } from 'vitest';
import type { Incident } from '../../contract/shapes/incident.ts';
import { judgePlatforms, meshVerdict, verdictTitle } from '../../src/domain/verdict.ts';

const INCIDENT: Incident = {
  id: 1,
  platform: '',
  status: 'error',
  startedAt: 0,
  endedAt: null,
  cause: null,
  planned: false,
  drillUntil: null,
  acknowledgement: null,
};
const NAMES = ['Forge', 'Harbor', 'Ledger', 'Signal', 'Archive', 'Sentinel'];
const mesh = (...statuses: string[]) =>
  statuses.map((status, place) => ({ id: `p${place}`, name: NAMES[place] ?? 'Extra', status }));
const [UP, SLOW, DOWN] = ['connected', 'warning', 'error'] as const;
const of = (place: number, more: Partial<Incident>): Incident => ({
  ...INCIDENT,
  platform: `p${place}`,
  ...more,
});

describe('meshVerdict', () => {
  it.each([
    ['all answer in time', [UP, UP], 'active', 'Mesh Active', '', 'green'],
    ['one is slow', [UP, SLOW], 'degraded', 'Mesh Active', '1 slow', 'yellow'],
    ['one is down', [UP, DOWN], 'degraded', 'Mesh Active', '1 down', 'red'],
    ['some of each', [DOWN, SLOW, DOWN, UP], 'degraded', 'Mesh Active', '2 down, 1 slow', 'red'],
    ['one is down and one is not known', [DOWN, 'new'], 'degraded', 'Mesh Active', '1 down', 'red'],
    ['none answers', [DOWN, DOWN], 'down', 'Mesh down', '2 down', 'red'],
    ['the states are not known', ['new', 'x'], 'unknown', 'Mesh Active', 'unknown', 'gray'],
    ['there are no platforms', [], 'unknown', 'Mesh Active', 'no platforms', 'gray'],
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

describe('incidents in the verdict', () => {
  it('counts a platform in a drill as down, and marks it', () => {
    const verdict = meshVerdict(mesh(UP, UP), 'fresh', [of(1, { drillUntil: 1 })]);
    expect(verdict).toMatchObject({ state: 'degraded', down: ['DRILL Harbor'], color: 'yellow' });
    expect(verdictTitle(verdict)).toBe('(1) DRILL Harbor down');
    expect(verdict.sentence).toBe('1 of 2 platforms reachable. Down: DRILL Harbor.');
  });

  it.each([DOWN, SLOW])('is calm about a platform that is %s in maintenance', (status) => {
    const verdict = meshVerdict(mesh(UP, status), 'fresh', [of(1, { planned: true })]);
    expect(verdict).toMatchObject({
      state: 'active',
      color: 'blue',
      detail: '1 in maintenance',
      down: [],
      slow: [],
      maintenance: ['Harbor'],
    });
    expect(verdictTitle(verdict)).toBe('Harbor in maintenance');
  });

  it('is red about what is down only until somebody is on it', () => {
    const acknowledgement = { by: 'ada', at: 1, note: '' };
    const verdictOf = (more: Partial<Incident>) =>
      meshVerdict(mesh(UP, DOWN), 'fresh', [of(1, more)]);
    expect(verdictOf({}).color).toBe('red');
    expect(verdictOf({ acknowledgement })).toMatchObject({ color: 'yellow', down: ['Harbor'] });
  });

  it('says what is down beside what is in maintenance', () => {
    const verdict = meshVerdict(mesh(DOWN, DOWN), 'fresh', [of(1, { planned: true })]);
    expect(verdict).toMatchObject({ state: 'down', detail: '1 down', maintenance: ['Harbor'] });
  });

  it('does not look at incidents that have ended', () => {
    const ended = [of(1, { planned: true, endedAt: 2 }), of(0, { drillUntil: 1, endedAt: 2 })];
    expect(meshVerdict(mesh(UP, DOWN), 'fresh', ended).down).toEqual(['Harbor']);
  });
});

describe('judgePlatforms', () => {
  const statuses = (...incidents: Incident[]) =>
    judgePlatforms(mesh(UP, DOWN, SLOW), incidents).map(({ status }) => status);

  it('leaves platforms as they are where no incident is open', () => {
    expect(statuses()).toEqual([UP, DOWN, SLOW]);
    expect(judgePlatforms(mesh(DOWN), undefined)).toEqual(mesh(DOWN));
  });

  it('marks those in maintenance that do not answer in time', () => {
    const planned = [0, 1, 2].map((place) => of(place, { planned: true }));
    expect(statuses(...planned)).toEqual([UP, 'maintenance', 'maintenance']);
  });

  it('marks what an open window names, with its end, also when its incident is older than that', () => {
    const windows = [{ platforms: ['p0', 'p1'], endsAt: 9 }];
    expect(judgePlatforms(mesh(UP, DOWN, SLOW), [of(1, {})], windows)).toMatchObject([
      { status: UP, maintenanceUntil: 9 },
      { status: 'maintenance', maintenanceUntil: 9 },
      { status: SLOW },
    ]);
  });

  it('marks one in a drill since the drill began, whatever else is open', () => {
    const drill = of(1, { drillUntil: 9, startedAt: 5 });
    const judged = judgePlatforms(mesh(UP, DOWN), [of(1, { planned: true }), drill]);
    expect(judged).toMatchObject([{ status: UP }, { status: 'drill', since: 5 }]);
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

test('a paused platform is no trouble, whatever was found of it', () => {
  const [up, paused] = mesh(DOWN, 'unknown').map((one, i) => ({ ...one, paused: i === 1 }));
  const platforms = [up, paused].filter((one) => one !== undefined);
  expect(judgePlatforms(platforms).map(({ status }) => status)).toEqual(['error', 'paused']);
  expect(meshVerdict(platforms, 'fresh').state).toBe('down');
});
