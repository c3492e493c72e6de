import * as z from 'zod/mini';
import { AUDIT_DAYS } from '../../../contract/account-limits.ts';
import { ROLES } from '../../../contract/roles.ts';
import type { Database, Tx } from '../../database/database.ts';
import { readSetting, saveSetting } from '../../database/settings.ts';

const NAME = 'access';

const StoredSchema = z.object({
  /** Roles whose accounts must have a second factor. */
  secondFactorFor: z.array(z.enum(ROLES)),
  /** How long the audit log is kept. */
  auditDays: z.number(),
});
export type StoredAccessSettings = z.infer<typeof StoredSchema>;

const DEFAULTS: StoredAccessSettings = { secondFactorFor: [], auditDays: AUDIT_DAYS.default };

/** @returns what admins have decided, or the defaults */
export const readAccessSettings = async (db: Database): Promise<StoredAccessSettings> =>
  (await readSetting(db, NAME, StoredSchema)) ?? DEFAULTS;

export const saveAccessSettings = (tx: Tx, settings: StoredAccessSettings): Promise<void> =>
  saveSetting(tx, NAME, settings);
