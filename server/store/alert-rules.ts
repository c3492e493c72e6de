import type { RulePayload } from '../../contract/sent/alert.ts';
import type { Rule } from '../../contract/shapes/alert.ts';
import type { Database, Tx } from './database.ts';

/** @returns by name */
export async function listRules(db: Database | Tx): Promise<Rule[]> {
  const rows = await db.selectFrom('alert_rules').selectAll().execute();
  return rows
    .map(({ id, rule_json }) => ({ ...(JSON.parse(rule_json) as RulePayload), id: Number(id) }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
}

export async function insertRule(tx: Tx, rule: RulePayload): Promise<void> {
  await tx
    .insertInto('alert_rules')
    .values({ rule_json: JSON.stringify(rule) })
    .execute();
}

/** @returns whether there is such a rule */
export async function updateRule(tx: Tx, id: number, rule: RulePayload): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('alert_rules')
    .set({ rule_json: JSON.stringify(rule) })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether there was such a rule */
export async function deleteRule(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('alert_rules')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
