import { activities, NOW, READINGS } from '../testing/samples.ts';
import { nothing, type StorySet } from '../testing/story.ts';
import type { OlderLogs } from './log-filter.ts';
import { SystemLogsDialog } from './system-logs-dialog.tsx';

const dialog = (
  count: number,
  state: keyof typeof READINGS,
  text = '',
  older: OlderLogs = 'more',
) => (
  <SystemLogsDialog
    opened
    rows={activities(count)}
    reading={READINGS[state]}
    filter={{ text, severity: '' }}
    now={NOW}
    older={older}
    onFilter={nothing}
    onOlder={nothing}
    onSave={nothing}
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
    'nothing older': () => dialog(3, 'fresh', '', 'all'),
    'older rows being read': () => dialog(3, 'fresh', '', 'reading'),
    'older rows failed': () => dialog(3, 'fresh', '', 'failed'),
    'more than is shown': () => dialog(3, 'fresh', '', 'full'),
    stale: () => dialog(3, 'stale'),
    'thousands of rows': () => dialog(5000, 'fresh'),
  },
};
