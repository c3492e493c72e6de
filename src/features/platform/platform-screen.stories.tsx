import type { Connection } from '../../../contract/shapes/mesh.ts';
import {
  DETAILS,
  DRILL,
  INCIDENTS_OF_FORGE,
  NO_DETAILS,
  platformHistory,
  WINDOW,
} from '../../ui/testing/platform-samples.ts';
import {
  activities,
  CONNECTIONS,
  LONG_CONNECTIONS,
  LONG_TEXT,
  LONG_WORD,
  NOW,
  READINGS,
} from '../../ui/testing/samples.ts';
import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { NodeScreen } from './node-screen.tsx';
import { PlatformScreen, type PlatformScreenProps } from './platform-screen.tsx';

type State = keyof typeof READINGS;

const FORGE = CONNECTIONS[0] as Connection;
const NEW_KEY = { from: 'a'.repeat(43), to: 'b'.repeat(43), at: NOW };

/** What a screen is given; of a read that failed or has not come there is no data. */
function given(state: State = 'fresh'): PlatformScreenProps {
  const read = READINGS[state];
  const of = <T,>(data: T) => ({ ...read, data: read.at === undefined ? undefined : data });
  return {
    connection: FORGE,
    read,
    details: of(DETAILS),
    days: of(platformHistory('90d')),
    history: of(platformHistory('24h')),
    incidents: of(INCIDENTS_OF_FORGE),
    maintenance: [],
    range: '24h',
    onRange: nothing,
    events: { rows: activities(12), state: 'more' },
    reconnect: { pending: false, run: nothing },
    acknowledgeKey: { pending: false, run: nothing },
    now: NOW,
  };
}

const screen = (more: Partial<PlatformScreenProps> = {}, state: State = 'fresh') => (
  <PlatformScreen {...given(state)} {...more} />
);

const fresh = READINGS.fresh;
const failing = <T,>() => ({ ...READINGS.failed, data: undefined as T | undefined });

export const stories: StorySet = {
  title: 'Platform page',
  alone: true,
  stories: {
    full: () => screen(),
    'a year': () => screen({ range: '1y', history: { ...fresh, data: platformHistory('1y') } }),
    'in maintenance, with a drill': () =>
      screen({
        maintenance: [WINDOW],
        incidents: { ...fresh, data: [DRILL, ...INCIDENTS_OF_FORGE] },
      }),
    'down, with a new key': () =>
      screen({
        connection: { ...FORGE, status: 'error', failure: 'no answer', keyChange: NEW_KEY },
      }),
    'new, without history': () =>
      screen({
        connection: { ...FORGE, status: 'unknown', latencyMs: null, lastSeen: null, since: null },
        details: { ...fresh, data: NO_DETAILS },
        days: { ...fresh, data: platformHistory('90d', true) },
        history: { ...fresh, data: platformHistory('24h', true) },
        incidents: { ...fresh, data: [] },
        events: { rows: [], state: 'all' },
      }),
    'of a server without these calls': () =>
      screen({ details: null, days: null, history: null, incidents: null }),
    failing: () =>
      screen({ details: failing(), days: failing(), history: failing(), incidents: failing() }),
    loading: () => screen({}, 'loading'),
    stale: () => screen({}, 'stale'),
    unknown: () => screen({}, 'unknown'),
    'long text': () =>
      screen({
        connection: { ...(LONG_CONNECTIONS[0] as Connection), status: 'error', failure: LONG_TEXT },
        details: { ...fresh, data: { ...DETAILS, address: LONG_WORD, version: LONG_WORD } },
      }),
    'this node': () => (
      <NodeScreen
        id="meridian"
        name="Meridian"
        days={{ ...fresh, data: platformHistory('90d') }}
        now={NOW}
      />
    ),
  },
};
