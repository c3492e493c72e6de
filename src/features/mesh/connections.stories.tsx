import type { Connection } from '../../../contract/shapes/mesh.ts';
import {
  CONNECTIONS,
  LONG_CONNECTIONS,
  largeMesh,
  NOW,
  READINGS,
} from '../../../tests/ui/samples.ts';
import type { StorySet } from '../../../tests/ui/story.ts';
import { judgePlatforms } from '../../domain/verdict.ts';
import { ConnectionsTable } from './connections-table.tsx';
import { ConnectionsPanel } from './mesh-page.tsx';
import { Topology } from './topology.tsx';

type State = keyof typeof READINGS;

/** The second is down, and another because of it. */
const BEHIND = CONNECTIONS.map((one, at): Connection => {
  const [, gateway] = CONNECTIONS;
  if (at === 1) return { ...one, status: 'error', latencyMs: null };
  if (at === 3)
    return { ...one, status: 'error', dependsOn: [`${gateway?.id}`], because: gateway?.id };
  return at === 5 ? { ...one, dependsOn: CONNECTIONS.slice(0, 2).map(({ id }) => id) } : one;
});

const panel = (list: readonly Connection[] | undefined, state: State) => (
  <ConnectionsPanel
    title="Mesh Connections"
    flush
    read={{ ...READINGS[state], data: list }}
    now={NOW}
  >
    {(known, age) => (
      <>
        <Topology self="Sample" connections={known} age={age} />
        <ConnectionsTable connections={known} age={age} now={NOW} />
      </>
    )}
  </ConnectionsPanel>
);

export const stories: StorySet = {
  title: 'Connections',
  alone: true,
  stories: {
    'every status': () => panel(CONNECTIONS, 'fresh'),
    empty: () => panel([], 'fresh'),
    loading: () => panel(undefined, 'loading'),
    stale: () => panel(CONNECTIONS, 'stale'),
    unknown: () => panel(CONNECTIONS, 'unknown'),
    failing: () => panel(CONNECTIONS, 'failing'),
    'never read': () => panel(undefined, 'failed'),
    dependencies: () => panel(judgePlatforms(BEHIND), 'fresh'),
    'twelve platforms': () => panel(largeMesh(12), 'fresh'),
    'thirty platforms': () => panel(largeMesh(30), 'fresh'),
    'three hundred platforms': () => panel(largeMesh(300), 'fresh'),
    'long text': () => panel(LONG_CONNECTIONS, 'fresh'),
  },
};
