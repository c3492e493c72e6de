import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { createDrills, type Drills } from './incidents/drills.ts';
import { createIncidentTracker, type IsPlanned } from './incidents/incident-tracker.ts';
import { createIncidents, type Incidents } from './incidents/incidents.ts';
import { type MaintenanceWindows, openMaintenance } from './maintenance/maintenance.ts';
import type { RoundListener } from './mesh/peers/probe-round.ts';
import type { Database } from './store/database.ts';
import type { Journal } from './store/journal.ts';

/** What happened and who knows. The owner closes it, after the mesh. */
export interface IncidentsSetup {
  readonly incidents: Incidents;
  readonly drills: Drills;
  readonly maintenance: MaintenanceWindows;
  readonly isPlanned: IsPlanned;
  /** @returns for the leader's rounds of probes, which open and end incidents */
  lead(journal: Journal): Promise<RoundListener>;
  close(): Promise<void>;
}

interface IncidentsSetupDeps {
  readonly config: Config;
  readonly db: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

export async function setUpIncidents(deps: IncidentsSetupDeps): Promise<IncidentsSetup> {
  const { config, db, journal, clock, log } = deps;
  const { platforms } = config.mesh;
  const incidents = createIncidents({ platforms, db, journal, now: clock.now });
  const maintenance = await openMaintenance({
    ...{ platforms, db, journal, clock },
    onError: (error) => log.error({ err: error }, 'boundary of a maintenance window failed'),
  });
  const drills = createDrills({
    ...{ platforms, db, journal, clock },
    onError: (error) => log.error({ err: error }, 'end of a drill failed'),
  });
  const { isPlanned } = maintenance;
  return {
    incidents,
    drills,
    maintenance,
    isPlanned,
    async lead(journal) {
      const probedAt = await incidents.resume(journal);
      return createIncidentTracker({ isPlanned, probedAt });
    },
    async close() {
      await drills.close();
      await maintenance.close();
    },
  };
}
