import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../contract/limits.ts';
import {
  DRILL,
  ENDED,
  INCIDENT,
  INCIDENTS_OF_ALL_KINDS,
  PLANNED,
  TAKEN,
} from '../../../tests/ui/incident-samples.ts';
import { CONNECTIONS, NOW } from '../../../tests/ui/samples.ts';
import {
  filterOf,
  type IncidentSearch,
  incidentSearch,
  matchesIncident,
  sortIncidents,
} from './incident-search.ts';

const GROUPED = CONNECTIONS.map((one) =>
  one.id === 'archive' ? { ...one, group: 'West', tags: ['edge'] } : one,
);
const idsOf = (search: IncidentSearch) =>
  sortIncidents(
    INCIDENTS_OF_ALL_KINDS.filter((one) => matchesIncident(one, filterOf(search, NOW), GROUPED)),
    search.sort,
    NOW,
  ).map(({ id }) => id);
const ids = (...incidents: readonly { id: number }[]) => incidents.map(({ id }) => id);

test.each<[string, IncidentSearch, number[]]>([
  ['nothing: the newest first', {}, ids(DRILL, INCIDENT, ENDED, TAKEN, PLANNED)],
  ['the longest first', { sort: 'longest' }, ids(TAKEN, PLANNED, DRILL, INCIDENT, ENDED)],
  ['open ones', { state: 'open' }, ids(DRILL, INCIDENT, TAKEN)],
  ['ended ones', { state: 'ended' }, ids(ENDED, PLANNED)],
  ['slow ones', { severity: 'warning' }, ids(TAKEN)],
  ['a platform', { platform: 'archive' }, ids(INCIDENT, ENDED)],
  ['a group', { platform: 'group:West' }, ids(INCIDENT, ENDED)],
  ['a tag', { platform: 'tag:edge' }, ids(INCIDENT, ENDED)],
  ['a group that nothing is in', { platform: 'group:East' }, []],
  ['a cause, in any case', { q: ' NO ANSWER ' }, ids(INCIDENT, ENDED, PLANNED)],
  ['who is on it', { q: 'ada' }, ids(TAKEN)],
  ['a note', { q: 'provider' }, ids(TAKEN)],
  ['what was open in the last hour', { time: '1h' }, ids(DRILL, INCIDENT, ENDED, TAKEN)],
  [
    'from and to',
    { time: 'custom', from: NOW - 6 * HOUR_MS, to: NOW - HOUR_MS },
    ids(TAKEN, PLANNED),
  ],
])('looks for %s', (_, search, found) => {
  expect(idsOf(search)).toEqual(found);
});

test('the newest come first, or the longest', () => {
  const long = { ...ENDED, id: 1, startedAt: ENDED.startedAt - HOUR_MS };
  const rows = [long, { ...ENDED, id: 2 }, { ...ENDED, id: 3 }];
  const idsBy = (sort?: 'longest') => sortIncidents(rows, sort, NOW).map(({ id }) => id);
  expect(idsBy()).toEqual([3, 2, 1]);
  expect(idsBy('longest')).toEqual([1, 3, 2]);
});

test('an address says what is looked for; what is none of it is left out', () => {
  const address = {
    q: 12,
    state: 'open',
    severity: 'loud',
    platform: '',
    sort: 'longest',
    from: -1,
  };
  expect(incidentSearch.parse(address)).toEqual({ q: '12', state: 'open', sort: 'longest' });
});
