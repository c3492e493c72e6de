import type { Connection } from '../../../contract/shapes/mesh.ts';
import {
  activities,
  CONNECTIONS,
  LONG_CONNECTIONS,
  LONG_TEXT,
  meshHistory,
  NOW,
  READINGS,
} from '../../ui/testing/samples.ts';
import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { ConnectionsTable } from './connections-table.tsx';
import { ConnectionsPanel } from './mesh-page.tsx';
import { PlatformDetails } from './platform-details.tsx';
import { Topology } from './topology.tsx';

type State = keyof typeof READINGS;

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
        <ConnectionsTable connections={known} age={age} selected="harbor" now={NOW} />
      </>
    )}
  </ConnectionsPanel>
);

const details = (connection: Connection | undefined, state: State, hasHistory = true) =>
  connection && (
    <PlatformDetails
      connection={connection}
      read={READINGS[state]}
      history={hasHistory ? { ...READINGS[state], data: meshHistory([connection]) } : null}
      range="1h"
      onRange={nothing}
      events={{ rows: activities(hasHistory ? 12 : 0), state: 'more' }}
      reconnect={{ pending: false, run: nothing }}
      acknowledgeKey={{ pending: false, run: nothing }}
      now={NOW}
    />
  );

const [FORGE, , LEDGER, , ARCHIVE] = CONNECTIONS;
const NEW_KEY = { from: 'a'.repeat(43), to: 'b'.repeat(43), at: NOW };

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
    'long text': () => panel(LONG_CONNECTIONS, 'fresh'),
    'one that is up': () => details(FORGE, 'fresh'),
    'one that is down': () => details(ARCHIVE, 'fresh'),
    'one with a new key': () => details(LEDGER && { ...LEDGER, keyChange: NEW_KEY }, 'fresh'),
    'one, stale': () => details(ARCHIVE, 'stale'),
    'one of a server without history': () => details(FORGE, 'fresh', false),
    'one with long text': () =>
      details(LONG_CONNECTIONS[4] && { ...LONG_CONNECTIONS[4], failure: LONG_TEXT }, 'fresh'),
  },
};
