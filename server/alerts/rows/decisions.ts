import type { Database, Tx } from '../../database/database.ts';
import type { Row } from '../../database/schema.ts';
import { affectedIn, type IncidentKind } from '../../incidents/rows.ts';

/** That a channel is alerted of a step of an incident. */
export interface Decision extends Readonly<Omit<Row<'alertDecisions'>, 'incidentId' | 'drill'>> {
  readonly incident: number;
  readonly drill: boolean;
}

type IncidentColumn = 'id' | 'platform' | 'status' | 'startedAt' | 'endedAt' | 'cause' | 'scope';

/** What rules look at in an incident. */
export interface AlertableIncident
  extends Readonly<Pick<Row<'incidents'>, IncidentColumn | 'acknowledgedBy' | 'openedBy'>> {
  /** Ids of those that it is about. */
  readonly platforms: readonly string[];
  readonly planned: boolean;
  readonly drill: boolean;
  /** By somebody. */
  readonly seen: boolean;
  readonly kind: IncidentKind;
}

/** @returns open incidents, and those ended since that somebody was alerted of, oldest first */
export async function alertableIncidents(
  db: Database,
  endedSince: number,
): Promise<AlertableIncident[]> {
  const rows = await db
    .selectFrom('incidents')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('endedAt', 'is', null),
        eb.and([
          eb('endedAt', '>=', endedSince),
          eb.exists(
            eb
              .selectFrom('alertDecisions')
              .select('step')
              .whereRef('alertDecisions.incidentId', '=', 'incidents.id'),
          ),
        ]),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(alertableOf);
}

export async function findAlertable(
  db: Database,
  id: number,
): Promise<AlertableIncident | undefined> {
  const row = await db.selectFrom('incidents').selectAll().where('id', '=', id).executeTakeFirst();
  return row && alertableOf(row);
}

/** @returns those about open incidents, and those about incidents and drills that ended since */
export async function listDecisions(db: Database, endedSince: number): Promise<Decision[]> {
  const rows = await db
    .selectFrom('alertDecisions')
    .select(['incidentId as incident', 'channel', 'step', 'platform', 'drill', 'at'])
    .where((eb) =>
      eb.or([
        eb('incidentId', 'in', (incidents) =>
          incidents
            .selectFrom('incidents')
            .select('id')
            .where((of) => of.or([of('endedAt', 'is', null), of('endedAt', '>=', endedSince)])),
        ),
        eb.and([eb('drill', '=', 1), eb('at', '>=', endedSince)]),
      ]),
    )
    .execute();
  return rows.map((row) => ({ ...row, drill: row.drill === 1 }));
}

/** @returns false if it was made before */
export async function insertDecision(tx: Tx, decision: Decision): Promise<boolean> {
  const { incident: incidentId, drill, ...row } = decision;
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('alertDecisions')
    .values({ ...row, incidentId, drill: drill ? 1 : 0 })
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
    .deleteFrom('alertDecisions')
    .where((eb) => eb.and({ incidentId: incident, channel, step }))
    .execute();
}

/** Deletes those of before, apart from open incidents. */
export async function dropDecisions(tx: Tx, before: number): Promise<void> {
  await tx
    .deleteFrom('alertDecisions')
    .where('at', '<', before)
    .where('incidentId', 'not in', (eb) =>
      eb.selectFrom('incidents').select('id').where('endedAt', 'is', null),
    )
    .execute();
}

const alertableOf = (row: Row<'incidents'>): AlertableIncident => ({
  ...row,
  kind: row.kind as IncidentKind,
  platforms: affectedIn(row),
  planned: row.planned === 1,
  drill: row.drillUntil !== null,
  seen: row.seenByJson !== null || row.acknowledgedBy !== null,
});
