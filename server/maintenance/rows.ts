import type { Database, Tx } from '../database/database.ts';
import type { Row } from '../database/schema.ts';

/** A maintenance window as it was planned. */
export interface MaintenanceWindow
  extends Omit<Row<'maintenance'>, 'platformsJson' | 'changedStart' | 'changedEnd'> {
  readonly platforms: readonly string[];
  /** The occurrence that starts then ends at another time. */
  readonly changed: { readonly startsAt: number; readonly endsAt: number } | null;
}

type NewMaintenanceWindow = Omit<MaintenanceWindow, 'id' | 'changed' | 'begunStart' | 'changedAt'>;
type MaintenanceChanges = Partial<
  Pick<
    MaintenanceWindow,
    'platforms' | 'startsAt' | 'endsAt' | 'repeat' | 'changed' | 'begunStart' | 'changedAt'
  >
>;

export async function insertMaintenance(
  tx: Tx,
  { platforms, ...row }: NewMaintenanceWindow,
): Promise<MaintenanceWindow> {
  const inserted = await tx
    .insertInto('maintenance')
    .values({ ...row, platformsJson: JSON.stringify(platforms) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return windowOf(inserted);
}

export async function updateMaintenance(
  tx: Tx,
  id: number,
  { changed, platforms, ...columns }: MaintenanceChanges,
): Promise<void> {
  await tx
    .updateTable('maintenance')
    .set({
      ...columns,
      ...(platforms !== undefined && { platformsJson: JSON.stringify(platforms) }),
      ...(changed !== undefined && {
        changedStart: changed?.startsAt ?? null,
        changedEnd: changed?.endsAt ?? null,
      }),
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteMaintenance(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('maintenance').where('id', 'in', ids).execute();
}

export async function listMaintenance(db: Database): Promise<MaintenanceWindow[]> {
  const rows = await db.selectFrom('maintenance').selectAll().orderBy('id').execute();
  return rows.map(windowOf);
}

const windowOf = ({
  platformsJson,
  changedStart,
  changedEnd,
  ...row
}: Row<'maintenance'>): MaintenanceWindow => ({
  ...row,
  platforms: JSON.parse(platformsJson),
  changed:
    changedStart === null || changedEnd === null
      ? null
      : { startsAt: changedStart, endsAt: changedEnd },
});
