import * as z from 'zod/mini';
import type { Database, Tx } from '../../database/database.ts';
import { readSetting, saveSetting } from '../../database/settings.ts';

const NAME = 'bundle-store';
const StoredSchema = z.object({ id: z.string() });

/** @returns the id by which the store of this database's bundles is marked, null before the first */
export const readBundleStoreId = async (db: Database): Promise<string | null> =>
  (await readSetting(db, NAME, StoredSchema))?.id ?? null;

export const saveBundleStoreId = (tx: Tx, id: string): Promise<void> =>
  saveSetting(tx, NAME, { id });
