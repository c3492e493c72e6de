import { IANAZone } from 'luxon';
import { keyOf } from '../../contract/paths.ts';
import type { RulePayload } from '../../contract/sent/alert.ts';
import type { AuditAction } from '../../contract/shapes/audit.ts';
import { describeChanges } from '../audit/changes.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { httpError } from '../base/http-error.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import type { NodeBase } from '../feature.ts';
import { channelsOf } from './due.ts';
import { channelIds } from './rows/channels.ts';
import { deleteRule, insertRule, listRules, updateRule } from './rows/rules.ts';

type RuleChangesDeps = Pick<NodeBase, 'journal' | 'now' | 'platforms'>;

const RULES_MAX = 100;

/** Sets up the rules of alerts. What cannot be is thrown as an answer with a sentence. */
export function createRuleChanges({ journal, now, platforms }: RuleChangesDeps) {
  async function assertFits(tx: Tx, { quiet, ...rule }: RulePayload): Promise<void> {
    const known = new Set(platforms.map(({ id }) => id));
    if (rule.platforms.some((id) => !known.has(id)))
      throw httpError(400, 'platforms must be ids of platforms of this mesh.');
    const channels = await channelIds(tx);
    if (channelsOf(rule).some((ids) => ids.some((id) => !channels.has(id))))
      throw httpError(400, 'channels must be ids of channels.');
    assertStepsFit(rule);
    if (quiet !== null && !IANAZone.isValidZone(quiet.timeZone))
      throw httpError(
        400,
        'quiet.timeZone must be the name of a time zone, such as Europe/Berlin.',
      );
    if (quiet !== null && quiet.from === quiet.to)
      throw httpError(400, 'quiet.from and quiet.to must differ.');
  }

  async function findRule(tx: Tx, id: number) {
    const rule = (await listRules(tx)).find((one) => one.id === id);
    if (rule === undefined) throw httpError(404, 'There is no such rule.');
    return rule;
  }

  async function announce(tx: Tx, emit: Emit, action: AuditAction, target: string, detail = '') {
    await recordAudit(tx, { action, target, detail, at: now() });
    emit(keyOf('alertRules'), 'replace', await listRules(tx));
  }

  return {
    add: (rule: RulePayload): Promise<void> =>
      journal.commit(async (tx, emit) => {
        if ((await listRules(tx)).length >= RULES_MAX)
          throw httpError(409, 'There are too many rules: remove one first.');
        await assertFits(tx, rule);
        await insertRule(tx, { ...rule, ...provedFrom(rule.prove, now()) });
        await announce(tx, emit, 'alert-rule.added', rule.name, describeChanges(undefined, rule));
      }),
    change: (id: number, { steps, ...change }: RulePayload): Promise<void> =>
      journal.commit(async (tx, emit) => {
        const before = await findRule(tx, id);
        const kept = steps ?? (change.about === 'certificate' ? undefined : before.steps);
        const prove = change.prove === undefined ? before.prove : change.prove;
        const schedule = provedFrom(prove, now());
        const rule = { ...change, ...schedule, ...(kept && { steps: kept }) };
        await assertFits(tx, rule);
        const { proof, ...former } = before;
        const detail = describeChanges(former, { id, ...rule });
        await updateRule(tx, id, { ...rule, ...(prove && proof && { proof }) });
        await announce(tx, emit, 'alert-rule.changed', rule.name, detail);
      }),
    remove: (id: number): Promise<void> =>
      journal.commit(async (tx, emit) => {
        const { name } = await findRule(tx, id);
        await deleteRule(tx, id);
        await announce(tx, emit, 'alert-rule.removed', name);
      }),
  };
}

/** @returns the schedule of drills, of which no time before is missed */
function provedFrom(prove: RulePayload['prove'], since: number) {
  if (!prove) return {};
  if (!IANAZone.isValidZone(prove.timeZone))
    throw httpError(400, 'prove.timeZone must be the name of a time zone, such as Europe/Berlin.');
  return { prove: { ...prove, since } };
}

function assertStepsFit({ about, steps = [] }: Pick<RulePayload, 'about' | 'steps'>): void {
  const times = steps.map(({ afterMin }) => afterMin);
  if (times.some((min, index) => min <= (times[index - 1] ?? 0)))
    throw httpError(400, 'steps must be in the order of their times.');
  if (times.length > 0 && about === 'certificate')
    throw httpError(400, 'A rule about certificates has one step.');
}

/** Takes a platform that is removed out of all rules; a rule for it alone is deleted. */
export async function removePlatformFromRules(tx: Tx, emit: Emit, id: string, at: number) {
  const rules = (await listRules(tx)).filter(({ platforms }) => platforms.includes(id));
  for (const { id: ruleId, ...rule } of rules) {
    const platforms = rule.platforms.filter((one) => one !== id);
    if (platforms.length + (rule.groups ?? []).length + (rule.tags ?? []).length > 0) {
      await updateRule(tx, ruleId, { ...rule, platforms });
      continue;
    }
    // Without any platform it would be for all.
    await deleteRule(tx, ruleId);
    const detail = 'had no platform left';
    await recordAudit(tx, { action: 'alert-rule.removed', target: rule.name, detail, at });
  }
  if (rules.length > 0) emit(keyOf('alertRules'), 'replace', await listRules(tx));
}
