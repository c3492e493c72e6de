import type {
  DisplayReport,
  DisplayTrouble,
  DisplayWatch,
} from '../../../contract/shapes/display.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Row } from '../../database/schema.ts';

type JsonColumn = 'reportJson' | 'watchJson' | 'troubleJson';

/** A paired screen as it is stored. */
export interface StoredDisplay extends Omit<Row<'displays'>, JsonColumn> {
  readonly report: DisplayReport | null;
  readonly watch: DisplayWatch;
  readonly trouble: DisplayTrouble | null;
}

const WATCHED_AT_FIRST: DisplayWatch = { alert: false, hours: null };

const displayOf = ({
  reportJson,
  watchJson,
  troubleJson,
  ...display
}: Row<'displays'>): StoredDisplay => ({
  ...display,
  report: reportJson && JSON.parse(reportJson),
  watch: watchJson === null ? WATCHED_AT_FIRST : JSON.parse(watchJson),
  trouble: troubleJson && JSON.parse(troubleJson),
});

export async function insertDisplay(
  tx: Tx,
  display: Pick<StoredDisplay, 'id' | 'name' | 'approvedBy' | 'createdAt'>,
): Promise<void> {
  const { id, name, approvedBy, createdAt } = display;
  await tx.insertInto('displays').values({ id, name, approvedBy, createdAt }).execute();
}

/** @returns all of them, oldest first */
export async function listDisplays(db: Database): Promise<StoredDisplay[]> {
  const stored = db.selectFrom('displays').selectAll().orderBy('createdAt').orderBy('id');
  return (await stored.execute()).map(displayOf);
}

export async function findDisplay(db: Database, id: string): Promise<StoredDisplay | undefined> {
  const stored = db.selectFrom('displays').selectAll().where('id', '=', id);
  const row = await stored.executeTakeFirst();
  return row && displayOf(row);
}

type DisplayChange = Partial<
  Pick<
    StoredDisplay,
    'tokenHash' | 'seenAt' | 'build' | 'incidentId' | 'report' | 'watch' | 'trouble'
  >
>;

export async function changeDisplay(tx: Tx, id: string, change: DisplayChange): Promise<void> {
  const { report, watch, trouble, ...columns } = change;
  await tx
    .updateTable('displays')
    .set({
      ...columns,
      ...(report && { reportJson: JSON.stringify(report) }),
      ...(watch && { watchJson: JSON.stringify(watch) }),
      ...(trouble !== undefined && { troubleJson: trouble && JSON.stringify(trouble) }),
    })
    .where('id', '=', id)
    .execute();
}

/** Its session and its pairing end with it. */
export async function deleteDisplay(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('displays').where('id', '=', id).execute();
}
