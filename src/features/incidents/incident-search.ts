import { platformsNamed } from '../../../contract/platform-filter.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { keyIn, textIn } from '../../domain/address-values.ts';
import { concerns } from '../../domain/affected.ts';
import { incidentMs } from '../../domain/incident-text.ts';
import { urgencyRank, type Windows } from '../../domain/open-incidents.ts';
import {
  parseTimeSearch,
  type TimeSearch,
  type TimeSpan,
  timeSpanOf,
} from '../../domain/time-range.ts';

/** Which incidents are listed, and how. It stands in the address. */
export interface IncidentSearch extends TimeSearch {
  /** Text in the cause, or in the name or note of who is on it. */
  readonly q?: string | undefined;
  readonly state?: keyof typeof INCIDENT_STATES | undefined;
  readonly severity?: keyof typeof INCIDENT_SEVERITIES | undefined;
  /** Id of a platform, or `group:NAME` or `tag:NAME`. */
  readonly platform?: string | undefined;
  readonly sort?: keyof typeof INCIDENT_SORTS | undefined;
}

export const INCIDENT_STATES = { open: 'Open', ended: 'Ended' } as const;
/** The worst that a platform had. */
export const INCIDENT_SEVERITIES = {
  ...{ error: 'Down', warning: 'Slow', person: 'Opened by a person' },
} as const;
/** Left out: problems first. */
export const INCIDENT_SORTS = { newest: 'Newest first', longest: 'Longest first' } as const;

/** Addresses are foreign data: whatever is none of ours is left out. */
export function parseIncidentSearch(search: Record<string, unknown>): IncidentSearch {
  return {
    q: textIn(search.q),
    state: keyIn(INCIDENT_STATES, search.state),
    severity: keyIn(INCIDENT_SEVERITIES, search.severity),
    platform: textIn(search.platform),
    ...parseTimeSearch(search),
    sort: keyIn(INCIDENT_SORTS, search.sort),
  };
}

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

/** Behind every open one. */
const ENDED_RANK = 100;

/**
 * @param now server time, epoch milliseconds: open incidents are so long so far
 * @param windows the maintenance that goes on
 */
export function sortIncidents(
  incidents: readonly Incident[],
  sort: IncidentSearch['sort'],
  now: number,
  windows: Windows = [],
): readonly Incident[] {
  const byNewest = (a: Incident, b: Incident) => b.startedAt - a.startedAt || b.id - a.id;
  if (sort === 'newest') return incidents.toSorted(byNewest);
  if (sort === 'longest')
    return incidents.toSorted((a, b) => incidentMs(b, now) - incidentMs(a, now) || byNewest(a, b));
  const rankOf = (one: Incident) => (one.endedAt === null ? urgencyRank(one, windows) : ENDED_RANK);
  return incidents.toSorted((a, b) => rankOf(a) - rankOf(b) || byNewest(a, b));
}
