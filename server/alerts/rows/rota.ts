import * as z from 'zod/mini';
import { operatorsIn } from '../../accounts/rows/people.ts';
import type { Database, Tx } from '../../database/database.ts';
import { readSetting, saveSetting } from '../../database/settings.ts';
import { listSubscribers } from '../../push/rows.ts';

const SETTING = 'rota';

const StoredRotaSchema = z.object({
  /** Usernames in the order of their turns: the first had the turn that began at `since`. */
  people: z.array(z.string()),
  weekday: z.number(),
  time: z.string(),
  timeZone: z.string(),
  /** Epoch milliseconds. */
  since: z.number(),
  swap: z.nullable(z.object({ name: z.string(), at: z.number() })),
});
export type StoredRota = Readonly<z.infer<typeof StoredRotaSchema>>;

const EMPTY = { people: [], weekday: 1, time: '09:00', timeZone: 'UTC', since: 0, swap: null };

export const readRota = async (db: Database): Promise<StoredRota> =>
  (await readSetting(db, SETTING, StoredRotaSchema)) ?? EMPTY;

export const saveRota = (tx: Tx, rota: StoredRota): Promise<void> => saveSetting(tx, SETTING, rota);

/** @returns every operator and admin, by name, with the endpoints of the devices that they are alerted at */
export async function reachOfOperators(db: Database, now: number) {
  const devices = (await listSubscribers(db, now)).filter(({ kinds }) => kinds.includes('down'));
  return new Map(
    (await operatorsIn(db)).map(({ id, username }) => [
      username,
      devices.filter(({ accountId }) => accountId === id).map(({ endpoint }) => endpoint),
    ]),
  );
}
