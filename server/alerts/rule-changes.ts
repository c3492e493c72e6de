import { IANAZone } from 'luxon';
import { keyOf } from '../../contract/paths.ts';
import type { RulePayload } from '../../contract/sent/alert.ts';
import type { Rule } from '../../contract/shapes/alert.ts';
import type { AuditAction } from '../../contract/shapes/audit.ts';
import { describeChanges } from '../audit/changes.ts';
import type { MeshConfig } from '../config/mesh-config.ts';
import { channelIds } from '../store/alert-channels.ts';
import { deleteRule, insertRule, listRules, updateRule } from '../store/alert-rules.ts';
import { recordAudit } from '../store/audit.ts';
import type { Database, Tx } from '../store/database.ts';
import type { Emit, Journal } from '../store/journal.ts';

/** Sets up the rules of alerts. */
export interface RuleChanges {
  list(): Promise<Rule[]>;
  /** @returns done, full, or what is wrong with the rule, as a sentence */
  add(rule: RulePayload): Promise<'done' | 'full' | { problem: string }>;
  change(id: number, rule: RulePayload): Promise<'done' | 'unknown' | { problem: string }>;
  /** @returns whether there was one */
  remove(id: number): Promise<boolean>;
}

interface RuleChangesDeps {
  readonly db: Database;
  readonly journal: Journal;
  readonly now: () => number;
  readonly platforms: MeshConfig['platforms'];
}

const RULES_MAX = 100;

export function createRuleChanges({ db, journal, now, platforms }: RuleChangesDeps): RuleChanges {
  const known = new Set(platforms.map(({ id }) => id));

  async function problemOf(tx: Tx, rule: RulePayload): Promise<{ problem: string } | undefined> {
    const { quiet } = rule;
    if (rule.platforms.some((id) => !known.has(id)))
      return { problem: 'platforms must be ids of platforms of this mesh.' };
    const channels = await channelIds(tx);
    if (rule.channels.some((id) => !channels.has(id)))
      return { problem: 'channels must be ids of channels.' };
    if (quiet !== null && !IANAZone.isValidZone(quiet.timeZone))
      return { problem: 'quiet.timeZone must be the name of a time zone, such as Europe/Berlin.' };
    if (quiet !== null && quiet.from === quiet.to)
      return { problem: 'quiet.from and quiet.to must differ.' };
    return undefined;
  }

  const emitAll = async (tx: Tx, emit: Emit) =>
    emit(keyOf('alertRules'), 'replace', await listRules(tx));

  const audit = (tx: Tx, action: AuditAction, target: string, detail = '') =>
    recordAudit(tx, { action, target, detail, at: now() });

  return {
    list: () => listRules(db),
    add: (rule) =>
      journal.commit(async (tx, emit) => {
        if ((await listRules(tx)).length >= RULES_MAX) return 'full';
        const problem = await problemOf(tx, rule);
        if (problem !== undefined) return problem;
        await insertRule(tx, rule);
        await audit(tx, 'alert-rule.added', rule.name, describeChanges(undefined, rule));
        await emitAll(tx, emit);
        return 'done';
      }),
    change: (id, rule) =>
      journal.commit(async (tx, emit) => {
        const problem = await problemOf(tx, rule);
        if (problem !== undefined) return problem;
        const before = (await listRules(tx)).find((one) => one.id === id);
        if (before === undefined) return 'unknown';
        await updateRule(tx, id, rule);
        await audit(tx, 'alert-rule.changed', rule.name, describeChanges(before, { id, ...rule }));
        await emitAll(tx, emit);
        return 'done';
      }),
    remove: (id) =>
      journal.commit(async (tx, emit) => {
        const before = (await listRules(tx)).find((one) => one.id === id);
        if (before === undefined) return false;
        await deleteRule(tx, id);
        await audit(tx, 'alert-rule.removed', before.name);
        await emitAll(tx, emit);
        return true;
      }),
  };
}
