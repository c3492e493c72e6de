import type { Connection } from '../../../contract/shapes/mesh.ts';
import {
  CONNECTIONS,
  LONG_CONNECTIONS,
  meshHistory,
  NOW,
  READINGS,
} from '../../../tests/ui/samples.ts';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { PlatformsPanel } from './platforms-panel.tsx';

type State = keyof typeof READINGS;

const panel = (
  connections: readonly Connection[] | undefined,
  state: State,
  past: State = state,
) => (
  <PlatformsPanel
    connections={{ ...READINGS[state], data: connections }}
    history={{ ...READINGS[past], data: connections && meshHistory(connections) }}
    range="1h"
    onRange={nothing}
    now={NOW}
  />
);

export const stories: StorySet = {
  title: 'Platforms panel',
  alone: true,
  stories: {
    'every status': () => panel(CONNECTIONS, 'fresh'),
    'no platforms': () => panel([], 'fresh'),
    loading: () => panel(undefined, 'loading'),
    stale: () => panel(CONNECTIONS, 'stale'),
    unknown: () => panel(CONNECTIONS, 'unknown'),
    failing: () => panel(CONNECTIONS, 'failing'),
    'never read': () => panel(undefined, 'failed'),
    'long text': () => panel(LONG_CONNECTIONS, 'fresh'),
    'a history that is stale': () => panel(CONNECTIONS, 'fresh', 'stale'),
    'a server without history': () => (
      <PlatformsPanel
        connections={{ ...READINGS.fresh, data: CONNECTIONS }}
        history={null}
        range="1h"
        onRange={nothing}
        now={NOW}
      />
    ),
  },
};
