import type { RulePayload } from '../../../contract/sent/alert.ts';
import type { Rule } from '../../../contract/shapes/alert.ts';
import type { Database, Tx } from '../../database/database.ts';

/** @returns by name */
export async function listRules(db: Database): Promise<Rule[]> {
  const rows = await db.selectFrom('alertRules').selectAll().execute();
  return rows
    .map(({ id, ruleJson }) => ({ ...(JSON.parse(ruleJson) as RulePayload), id }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
}

export async function insertRule(tx: Tx, rule: RulePayload): Promise<void> {
  await tx
    .insertInto('alertRules')
    .values({ ruleJson: JSON.stringify(rule) })
    .execute();
}

export async function updateRule(
  tx: Tx,
  id: number,
  rule: RulePayload & Pick<Rule, 'proof'>,
): Promise<void> {
  const ruleJson = JSON.stringify(rule);
  await tx.updateTable('alertRules').set({ ruleJson }).where('id', '=', id).execute();
}

export async function deleteRule(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('alertRules').where('id', '=', id).execute();
}
