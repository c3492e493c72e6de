import { HOUR_MS } from '../../../contract/limits.ts';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { activities, CONNECTIONS, LONG_TEXT, LONG_WORD, NOW } from '../../../tests/ui/samples.ts';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { AwayPanel } from './away-panel.tsx';

type Props = Parameters<typeof AwayPanel>[0];

const LEFT_AT = NOW - 9 * HOUR_MS;
const LONG: Activity = { id: 'a', message: LONG_TEXT, severity: 'note', createdAt: 'never' };
const turned = (name: string) => ({ name, from: 'connected', to: 'error' });

const panel = (more: Partial<Props> = {}) => (
  <AwayPanel
    leftAt={LEFT_AT}
    backAt={NOW}
    rows={activities(3)}
    platforms={[turned('Archive')]}
    record={{ kind: 'complete' }}
    onDismiss={nothing}
    {...more}
  />
);

export const stories: StorySet = {
  title: 'While you were away',
  stories: {
    'some events': () => panel(),
    'nothing happened': () => panel({ rows: [], platforms: [] }),
    'a record with a gap': () => panel({ record: { kind: 'incomplete', until: NOW - HOUR_MS } }),
    'long text': () => panel({ rows: [LONG], platforms: [turned(LONG_WORD)] }),
    'thousands of rows': () =>
      panel({ rows: activities(5000), platforms: CONNECTIONS.map(({ name }) => turned(name)) }),
  },
};
