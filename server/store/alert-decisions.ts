import type { Selectable } from 'kysely';
import type { Database, Tx } from './database.ts';
import type { IncidentTable } from './schema.ts';

/** That a channel is alerted of a step of an incident. */
export interface Decision {
  readonly incident: number;
  readonly channel: string;
  /** late, down, repeat:<n>, acknowledged or recovered. */
  readonly step: string;
  readonly platform: string;
  readonly drill: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What rules look at in an incident. */
export interface AlertableIncident {
  readonly id: number;
  readonly platform: string;
  readonly status: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly cause: string | null;
  readonly planned: boolean;
  readonly drill: boolean;
  readonly acknowledgedBy: string | null;
}

/** @returns open incidents, and those ended since that somebody was alerted of, oldest first */
export async function alertableIncidents(
  db: Database | Tx,
  endedSince: number,
): Promise<AlertableIncident[]> {
  const rows = await db
    .selectFrom('incidents')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('ended_at', 'is', null),
        eb.and([
          eb('ended_at', '>=', endedSince),
          eb.exists(
            eb
              .selectFrom('alert_decisions')
              .select('step')
              .whereRef('alert_decisions.incident_id', '=', 'incidents.id'),
          ),
        ]),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(alertableOf);
}

export async function findAlertable(
  db: Database | Tx,
  id: number,
): Promise<AlertableIncident | undefined> {
  const row = await db.selectFrom('incidents').selectAll().where('id', '=', id).executeTakeFirst();
  return row && alertableOf(row);
}

/** @returns those about open incidents, and those about incidents and drills that ended since */
export async function listDecisions(db: Database | Tx, endedSince: number): Promise<Decision[]> {
  const rows = await db
    .selectFrom('alert_decisions')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('incident_id', 'in', (incidents) =>
          incidents
            .selectFrom('incidents')
            .select('id')
            .where((of) => of.or([of('ended_at', 'is', null), of('ended_at', '>=', endedSince)])),
        ),
        eb.and([eb('drill', '=', 1), eb('at', '>=', endedSince)]),
      ]),
    )
    .execute();
  return rows.map(({ incident_id, channel, step, platform, drill, at }) => ({
    incident: Number(incident_id),
    channel,
    step,
    platform,
    drill: Number(drill) === 1,
    at: Number(at),
  }));
}

/** @returns false if it was made before */
export async function insertDecision(tx: Tx, decision: Decision): Promise<boolean> {
  const { incident: incident_id, channel, step, platform, drill, at } = decision;
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('alert_decisions')
    .values({ incident_id, channel, step, platform, drill: drill ? 1 : 0, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Takes a decision back of which nobody was alerted. */
export async function deleteDecision(
  tx: Tx,
  { incident, channel, step }: Pick<Decision, 'incident' | 'channel' | 'step'>,
): Promise<void> {
  await tx
    .deleteFrom('alert_decisions')
    .where('incident_id', '=', incident)
    .where('channel', '=', channel)
    .where('step', '=', step)
    .execute();
}

/** Deletes those of before, apart from open incidents. */
export async function dropDecisions(tx: Tx, before: number): Promise<void> {
  await tx
    .deleteFrom('alert_decisions')
    .where('at', '<', before)
    .where('incident_id', 'not in', (eb) =>
      eb.selectFrom('incidents').select('id').where('ended_at', 'is', null),
    )
    .execute();
}

const alertableOf = (row: Selectable<IncidentTable>): AlertableIncident => ({
  id: Number(row.id),
  platform: row.platform,
  status: row.status,
  startedAt: Number(row.started_at),
  endedAt: row.ended_at === null ? null : Number(row.ended_at),
  cause: row.cause,
  planned: Number(row.planned) === 1,
  drill: row.drill_until !== null,
  acknowledgedBy: row.acknowledged_by,
});
