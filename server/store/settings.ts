import * as z from 'zod/mini';
import { AUDIT_DAYS } from '../../contract/limits.ts';
import { ROLES } from '../../contract/roles.ts';
import type { Database, Tx } from './database.ts';

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
export async function readAccessSettings(db: Database | Tx): Promise<StoredAccessSettings> {
  const row = await db
    .selectFrom('settings')
    .select('value_json')
    .where('name', '=', NAME)
    .executeTakeFirst();
  return row === undefined ? DEFAULTS : StoredSchema.parse(JSON.parse(row.value_json));
}

export async function saveAccessSettings(tx: Tx, settings: StoredAccessSettings): Promise<void> {
  const value_json = JSON.stringify(settings);
  await tx
    .insertInto('settings')
    .values({ name: NAME, value_json })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value_json }))
    .execute();
}
