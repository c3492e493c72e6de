import type { Activity } from '../../../contract/shapes/activity.ts';
import { activities, LONG_TEXT, LONG_WORD } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import type { StorySet } from '../../../tests/ui/story.ts';
import { ActivityPanel } from './activity-panel.tsx';

const LONG = [
  { id: 'a', message: LONG_TEXT, severity: LONG_WORD, createdAt: 'never' },
  { id: 'b', message: LONG_WORD, severity: 'error', createdAt: '2026-11-20T11:00:00Z' },
];

const panel = (rows: readonly Activity[], stand: Stand) => (
  <Seeded entries={known('activity', rows, stand)}>
    <ActivityPanel />
  </Seeded>
);

export const stories: StorySet = {
  title: 'Activity panel',
  alone: true,
  stories: {
    'some rows': () => panel(activities(4), 'fresh'),
    empty: () => panel([], 'fresh'),
    loading: () => panel([], 'loading'),
    stale: () => panel(activities(2), 'stale'),
    failing: () => panel(activities(2), 'failing'),
    'never read': () => panel([], 'failed'),
    'long text': () => panel(LONG, 'fresh'),
    'thousands of rows': () => panel(activities(5000), 'fresh'),
  },
};
