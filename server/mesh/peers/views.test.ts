import { expect, test } from 'vitest';
import type { ViewEntry } from '../wire/messages.ts';
import { findConflicts } from './sync.ts';

const sees = (platform: string, status: ViewEntry['status']): ViewEntry => ({
  platform,
  status,
  lastSeen: null,
});
const own = [sees('forge', 'connected'), sees('harbor', 'warning'), sees('archive', 'error')];
const found = (from: string, ...view: ViewEntry[]) =>
  findConflicts('meridian', own, [{ from, view }]);

test('a platform that only one of two nodes reaches is a conflict, either way', () => {
  expect(found('forge', sees('archive', 'connected'))).toEqual([
    { from: 'forge', about: 'archive', theirs: 'connected', ours: 'error' },
  ]);
  expect(found('forge', sees('harbor', 'error'))).toEqual([
    { from: 'forge', about: 'harbor', theirs: 'error', ours: 'warning' },
  ]);
});

test('a platform that is slow for one node and fast for the other is no conflict', () => {
  expect(found('forge', sees('harbor', 'connected'), sees('archive', 'error'))).toEqual([]);
});

test('a peer that cannot reach this node conflicts with it about itself', () => {
  expect(found('forge', sees('meridian', 'error'))).toEqual([
    { from: 'forge', about: 'meridian', theirs: 'error', ours: 'connected' },
  ]);
});

test('what a peer says about itself or about unknown platforms is ignored', () => {
  expect(found('forge', sees('forge', 'error'), sees('elsewhere', 'error'))).toEqual([]);
});
