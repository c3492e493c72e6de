import { expect, test } from 'vitest';
import type { Incident } from '../../contract/shapes/incident.ts';
import type { Maintenance } from '../../contract/shapes/maintenance.ts';
import { maintenanceEnd, openIncidents, openWindows } from '../../src/domain/open-incidents.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const incident = (id: number, more: Partial<Incident> = {}): Incident => ({
  id,
  platform: 'archive',
  status: 'error',
  startedAt: NOW - id,
  endedAt: null,
  cause: null,
  planned: false,
  drillUntil: null,
  acknowledgement: null,
  ...more,
});

test('nobody, waits, taken; of each down, drills, slow, the longest first; then people’s, and last what is planned', () => {
  const acknowledgement = { by: 'ada', at: NOW, note: '' };
  const list = [
    incident(1, { planned: true }),
    incident(2, { acknowledgement }),
    incident(3),
    incident(4),
    incident(5, { endedAt: NOW }),
    incident(6, { drillUntil: NOW - 1 }),
    incident(7, { drillUntil: NOW + 1 }),
    incident(8, { status: 'warning' }),
    incident(9, { openedBy: 'ada' }),
    incident(10, { offer: { by: 'ada', to: 'bo', at: NOW, until: NOW + 1 } }),
  ];
  expect(openIncidents(list, NOW).map(({ id }) => id)).toEqual([4, 3, 7, 8, 10, 2, 9, 1]);
  expect(openIncidents(undefined, NOW)).toEqual([]);
});

test('says until when the maintenance of a platform goes', () => {
  const window = (startsAt: number, endsAt: number): Maintenance => ({
    id: 1,
    platforms: ['archive'],
    note: '',
    startsAt,
    endsAt,
    repeat: 'none',
    timeZone: 'UTC',
    createdBy: 'ada',
    createdAt: NOW,
  });
  const end = NOW + 3_600_000;
  const windows = [window(NOW - 1, end), window(end, end + 1)];
  const open = openWindows(windows, NOW);
  expect(maintenanceEnd('archive', open)).toBe(end);
  expect(maintenanceEnd('forge', open)).toBeUndefined();
  expect(maintenanceEnd('archive', openWindows(undefined, NOW))).toBeUndefined();
});
