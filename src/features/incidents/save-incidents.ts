import { INCIDENTS } from '../../../contract/limits.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { columnsOf } from '../../console/export-table.ts';
import { exportOf, pagesById } from '../../console/paged-rows.ts';
import { workerClient } from '../../console/worker-client.ts';
import { platformFilterText } from '../../domain/groups.ts';
import { filterText } from '../../domain/paged-rows.ts';
import {
  INCIDENT_SEVERITIES,
  type IncidentFilter,
  type IncidentSearch,
  sortIncidents,
} from './incident-search.ts';

const COLUMNS = columnsOf(
  [
    ...['id', 'platform', 'status', 'startedAt', 'endedAt', 'cause', 'openedBy', 'platforms'],
    ...['planned', 'drillUntil'],
    ...['acknowledgement.by', 'acknowledgement.at', 'acknowledgement.note'],
  ],
  ['startedAt', 'endedAt', 'drillUntil', 'acknowledgement.at'],
);

interface IncidentExport {
  readonly filter: IncidentFilter;
  readonly sort: IncidentSearch['sort'];
  /** Those on the screen, and of when they are. */
  readonly known: readonly Incident[];
  readonly knownAt: number | undefined;
  readonly platforms: readonly Connection[];
}

/** @returns what saves incidents as a file. Without the server these are those that this console knows. */
export function exportIncidents({ filter, sort, known, knownAt, platforms }: IncidentExport) {
  return exportOf<Incident, number>({
    name: 'incidents',
    columns: COLUMNS,
    pages: pagesById('incidents', filter, INCIDENTS.pageMax),
    ...{ known, knownAt },
    filter: incidentFilterText(filter, platforms),
    sorted: (rows) => sortIncidents(rows, sort, workerClient.serverNow()),
  });
}

/** @returns what is looked for, in words */
function incidentFilterText(filter: IncidentFilter, platforms: readonly Connection[]): string {
  const { q, state, status, platform } = filter;
  const parts = [
    state && `state ${state}`,
    status && `severity ${INCIDENT_SEVERITIES[status]}`,
    platform && platformFilterText(platform, platforms),
  ];
  return filterText(q, parts, filter, ['open at or after', 'began before']);
}
