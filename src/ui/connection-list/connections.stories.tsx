import type { Connection } from '../../../contract/shapes/mesh.ts';
import { Placeholder } from '../placeholder/placeholder.tsx';
import { CONNECTIONS, LONG_CONNECTIONS, NOW, READINGS } from '../testing/samples.ts';
import type { StorySet } from '../testing/story.ts';
import { ConnectionList } from './connection-list.tsx';
import { ConnectionsPanel } from './connections-panel.tsx';

const panel = (list: readonly Connection[] | undefined, state: keyof typeof READINGS) => (
  <ConnectionsPanel
    title="Mesh Connections"
    waiting={<Placeholder height="12rem" />}
    flush
    connections={list}
    reading={READINGS[state]}
    now={NOW}
  >
    {(known, age) => <ConnectionList connections={known} age={age} now={NOW} />}
  </ConnectionsPanel>
);

const MANY = Array.from({ length: 4 }, (_, round) =>
  CONNECTIONS.map((connection) => ({ ...connection, id: `${connection.id}-${round}` })),
).flat();

export const stories: StorySet = {
  title: 'Connections',
  stories: {
    'every status': () => panel(CONNECTIONS, 'fresh'),
    empty: () => panel([], 'fresh'),
    loading: () => panel(undefined, 'loading'),
    stale: () => panel(CONNECTIONS, 'stale'),
    unknown: () => panel(CONNECTIONS, 'unknown'),
    failing: () => panel(CONNECTIONS, 'failing'),
    'never read': () => panel(undefined, 'failed'),
    'many platforms': () => panel(MANY, 'fresh'),
    'long text': () => panel(LONG_CONNECTIONS, 'fresh'),
  },
};
