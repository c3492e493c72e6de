import {
  activities,
  CONNECTIONS,
  LONG_TEXT,
  LONG_WORD,
  NOW,
  READINGS,
} from '../../ui/testing/samples.ts';
import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { filterOf, type LogSearch } from './log-search.ts';
import { LogsView } from './logs-screen.tsx';
import type { Logs } from './use-logs.ts';

const logs = (count: number, state: Logs['state']): Logs => ({
  rows: activities(count),
  state,
  error: state === 'failed' ? new Error('The server cannot be reached.') : null,
  readMore: nothing,
  retry: nothing,
});

const view = (shown: Logs, search: LogSearch = {}, read: keyof typeof READINGS = 'fresh') => (
  <LogsView
    search={search}
    onSearch={nothing}
    filter={filterOf(search, NOW)}
    logs={shown}
    read={READINGS[read]}
    platforms={CONNECTIONS}
    onExport={async () => undefined}
    onExportSelected={async () => undefined}
    onCopy={nothing}
    now={NOW}
  />
);

const LONG = {
  id: 'a',
  message: `${LONG_WORD} ${LONG_TEXT}`,
  severity: LONG_WORD,
  createdAt: 'never',
};

export const stories: StorySet = {
  title: 'System logs',
  alone: true,
  stories: {
    'some rows': () => view(logs(10, 'all')),
    empty: () => view(logs(0, 'all')),
    searching: () => view(logs(0, 'searching'), { q: 'archive' }),
    'nothing matches': () => view(logs(0, 'all'), { q: 'no such text' }),
    'older rows being read': () => view(logs(30, 'reading')),
    'the server cannot be searched': () => view(logs(3, 'failed'), { q: 'event' }, 'stale'),
    'around one event': () => view(logs(30, 'more'), { row: 12 }),
    'from and to': () => view(logs(3, 'more'), { time: 'custom', from: NOW - 3_600_000 }),
    'long text': () => view({ ...logs(0, 'all'), rows: [LONG] }),
    'thousands of rows': () => view(logs(5000, 'more')),
  },
};
