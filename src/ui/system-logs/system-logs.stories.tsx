import { activities, NOW, READINGS } from '../testing/samples.ts';
import { nothing, type StorySet } from '../testing/story.ts';
import { SystemLogsDialog } from './system-logs-dialog.tsx';

const dialog = (count: number, state: keyof typeof READINGS, text = '') => (
  <SystemLogsDialog
    opened
    rows={activities(count)}
    reading={READINGS[state]}
    filter={{ text, severity: '' }}
    now={NOW}
    onFilter={nothing}
    onClose={nothing}
  />
);

export const stories: StorySet = {
  title: 'System logs',
  alone: true,
  stories: {
    'some rows': () => dialog(10, 'fresh'),
    empty: () => dialog(0, 'fresh'),
    'nothing matches': () => dialog(10, 'fresh', 'no such text'),
    stale: () => dialog(3, 'stale'),
    'thousands of rows': () => dialog(5000, 'fresh'),
  },
};
