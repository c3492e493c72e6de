import type * as z from 'zod/mini';
import { platformsNamed } from '../../../contract/platform-filter.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { concerns } from '../../domain/affected.ts';
import { incidentMs } from '../../domain/incident-text.ts';
import {
  choiceOf,
  type TimeSpan,
  tableSearch,
  textValue,
  timeSpanOf,
} from '../../domain/table-search.ts';

export const INCIDENT_STATES = { open: 'Open', ended: 'Ended' } as const;
/** The worst that a platform had. */
export const INCIDENT_SEVERITIES = {
  ...{ error: 'Down', warning: 'Slow', person: 'By people, or of displays' },
} as const;
/** Left out: the newest first. */
export const INCIDENT_SORTS = { longest: 'Longest first' } as const;

/** Which incidents are listed, and how. `platform`: an id, or `group:NAME` or `tag:NAME`. */
export const incidentSearch = tableSearch({
  state: choiceOf(INCIDENT_STATES),
  severity: choiceOf(INCIDENT_SEVERITIES),
  platform: textValue,
  sort: choiceOf(INCIDENT_SORTS),
});
export type IncidentSearch = z.infer<typeof incidentSearch>;

/** What an incident must have, as the server is asked; undefined asks for nothing. */
export interface IncidentFilter extends TimeSpan {
  readonly q: string | undefined;
  readonly state: keyof typeof INCIDENT_STATES | undefined;
  readonly status: keyof typeof INCIDENT_SEVERITIES | undefined;
  readonly platform: string | undefined;
}

/** @param now server time, epoch milliseconds */
export function filterOf(search: IncidentSearch, now: number): IncidentFilter {
  const { q, state, severity, platform } = search;
  return {
    q: q?.trim() || undefined,
    state,
    status: severity,
    platform,
    ...timeSpanOf(search, now),
  };
}

/**
 * @param platforms of the mesh
 * @returns whether an incident is what is looked for, as the server would decide
 */
export function matchesIncident(
  incident: Incident,
  filter: IncidentFilter,
  platforms: readonly Connection[],
): boolean {
  const { openedBy, startedAt, endedAt } = incident;
  const status = openedBy === undefined ? incident.status : 'person';
  return (
    (filter.state === undefined || (filter.state === 'open') === (endedAt === null)) &&
    (filter.status === undefined || filter.status === status) &&
    (platformsNamed(filter.platform, platforms)?.some((id) => concerns(incident, id)) ?? true) &&
    (filter.from === undefined || (endedAt ?? Number.POSITIVE_INFINITY) >= filter.from) &&
    (filter.to === undefined || startedAt < filter.to) &&
    hasText(incident, filter.q)
  );
}

function hasText({ cause, acknowledgement }: Incident, q: string | undefined): boolean {
  if (q === undefined) return true;
  const texts = [cause, acknowledgement?.by, acknowledgement?.note];
  return texts.some((text) => text?.toLowerCase().includes(q.toLowerCase()));
}

/** @param now server time, epoch milliseconds: open incidents are so long so far */
export function sortIncidents(
  incidents: readonly Incident[],
  sort: IncidentSearch['sort'],
  now: number,
): readonly Incident[] {
  const byNewest = (a: Incident, b: Incident) => b.startedAt - a.startedAt || b.id - a.id;
  if (sort === 'longest')
    return incidents.toSorted((a, b) => incidentMs(b, now) - incidentMs(a, now) || byNewest(a, b));
  return incidents.toSorted(byNewest);
}
