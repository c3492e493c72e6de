import { activities, LONG_TEXT, LONG_WORD, NOW, READINGS } from '../../ui/testing/samples.ts';
import type { StorySet } from '../../ui/testing/story.ts';
import { ActivityPanel } from './activity-panel.tsx';

const LONG = [
  { id: 'a', message: LONG_TEXT, severity: LONG_WORD, createdAt: 'never' },
  { id: 'b', message: LONG_WORD, severity: 'error', createdAt: '2026-11-20T11:00:00Z' },
];

const panel = (rows: ReturnType<typeof activities> | undefined, state: keyof typeof READINGS) => (
  <ActivityPanel
    rows={rows}
    read={READINGS[state]}
    live={state === 'fresh'}
    platforms={[]}
    now={NOW}
  />
);

export const stories: StorySet = {
  title: 'Activity panel',
  stories: {
    'some rows': () => panel(activities(4), 'fresh'),
    empty: () => panel([], 'fresh'),
    loading: () => panel(undefined, 'loading'),
    stale: () => panel(activities(2), 'stale'),
    failing: () => panel(activities(2), 'failing'),
    'never read': () => panel(undefined, 'failed'),
    'long text': () => panel(LONG, 'fresh'),
    'thousands of rows': () => panel(activities(5000), 'fresh'),
  },
};
