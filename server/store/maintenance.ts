import type { Selectable } from 'kysely';
import type { Database, Tx } from './database.ts';
import type { MaintenanceTable } from './schema.ts';

/** A maintenance window as it was planned. Times are epoch milliseconds. */
export interface MaintenanceWindow {
  readonly id: number;
  readonly platforms: readonly string[];
  readonly note: string;
  /** Of the first occurrence. */
  readonly startsAt: number;
  readonly endsAt: number;
  readonly repeat: string;
  readonly timeZone: string;
  /** The occurrence that starts then ends at another time. */
  readonly changed: { readonly startsAt: number; readonly endsAt: number } | null;
  /** Start of the occurrence whose beginning was recorded, and its end was not. */
  readonly begunStart: number | null;
  readonly createdBy: string;
  readonly createdAt: number;
}

export type NewMaintenanceWindow = Omit<MaintenanceWindow, 'id' | 'changed' | 'begunStart'>;
export type MaintenanceChanges = Partial<
  Pick<MaintenanceWindow, 'startsAt' | 'endsAt' | 'repeat' | 'changed' | 'begunStart'>
>;

export async function insertMaintenance(
  tx: Tx,
  window: NewMaintenanceWindow,
): Promise<MaintenanceWindow> {
  const row = await tx
    .insertInto('maintenance')
    .values({
      platforms_json: JSON.stringify(window.platforms),
      note: window.note,
      starts_at: window.startsAt,
      ends_at: window.endsAt,
      repeat: window.repeat,
      time_zone: window.timeZone,
      created_by: window.createdBy,
      created_at: window.createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return windowOf(row);
}

export async function updateMaintenance(
  tx: Tx,
  id: number,
  { startsAt, endsAt, repeat, changed, begunStart }: MaintenanceChanges,
): Promise<void> {
  await tx
    .updateTable('maintenance')
    .set({
      ...(startsAt !== undefined && { starts_at: startsAt }),
      ...(endsAt !== undefined && { ends_at: endsAt }),
      ...(repeat !== undefined && { repeat }),
      ...(changed !== undefined && {
        changed_start: changed?.startsAt ?? null,
        changed_end: changed?.endsAt ?? null,
      }),
      ...(begunStart !== undefined && { begun_start: begunStart }),
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteMaintenance(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('maintenance').where('id', 'in', ids).execute();
}

export async function listMaintenance(db: Database | Tx): Promise<MaintenanceWindow[]> {
  const rows = await db.selectFrom('maintenance').selectAll().orderBy('id').execute();
  return rows.map(windowOf);
}

const windowOf = (row: Selectable<MaintenanceTable>): MaintenanceWindow => ({
  id: Number(row.id),
  platforms: JSON.parse(row.platforms_json),
  note: row.note,
  startsAt: Number(row.starts_at),
  endsAt: Number(row.ends_at),
  repeat: row.repeat,
  timeZone: row.time_zone,
  changed:
    row.changed_start === null || row.changed_end === null
      ? null
      : { startsAt: Number(row.changed_start), endsAt: Number(row.changed_end) },
  begunStart: row.begun_start === null ? null : Number(row.begun_start),
  createdBy: row.created_by,
  createdAt: Number(row.created_at),
});
