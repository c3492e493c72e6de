import { INCIDENTS } from '../../../contract/limits.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { exportTable, type TableFormat } from '../../client/export-table.ts';
import { exportMatching } from '../../client/paged-rows.ts';
import { workerClient } from '../../client/worker-client.ts';
import { isoText } from '../../shared/iso-time.ts';
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
  { key: 'planned' },
  { key: 'drillUntil', isTime: true },
  { key: 'acknowledgement.by' },
  { key: 'acknowledgement.at', isTime: true },
  { key: 'acknowledgement.note' },
];

interface IncidentExport {
  readonly format: TableFormat;
  readonly filter: IncidentFilter;
  readonly sort: IncidentSearch['sort'];
  /** These alone; undefined: every one that matches. */
  readonly selected: readonly Incident[] | undefined;
  /** Those that this console has read, and of when they are. */
  readonly known: readonly Incident[];
  readonly knownAt: number | undefined;
  readonly platforms: readonly Connection[];
  readonly onProgress: (rows: number) => void;
}

/** Saves incidents as a file. Without the server these are those that this console knows. */
export async function exportIncidents(order: IncidentExport): Promise<void> {
  const { format, filter, sort, selected, known, knownAt, platforms, onProgress } = order;
  const sorted = (rows: readonly Incident[]) => sortIncidents(rows, sort, workerClient.serverNow());
  const table = { format, name: 'incidents', columns: COLUMNS, onProgress };
  if (selected)
    return exportTable({
      ...table,
      rows: sorted(selected),
      filter: 'selected rows',
      dataAsOf: knownAt,
      extent: 'complete',
    });
  return exportMatching<Incident>({
    ...table,
    call: 'incidents',
    filter,
    limit: INCIDENTS.pageMax,
    known: known.filter((one) => matchesIncident(one, filter)),
    knownAt,
    filterText: filterText(filter, platforms),
    sorted,
  });
}

/** @returns what is looked for, in words */
function filterText(filter: IncidentFilter, platforms: readonly Connection[]): string {
  const { q, state, status, platform, from, to } = filter;
  const name = platforms.find(({ id }) => id === platform)?.name ?? platform;
  const parts = [
    q && `text “${q}”`,
    state && `state ${state}`,
    status && `severity ${INCIDENT_SEVERITIES[status]}`,
    platform && `platform ${name}`,
    from !== undefined && `open at or after ${isoText(from)}`,
    to !== undefined && `began before ${isoText(to)}`,
  ].filter(Boolean);
  return parts.join(', ') || 'none';
}
