import type { Incident } from '../../contract/shapes/incident.ts';
import type { Maintenance } from '../../contract/shapes/maintenance.ts';
import type { Connection } from '../../contract/shapes/mesh.ts';
import { latencyText } from './format.ts';
import { incidentSubject } from './incident-text.ts';
import { maintenanceEnd, openIncidents, openWindows } from './open-incidents.ts';
import { problemsFirst } from './verdict.ts';
import { platformNames } from './windows.ts';

/** Something that is wrong now, or that is planned to be. */
export interface Trouble {
  readonly key: string;
  /** What it counts as, as in `judgePlatforms`: error, drill, warning, maintenance. */
  readonly status: string;
  /** Id of the platform; '' of those in a window. */
  readonly platform: string;
  /** Their name, or names. */
  readonly name: string;
  /** What the probes meet: 'no answer', '405 ms'. */
  readonly cause?: string | undefined;
  /** Epoch milliseconds. */
  readonly since?: number | undefined;
  readonly incident?: Incident | undefined;
  readonly window?: Maintenance;
}

interface MeshFacts {
  readonly connections: readonly Connection[];
  /** Of both: undefined where this server has none. */
  readonly incidents: readonly Incident[] | undefined;
  readonly windows: readonly Maintenance[] | undefined;
  /** Server time, epoch milliseconds. */
  readonly now: number;
}

/**
 * @returns the worst first: what is down, drills, what is slow; of each what nobody is on before the others; at last what
 * is planned
 */
export function meshTrouble({ connections, incidents, windows, now }: MeshFacts): Trouble[] {
  const inWindows = openWindows(windows, now);
  const isInWindow = (id: string) => maintenanceEnd(id, inWindows) !== undefined;
  const open = openIncidents(incidents, now)
    .filter(({ platform, drillUntil }) => drillUntil !== null || !isInWindow(platform))
    .sort((a, b) => Number(a.acknowledgement !== null) - Number(b.acknowledgement !== null));
  const ofIncidents = open.map((incident) => ofIncident(incident, connections));
  const others = connections.filter(
    ({ id, status }) =>
      isReal(status) && !isInWindow(id) && open.every(({ platform }) => platform !== id),
  );
  return problemsFirst([
    ...ofIncidents,
    ...others.map(({ id, name, status, since, failure, latencyMs }) => ({
      key: `platform ${id}`,
      status,
      platform: id,
      name,
      since: since ?? undefined,
      cause: causeOf(status, failure, latencyMs),
    })),
    ...inWindows.map((window) => ({
      key: `window ${window.id}`,
      status: 'maintenance',
      platform: '',
      window,
      name: platformNames(window.platforms, connections),
    })),
  ]);
}

function ofIncident(incident: Incident, connections: readonly Connection[]): Trouble {
  const { id, planned, drillUntil, cause, startedAt, openedBy, platforms } = incident;
  const platform = connections.find((one) => one.id === incident.platform);
  // An incident has the worst that the platform had in it, which may be better by now.
  const present = platform && isReal(platform.status) ? platform.status : incident.status;
  const status = drillUntil !== null ? 'drill' : planned ? 'maintenance' : present;
  return {
    key: `incident ${id}`,
    status,
    incident,
    since: startedAt,
    platform: incident.platform,
    ...(openedBy
      ? {
          name: [cause, platformNames(platforms ?? [], connections)].filter(Boolean).join(': '),
          cause: `opened by ${openedBy}`,
        }
      : {
          name: platform?.name ?? incident.platform,
          cause: causeOf(status, cause, platform?.latencyMs),
        }),
  };
}

const isReal = (status: string): boolean => status === 'error' || status === 'warning';

function causeOf(
  status: string,
  failure: string | null | undefined,
  latencyMs: number | null | undefined,
): string | undefined {
  if (status !== 'warning') return failure ?? undefined;
  return latencyMs ? `answers in ${latencyText(latencyMs)}` : undefined;
}

/** Whether somebody has to act now: it is really down, not planned, and nobody is on it. */
export const isUrgent = ({ status, incident }: Trouble): boolean =>
  status === 'error' && !incident?.acknowledgement;

const STATES: Readonly<Record<string, string>> = { warning: 'slow', maintenance: 'in maintenance' };

/**
 * @returns 'Archive is down', 'The line to Forge is down', 'This node is cut off', 'DRILL: Forge is down', 'Forge in maintenance',
 * 'Payments fail: Forge'; with `was` of what is not known any more
 */
export function troubleTitle({ status, name, incident }: Trouble, verb: 'is' | 'was' = 'is') {
  if (incident?.openedBy) return name;
  const state = incident?.scope === 'node' ? 'cut off' : (STATES[status] ?? 'down');
  const subject = incident ? incidentSubject(incident, name) : name;
  if (status === 'maintenance' && verb === 'is') return `${subject} ${state}`;
  return `${status === 'drill' ? 'DRILL: ' : ''}${subject} ${verb} ${state}`;
}
