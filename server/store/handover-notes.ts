import { HANDOVER_NOTES_MAX } from '../../contract/limits.ts';
import type { HandoverNote } from '../../contract/shapes/handover.ts';
import type { Database, Tx } from './database.ts';

/** Also deletes those that no list shows any more. */
export async function insertHandoverNote(
  tx: Tx,
  { by, at, text }: Pick<HandoverNote, 'by' | 'at' | 'text'>,
): Promise<HandoverNote> {
  const { id } = await tx
    .insertInto('handover_notes')
    .values({ written_by: by, at, text })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .deleteFrom('handover_notes')
    .where('id', 'not in', (eb) =>
      eb.selectFrom('handover_notes').select('id').orderBy('id', 'desc').limit(HANDOVER_NOTES_MAX),
    )
    .execute();
  return { id: Number(id), by, at, text };
}

/** @returns who had written it; undefined if there is no such note */
export async function deleteHandoverNote(tx: Tx, id: number): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('handover_notes')
    .where('id', '=', id)
    .returning('written_by')
    .executeTakeFirst();
  return deleted?.written_by;
}

/** @returns newest first */
export async function listHandoverNotes(db: Database | Tx): Promise<HandoverNote[]> {
  const rows = await db.selectFrom('handover_notes').selectAll().orderBy('id', 'desc').execute();
  return rows.map(({ id, written_by: by, at, text }) => ({
    id: Number(id),
    by,
    at: Number(at),
    text,
  }));
}
