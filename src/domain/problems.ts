import type { Incident } from '../../contract/shapes/incident.ts';
import type { Maintenance } from '../../contract/shapes/maintenance.ts';
import type { Connection } from '../../contract/shapes/mesh.ts';
import { latencyText } from './format.ts';
import { incidentState, incidentSubject } from './incident-text.ts';
import { isInMaintenance, maintenanceEnd, openIncidents, openWindows } from './open-incidents.ts';
import { type Owner, ownerOf } from './owner.ts';
import { platformNames } from './platform-name.ts';
import { compareUrgency } from './problem-order.ts';

/** Something that is wrong now, and neither planned nor because of another: one row on every screen. */
export interface Problem {
  readonly key: string;
  /** What it counts as, as in `judgePlatforms`: error, drill, warning. */
  readonly status: string;
  /** Id of the platform; '' of what a person opened. */
  readonly platform: string;
  /** What is wrong: the platform, the line to it, this node, or the title that a person gave. */
  readonly name: string;
  /** What the probes meet: 'no answer', 'answers in 405 ms'; by whom it was opened. */
  readonly cause: string | undefined;
  /** Epoch milliseconds. */
  readonly since: number | undefined;
  readonly owner: Owner;
  readonly isByPerson: boolean;
  /** Left out by a server that has no incidents: nobody can be on it. */
  readonly incident?: Incident | undefined;
}

/** Platforms in maintenance, which are no problem. */
export interface Planned {
  readonly key: string;
  /** Their ids. */
  readonly platforms: readonly string[];
  readonly name: string;
  /** Left out when all of an incident was planned, and its window is over. */
  readonly window?: Maintenance;
}

interface MeshState {
  readonly connections: readonly Connection[];
  /** Of both: undefined where this server has none. */
  readonly incidents: readonly Incident[] | undefined;
  readonly windows: readonly Maintenance[] | undefined;
  /** Server time, epoch milliseconds. */
  readonly now: number;
}

export interface MeshProblems {
  /** In their one order. */
  readonly problems: readonly Problem[];
  readonly planned: readonly Planned[];
}

/** What is wrong in the mesh now, and what is planned to be. */
export function meshProblems({ connections, incidents, windows, now }: MeshState): MeshProblems {
  const current = openWindows(windows, now);
  const isCovered = (id: string) => maintenanceEnd(id, current) !== undefined;
  const isAffected = (id: string) => connections.some((one) => one.id === id && one.because);
  const open = openIncidents(incidents, now).filter(
    ({ platform, drillUntil }) => drillUntil !== null || !isAffected(platform),
  );
  const troubled = connections.filter(
    ({ id, status, paused, because }) =>
      isTrouble(status) &&
      !paused &&
      !because &&
      !isCovered(id) &&
      open.every((one) => one.platform !== id),
  );
  const problems = [
    ...open
      .filter((one) => !isInMaintenance(one, current))
      .map((one) => problemOf(one, connections, now)),
    ...troubled.map(withoutIncident),
  ];
  return {
    problems: problems.sort(compareUrgency),
    planned: [
      ...current.map((window) => ({
        key: `window ${window.id}`,
        platforms: window.platforms,
        name: platformNames(window.platforms, connections),
        window,
      })),
      ...open
        .filter(({ planned, platform }) => planned && !isCovered(platform))
        .map(({ id, platform }) => ({
          key: `incident ${id}`,
          platforms: [platform],
          name: platformNames([platform], connections),
        })),
    ],
  };
}

function problemOf(incident: Incident, connections: readonly Connection[], now: number): Problem {
  const { id, drillUntil, cause, startedAt, openedBy, platforms } = incident;
  const platform = connections.find((one) => one.id === incident.platform);
  // An incident has the worst that the platform had in it, which may be better by now.
  const present = platform && isTrouble(platform.status) ? platform.status : incident.status;
  const status = drillUntil === null ? present : 'drill';
  const about = {
    key: `incident ${id}`,
    status,
    platform: incident.platform,
    since: startedAt,
    owner: ownerOf(incident, now),
    isByPerson: openedBy !== undefined,
    incident,
  };
  if (openedBy !== undefined)
    return {
      ...about,
      name: [cause, platformNames(platforms ?? [], connections)].filter(Boolean).join(': '),
      cause: `opened by ${openedBy}`,
    };
  return {
    ...about,
    name: incidentSubject(incident, platform?.name ?? incident.platform),
    cause: status === 'drill' ? undefined : causeOf(status, cause, platform?.latencyMs),
  };
}

const withoutIncident = ({ id, name, status, since, failure, latencyMs }: Connection): Problem => ({
  key: `platform ${id}`,
  status,
  platform: id,
  name,
  cause: causeOf(status, failure, latencyMs),
  since: since ?? undefined,
  owner: { state: 'nobody' },
  isByPerson: false,
});

const isTrouble = (status: string): boolean => status === 'error' || status === 'warning';

function causeOf(
  status: string,
  failure: string | null | undefined,
  latencyMs: number | null | undefined,
): string | undefined {
  // 'answered 503 instead of 200-299' is as clear without its first word, and fits the row.
  if (status !== 'warning') return failure?.replace(/^answered (?=\d)/, '');
  return latencyMs ? `answers in ${latencyText(latencyMs)}` : 'slow answers';
}

/** Whether somebody has to act now: it is really down, and nobody is on it, nor is asked to be. */
export const isUrgent = ({ status, owner }: Problem): boolean =>
  status === 'error' && owner.state !== 'taken';

/**
 * @returns 'Archive is down', 'The line to Forge is down', 'This node is cut off', 'DRILL: Forge is down', 'Payments fail: Forge';
 * with `was` of what is not known any more
 */
export function problemTitle({ status, name, incident }: Problem, verb: 'is' | 'was' = 'is') {
  if (incident?.openedBy !== undefined) return name;
  return `${status === 'drill' ? 'DRILL: ' : ''}${name} ${verb} ${problemState({ status, incident })}`;
}

/** @returns 'down', 'slow'; 'open' of what a person opened; of this node 'cut off' or 'at a standstill' */
export const problemState = ({ status, incident }: Pick<Problem, 'status' | 'incident'>): string =>
  incident?.scope === 'node'
    ? incidentState(incident)
    : incident?.openedBy
      ? 'open'
      : status === 'warning'
        ? 'slow'
        : 'down';
