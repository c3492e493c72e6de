import { expect, test } from 'vitest';
import {
  DRILL,
  ENDED,
  INCIDENT,
  INCIDENTS_OF_ALL_KINDS,
  PLANNED,
  TAKEN,
} from '../../ui/testing/incident-samples.ts';
import { CONNECTIONS, NOW } from '../../ui/testing/samples.ts';
import {
  filterOf,
  type IncidentSearch,
  matchesIncident,
  parseIncidentSearch,
  sortIncidents,
} from './incident-search.ts';

const HOUR_MS = 3_600_000;
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
  ['nothing: problems first', {}, ids(INCIDENT, DRILL, TAKEN, ENDED, PLANNED)],
  ['the newest first', { sort: 'newest' }, ids(DRILL, INCIDENT, ENDED, TAKEN, PLANNED)],
  ['the longest first', { sort: 'longest' }, ids(TAKEN, PLANNED, DRILL, INCIDENT, ENDED)],
  ['open ones', { state: 'open' }, ids(INCIDENT, DRILL, TAKEN)],
  ['ended ones', { state: 'ended' }, ids(ENDED, PLANNED)],
  ['slow ones', { severity: 'warning' }, ids(TAKEN)],
  ['a platform', { platform: 'archive' }, ids(INCIDENT, ENDED)],
  ['a group', { platform: 'group:West' }, ids(INCIDENT, ENDED)],
  ['a tag', { platform: 'tag:edge' }, ids(INCIDENT, ENDED)],
  ['a group that nothing is in', { platform: 'group:East' }, []],
  ['a cause, in any case', { q: ' NO ANSWER ' }, ids(INCIDENT, ENDED, PLANNED)],
  ['who is on it', { q: 'ada' }, ids(TAKEN)],
  ['a note', { q: 'provider' }, ids(TAKEN)],
  ['what was open in the last hour', { time: '1h' }, ids(INCIDENT, DRILL, TAKEN, ENDED)],
  [
    'from and to',
    { time: 'custom', from: NOW - 6 * HOUR_MS, to: NOW - HOUR_MS },
    ids(TAKEN, PLANNED),
  ],
])('looks for %s', (_, search, found) => {
  expect(idsOf(search)).toEqual(found);
});

test('problems come by severity, then by whether nobody is on them, and what is in maintenance last', () => {
  const acknowledgement = { by: 'ada', at: NOW, note: '' };
  const open = [
    { ...INCIDENT, id: 1, planned: true },
    { ...INCIDENT, id: 2, platform: 'harbor' },
    { ...INCIDENT, id: 3, status: 'warning' },
    { ...INCIDENT, id: 4, acknowledgement },
    { ...INCIDENT, id: 5 },
  ];
  const window = { platforms: ['harbor'], startsAt: NOW - HOUR_MS, endsAt: NOW + HOUR_MS };
  const sorted = sortIncidents(open, undefined, NOW, [window]);
  expect(sorted.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
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
  expect(parseIncidentSearch(address)).toEqual({ q: '12', state: 'open', sort: 'longest' });
});
