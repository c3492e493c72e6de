import {
  DRILL,
  endedIncidents,
  INCIDENTS_OF_ALL_KINDS,
  LONG_INCIDENT,
} from '../../ui/testing/incident-samples.ts';
import { CONNECTIONS, NOW, READINGS } from '../../ui/testing/samples.ts';
import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { filterOf, type IncidentSearch, sortIncidents } from './incident-search.ts';
import { IncidentsView, type IncidentsViewProps } from './incidents-view.tsx';
import type { Incidents } from './use-incidents.ts';

const view = (
  rows: Incidents['rows'],
  state: Incidents['state'] = 'all',
  more: Partial<IncidentsViewProps> = {},
  search: IncidentSearch = {},
) => (
  <IncidentsView
    search={search}
    onSearch={nothing}
    filter={filterOf(search, NOW)}
    incidents={{
      rows: sortIncidents(rows, search.sort, NOW),
      state,
      error: state === 'failed' ? new Error('The server cannot be reached.') : null,
      readOlder: nothing,
      retry: nothing,
    }}
    read={READINGS.fresh}
    platforms={CONNECTIONS}
    onAcknowledge={async () => true}
    acknowledging={false}
    onExport={async () => undefined}
    onCopy={nothing}
    now={NOW}
    {...more}
  />
);

export const stories: StorySet = {
  title: 'Incidents',
  alone: true,
  stories: {
    full: () => view([...INCIDENTS_OF_ALL_KINDS, ...endedIncidents(30)], 'more'),
    'longest first': () => view(endedIncidents(20), 'all', {}, { sort: 'longest' }),
    empty: () => view([]),
    'nothing matches': () => view([], 'all', {}, { q: 'no such text' }),
    searching: () => view([], 'searching', {}, { q: 'cable' }),
    'from and to': () => view(endedIncidents(3), 'all', {}, { time: 'custom', from: NOW }),
    'a drill': () => view([DRILL]),
    'offline, with what this device knows': () =>
      view(INCIDENTS_OF_ALL_KINDS, 'failed', { read: READINGS.unknown }),
    'older ones cannot be read': () => view(endedIncidents(12), 'failed'),
    'the server answers badly': () => view([], 'failed', { read: READINGS.failed }),
    'long texts': () => view([LONG_INCIDENT]),
  },
};
