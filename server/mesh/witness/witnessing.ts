import * as z from 'zod/mini';
import { type Witnessing, WitnessingSchema } from '../../../contract/sent/platform.ts';
import type { Database, Tx } from '../../database/database.ts';
import { readSetting, saveSetting } from '../../database/settings.ts';

/** What admins have agreed to, by peer: beside the platforms, as those of the configuration's file cannot be changed. */
const SETTING = 'witnessing';
const StoredSchema = z.record(z.string(), WitnessingSchema);
const NOTHING: Witnessing = { asks: false, looks: null };

const readAll = async (db: Database) =>
  new Map(Object.entries((await readSetting(db, SETTING, StoredSchema)) ?? {}));

/** @returns that of a peer; nothing unless an admin has agreed to it */
export async function readWitnessing(db: Database): Promise<(peer: string) => Witnessing> {
  const stored = await readAll(db);
  return (peer) => stored.get(peer) ?? NOTHING;
}

export async function saveWitnessing(tx: Tx, peer: string, agreed = NOTHING): Promise<void> {
  const stored = await readAll(tx);
  await saveSetting(tx, SETTING, Object.fromEntries(stored.set(peer, agreed)));
}
