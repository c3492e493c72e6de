import { INCIDENTS } from '../../../contract/limits.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import type { TableExport } from '../../console/export-table.ts';
import { exportMatching, pagesById } from '../../console/paged-rows.ts';
import { workerClient } from '../../console/worker-client.ts';
import { platformFilterText } from '../../domain/groups.ts';
import { filterText } from '../../domain/paged-rows.ts';
import {
  INCIDENT_SEVERITIES,
  type IncidentFilter,
  type IncidentSearch,
  matchesIncident,
  sortIncidents,
} from './incident-search.ts';

const COLUMNS = [
  { key: 'id' },
  { key: 'platform' },
  { key: 'status' },
  { key: 'startedAt', isTime: true },
  { key: 'endedAt', isTime: true },
  { key: 'cause' },
  { key: 'openedBy' },
  { key: 'platforms' },
  { key: 'planned' },
  { key: 'drillUntil', isTime: true },
  { key: 'acknowledgement.by' },
  { key: 'acknowledgement.at', isTime: true },
  { key: 'acknowledgement.note' },
];

interface IncidentExport extends Pick<TableExport, 'format' | 'onProgress'> {
  readonly filter: IncidentFilter;
  readonly sort: IncidentSearch['sort'];
  /** These alone; undefined: every one that matches. */
  readonly selected: readonly Incident[] | undefined;
  /** Those that this console has read, and of when they are. */
  readonly known: readonly Incident[];
  readonly knownAt: number | undefined;
  readonly platforms: readonly Connection[];
}

/** Saves incidents as a file. Without the server these are those that this console knows. */
export function exportIncidents(order: IncidentExport): Promise<void> {
  const { filter, sort, known, platforms, ...rest } = order;
  return exportMatching<Incident, number>({
    ...rest,
    name: 'incidents',
    columns: COLUMNS,
    pages: pagesById('incidents', filter, INCIDENTS.pageMax),
    known: known.filter((one) => matchesIncident(one, filter, platforms)),
    filter: textOf(filter, platforms),
    sorted: (rows) => sortIncidents(rows, sort, workerClient.serverNow()),
  });
}

/** @returns what is looked for, in words */
function textOf(filter: IncidentFilter, platforms: readonly Connection[]): string {
  const { q, state, status, platform } = filter;
  const parts = [
    state && `state ${state}`,
    status && `severity ${INCIDENT_SEVERITIES[status]}`,
    platform && platformFilterText(platform, platforms),
  ];
  return filterText(q, parts, filter, ['open at or after', 'began before']);
}
