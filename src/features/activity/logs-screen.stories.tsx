import type { Activity } from '../../../contract/shapes/activity.ts';
import { activities, CONNECTIONS, LONG_TEXT, LONG_WORD, NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import type { LogSearch } from '../../domain/log-search.ts';
import { LogsScreen } from './logs-screen.tsx';

const screen = (rows: readonly Activity[], address: LogSearch = {}, stand?: Stand) => (
  <Seeded entries={[...known('activity', rows, stand), ...known('connections', CONNECTIONS)]}>
    <LogsScreen address={address} onSearch={nothing} />
  </Seeded>
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
    'some rows': () => screen(activities(10)),
    empty: () => screen([]),
    searching: () => screen([], { q: 'archive' }, 'loading'),
    'nothing matches': () => screen(activities(10), { q: 'no such text' }),
    'the server cannot be searched': () => screen(activities(3), { q: 'event' }, 'stale'),
    'around one event': () => screen(activities(30), { row: 12 }),
    'from and to': () => screen(activities(3), { time: 'custom', from: NOW - 3_600_000 }),
    'long text': () => screen([LONG]),
    'thousands of rows': () => screen(activities(5000)),
  },
};
