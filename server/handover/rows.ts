import { HANDOVER_NOTES_MAX } from '../../contract/limits.ts';
import type { HandoverNote } from '../../contract/shapes/handover.ts';
import type { Database, Tx } from '../database/database.ts';

const LISTED = ['id', 'writtenBy as by', 'at', 'text'] as const;

/** Also deletes those that no list shows any more. */
export async function insertHandoverNote(
  tx: Tx,
  { by, at, text }: Pick<HandoverNote, 'by' | 'at' | 'text'>,
): Promise<HandoverNote> {
  const note = await tx
    .insertInto('handoverNotes')
    .values({ writtenBy: by, at, text })
    .returning(LISTED)
    .executeTakeFirstOrThrow();
  await tx
    .deleteFrom('handoverNotes')
    .where('id', 'not in', (eb) =>
      eb.selectFrom('handoverNotes').select('id').orderBy('id', 'desc').limit(HANDOVER_NOTES_MAX),
    )
    .execute();
  return note;
}

/** @returns who had written it; undefined if there is no such note */
export async function deleteHandoverNote(tx: Tx, id: number): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('handoverNotes')
    .where('id', '=', id)
    .returning('writtenBy')
    .executeTakeFirst();
  return deleted?.writtenBy;
}

/** @returns newest first */
export const listHandoverNotes = (db: Database): Promise<HandoverNote[]> =>
  db.selectFrom('handoverNotes').select(LISTED).orderBy('id', 'desc').execute();
