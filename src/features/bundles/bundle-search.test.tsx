import { describe, expect, test } from 'vitest';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import {
  bundleState,
  deployDisabledReason,
  summarizeTargets,
  targetNames,
} from '../../domain/bundle-state.ts';
import { bundleSearch, findBundles, pageOf } from './bundle-search.ts';

const NOW = Date.parse('2026-11-20T12:30:00Z');

const bundle = (id: number, more: Partial<Bundle> = {}): Bundle => ({
  id,
  name: `rules-${id}.zip`,
  size: id,
  status: 'validated',
  targetPlatforms: ['Forge'],
  createdAt: '2026-11-20T12:00:00Z',
  ...more,
});

describe('the address of the table', () => {
  test('keeps what it knows', () => {
    const search = {
      q: 'rules',
      filter: 'failed',
      platform: 'Forge',
      time: '7d',
      sort: 'problems',
      page: 3,
    };
    expect(bundleSearch.parse(search)).toEqual(search);
  });

  test.each([
    { q: '' },
    { filter: 'broken' },
    { sort: 'newest' },
    { sort: ['name'] },
    { page: 1 },
    { page: -2 },
    { page: 1.5 },
    { page: 'last' },
  ])('leaves %j out', (search) => {
    expect(bundleSearch.parse(search)).toEqual({});
  });

  test('text that looks like a number is text', () => {
    expect(bundleSearch.parse({ q: 12 }).q).toBe('12');
  });
});

describe('what the table shows', () => {
  const all = [
    bundle(3, { status: 'failed', reason: 'weights.bin has a wrong CRC.' }),
    bundle(20, { name: 'Models.zip', targetPlatforms: ['Harbor'] }),
    bundle(1, { status: 'deployed', targetPlatforms: null }),
    bundle(10, { status: 'quarantined' }),
  ];
  const ids = (search: Parameters<typeof findBundles>[1]) =>
    findBundles(all, search, NOW).bundles.map(({ id }) => id);

  test('text is found in names and targets, whatever its case', () => {
    expect(ids({ q: ' MODELS ' })).toEqual([20]);
    expect(ids({ q: 'harbor' })).toEqual([20]);
    expect(ids({ q: 'crc' })).toEqual([3]);
    expect(ids({ q: 'nothing' })).toEqual([]);
  });

  test('filters by state, and counts what the text leaves', () => {
    expect(ids({ filter: 'failed' })).toEqual([3]);
    expect(findBundles(all, { q: 'rules', filter: 'failed' }, NOW).counts).toMatchObject({
      ...{ all: 3, failed: 1, validated: 0, deployed: 1 },
    });
  });

  test('each bundle counts for the chip of its badge, so that they add up to all', () => {
    const sent = (state: string, done = 1) => ({ state, done, failed: 0, total: 2 });
    const rows = [
      bundle(9, { deployment: sent('in-progress') }),
      bundle(8, { deployment: sent('in-progress', 0) }),
      bundle(7, { deployment: sent('incomplete') }),
      bundle(6, { status: 'validating' }),
      ...all,
    ];
    const { counts } = findBundles(rows, {}, NOW);
    expect(counts).toEqual({
      ...{ all: 8, failed: 1, validating: 1, validated: 1, deploying: 2 },
      ...{ 'partly-deployed': 1, deployed: 1, other: 1 },
    });
    const found = findBundles(rows, { filter: 'deploying' }, NOW).bundles;
    expect(found.map((one) => bundleState(one).label)).toEqual([
      'Deploying 1 of 2',
      'Deploying 0 of 2',
    ]);
  });

  test('sorts; numbers in names count as numbers', () => {
    expect(ids({})).toEqual([3, 20, 1, 10]);
    expect(ids({ sort: 'oldest' })).toEqual([10, 1, 20, 3]);
    expect(ids({ sort: 'name' })).toEqual([20, 1, 3, 10]);
    expect(ids({ sort: 'largest' })).toEqual([20, 10, 3, 1]);
    expect(ids({ sort: 'status' })).toEqual([3, 10, 20, 1]);
  });

  test('problems come first, each kind in the order it had', () => {
    const deployment = { state: 'incomplete', done: 1, failed: 1, total: 2 };
    const rows = [bundle(4), bundle(3, { deployment }), bundle(2, { status: 'failed' }), bundle(1)];
    const found = findBundles(rows, { sort: 'problems' }, NOW);
    expect(found.bundles.map(({ id }) => id)).toEqual([2, 3, 4, 1]);
  });

  test('a platform finds what is meant for it, and what is meant for all', () => {
    expect(ids({ platform: 'Harbor' })).toEqual([20, 1]);
    expect(ids({ platform: 'Forge' })).toEqual([3, 1, 10]);
  });

  test('a time finds what was uploaded in it', () => {
    expect(ids({ time: '1h' })).toEqual([3, 20, 1, 10]);
    const from = Date.parse('2026-11-20T12:00:00Z');
    expect(ids({ time: 'custom', from, to: from + 1 })).toHaveLength(4);
    expect(ids({ time: 'custom', to: from })).toEqual([]);
    expect(ids({ time: 'custom', from: from + 1 })).toEqual([]);
  });

  test('a page behind the last is the last', () => {
    expect(pageOf(211, 99)).toBe(11);
    expect(pageOf(0, 3)).toBe(1);
    expect(pageOf(21, 2)).toBe(2);
  });
});

describe('a row', () => {
  test('names its targets in one line', () => {
    const six = ['Forge', 'Harbor', 'Ledger', 'Signal', 'Archive', 'Sentinel'];
    const text = (targets: string[] | null) => summarizeTargets(targets, 6);
    expect(text(null)).toEqual({ text: 'All Platforms', hidden: [] });
    expect(text(six)).toEqual({ text: 'All six', hidden: [] });
    expect(text(six.slice(0, 3))).toEqual({ text: 'Forge, Harbor, Ledger', hidden: [] });
    expect(text(six.slice(0, 5))).toEqual({ text: 'Forge, Harbor', hidden: six.slice(2, 5) });
    expect(text([])).toEqual({ text: 'None', hidden: [] });
    expect(targetNames(null)).toBe('All Platforms');
    expect(targetNames(['Forge', 'Harbor'])).toBe('Forge, Harbor');
  });

  test('shows a status that it does not know neutrally, by its own word', () => {
    const state = bundleState(bundle(1, { status: 'quarantined' }));
    expect(state).toEqual({ stage: 'other', label: 'quarantined', color: 'gray' });
    expect(bundleState(bundle(1, { status: 'constructor' })).color).toBe('gray');
  });

  test('counts how far a deployment has got', () => {
    const deployed = (state: string, done: number, more?: object) => {
      const deployment = { state, done, failed: 0, total: 6, ...more };
      const { stage, label, color } = bundleState(bundle(1, { deployment }));
      return [stage, label, color];
    };
    expect(deployed('in-progress', 3)).toEqual(['deploying', 'Deploying 3 of 6', 'blue']);
    expect(deployed('incomplete', 5)).toEqual(['partly-deployed', 'Deployed 5 of 6', 'yellow']);
    expect(deployed('idle', 2)).toEqual(['partly-deployed', 'Deployed 2 of 6', 'blue']);
    expect(deployed('in-progress', 2, { chosen: 3, retrying: 1 })).toEqual([
      'deploying',
      'Deploying 2 of 3',
      'yellow',
    ]);
    expect(deployed('idle', 0)).toEqual(['validated', 'Validated', 'blue']);
  });

  test('offers to deploy only what passed its checks', () => {
    const reason = (status: string) => deployDisabledReason(bundle(1, { status }));
    expect(reason('validated')).toBeUndefined();
    expect(reason('quarantined')).toBeUndefined();
    expect(reason('failed')).toBe('Validation failed');
    expect(reason('validating')).toBe('Still being validated');
    const deployment = { state: 'in-progress', done: 1, failed: 0, total: 2 };
    expect(deployDisabledReason(bundle(1, { deployment }))).toBe('Being deployed now');
  });
});
