import { type Missed, MissedSchema } from '../../contract/live.ts';
import type { Journal } from '../../server/database/journal.ts';

/** The changes after a number, as a console that reconnects receives them. */
export async function replay(
  journal: Pick<Journal, 'replay'>,
  since: number,
  stream?: string,
): Promise<Missed> {
  return MissedSchema.parse(JSON.parse(await journal.replay(since, stream)));
}
