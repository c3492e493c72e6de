import { INCIDENTS } from '../../contract/limits.ts';
import type { Incident, IncidentDetails } from '../../contract/shapes/incident.ts';
import type { MeshConfig } from '../config/mesh-config.ts';
import type { Database, Tx } from '../store/database.ts';
import {
  findIncident,
  type IncidentFilter,
  listIncidents,
  listOpenIncidents,
  listRecentIncidents,
} from '../store/incidents.ts';
import type { Emit, Journal } from '../store/journal.ts';
import { lastProbeAt } from '../store/probes.ts';
import { acknowledge, release } from './acknowledging.ts';
import { finishDrill } from './drills.ts';
import { changeIncident } from './incident-records.ts';

/** What happened, and who is on it. */
export interface Incidents {
  /** Without a filter every open one and the newest ended ones; newest first. */
  list(filter: IncidentFilter): Promise<Incident[]>;
  find(id: number): Promise<IncidentDetails | undefined>;
  /** Somebody is on it, also instead of somebody else. */
  acknowledge(id: number, who: { readonly by: string; readonly note: string }): Promise<Outcome>;
  /** Nobody is on it any more. */
  release(id: number, by: string): Promise<Outcome>;
  /**
   * Ends incidents of platforms that are no longer configured.
   * @param journal of the leader
   * @returns when the platforms of open incidents were last probed, epoch milliseconds
   */
  resume(journal: Journal): Promise<ReadonlyMap<string, number>>;
}

type Outcome = 'done' | 'unknown' | 'ended';

interface IncidentsDeps {
  readonly platforms: MeshConfig['platforms'];
  readonly db: Database;
  readonly journal: Journal;
  readonly now: () => number;
}

export function createIncidents({ platforms, db, journal, now }: IncidentsDeps): Incidents {
  const nameOf = (id: string) => platforms.find((platform) => platform.id === id)?.name ?? id;

  /** Writes about an open incident. */
  function change(id: number, write: (tx: Tx, emit: Emit, open: Incident) => Promise<void>) {
    return journal.commit(async (tx, emit): Promise<Outcome> => {
      const incident = await findIncident(tx, id);
      if (incident === undefined) return 'unknown';
      if (incident.endedAt !== null) return 'ended';
      await write(tx, emit, incident);
      return 'done';
    });
  }

  async function endRemoved(journal: Journal): Promise<void> {
    const configured = new Set(platforms.map(({ id }) => id));
    await journal.commit(async (tx, emit) => {
      const open = await listOpenIncidents(tx);
      for (const incident of open.filter(({ platform }) => !configured.has(platform))) {
        const { platform, startedAt, drillUntil } = incident;
        const at = Math.max(now(), startedAt);
        if (drillUntil !== null) await finishDrill(tx, emit, incident, { name: platform, at });
        else {
          const text = `${platform} is no longer in the configuration, so it is not probed.`;
          const change = { fields: { endedAt: at }, events: [{ at, kind: 'ended', text }] };
          await changeIncident(tx, emit, incident, change);
        }
      }
    });
  }

  return {
    list(filter) {
      const isFiltered = Object.values(filter).some((value) => value !== undefined);
      if (!isFiltered) return listRecentIncidents(db);
      return listIncidents(db, { ...filter, limit: filter.limit ?? INCIDENTS.endedDefault });
    },
    find: (id) => findIncident(db, id),
    acknowledge: (id, who) =>
      change(id, (tx, emit, incident) =>
        acknowledge(tx, emit, incident, { ...who, at: now(), name: nameOf(incident.platform) }),
      ),
    release: (id, by) =>
      change(id, (tx, emit, incident) =>
        release(tx, emit, incident, { by, at: now(), name: nameOf(incident.platform) }),
      ),
    async resume(journal) {
      await endRemoved(journal);
      const probedAt = new Map<string, number>();
      for (const { platform } of await listOpenIncidents(db)) {
        const at = await lastProbeAt(db, platform);
        if (at !== undefined) probedAt.set(platform, at);
      }
      return probedAt;
    },
  };
}
