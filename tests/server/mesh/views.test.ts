import { expect, test } from 'vitest';
import type { ViewEntry } from '../../../server/mesh/messages.ts';
import { disagreementsOf } from '../../../server/mesh/views.ts';

const sees = (platform: string, status: ViewEntry['status']): ViewEntry => ({
  platform,
  status,
  lastSeen: null,
});
const own = [sees('forge', 'connected'), sees('harbor', 'warning'), sees('archive', 'error')];
const found = (from: string, ...view: ViewEntry[]) =>
  disagreementsOf('meridian', own, [{ from, view }]);

test('a platform that answers one node and not the other is a disagreement, either way', () => {
  expect(found('forge', sees('archive', 'connected'))).toEqual([
    { from: 'forge', about: 'archive', theirs: 'connected', ours: 'error' },
  ]);
  expect(found('forge', sees('harbor', 'error'))).toEqual([
    { from: 'forge', about: 'harbor', theirs: 'error', ours: 'warning' },
  ]);
});

test('answering late to one and in time to another is none', () => {
  expect(found('forge', sees('harbor', 'connected'), sees('archive', 'error'))).toEqual([]);
});

test('a sister who cannot reach this node disagrees with it about itself', () => {
  expect(found('forge', sees('meridian', 'error'))).toEqual([
    { from: 'forge', about: 'meridian', theirs: 'error', ours: 'connected' },
  ]);
});

test('what a sister says of herself, or of strangers, is passed over', () => {
  expect(found('forge', sees('forge', 'error'), sees('elsewhere', 'error'))).toEqual([]);
});
