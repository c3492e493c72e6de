import type { AlertTexts, ChannelTexts } from '../../../contract/shapes/alert.ts';
import type { Database, Tx } from '../../database/database.ts';

/** @returns the texts of channels that have some of their own, by id */
export async function listTexts(db: Database): Promise<ReadonlyMap<string, ChannelTexts>> {
  const rows = await db.selectFrom('alertTexts').selectAll().execute();
  return new Map(
    rows.map(({ channel, title, text, failedAt, error }) => [
      channel,
      { title, text, failure: error === null ? null : { at: failedAt ?? 0, text: error } },
    ]),
  );
}

/** Two empty ones are the built-in texts. What went wrong with those before is forgotten. */
export async function saveTexts(tx: Tx, channel: string, { title, text }: AlertTexts) {
  await tx.deleteFrom('alertTexts').where('channel', '=', channel).execute();
  if (title + text !== '')
    await tx.insertInto('alertTexts').values({ channel, title, text }).execute();
}

/** Says that the built-in text was sent in their place. */
export async function noteTextFailure(tx: Tx, channel: string, failedAt: number, error: string) {
  await tx
    .updateTable('alertTexts')
    .set({ failedAt, error })
    .where('channel', '=', channel)
    .execute();
}
