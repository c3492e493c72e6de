import { IANAZone } from 'luxon';
import { keyOf } from '../../contract/paths.ts';
import type { RulePayload } from '../../contract/sent/alert.ts';
import type { Rule } from '../../contract/shapes/alert.ts';
import type { MeshConfig } from '../config.ts';
import { channelIds } from '../store/alert-channels.ts';
import { deleteRule, insertRule, listRules, updateRule } from '../store/alert-rules.ts';
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
  readonly platforms: MeshConfig['platforms'];
}

const RULES_MAX = 100;

export function createRuleChanges({ db, journal, platforms }: RuleChangesDeps): RuleChanges {
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

  return {
    list: () => listRules(db),
    add: (rule) =>
      journal.commit(async (tx, emit) => {
        if ((await listRules(tx)).length >= RULES_MAX) return 'full';
        const problem = await problemOf(tx, rule);
        if (problem !== undefined) return problem;
        await insertRule(tx, rule);
        await emitAll(tx, emit);
        return 'done';
      }),
    change: (id, rule) =>
      journal.commit(async (tx, emit) => {
        const problem = await problemOf(tx, rule);
        if (problem !== undefined) return problem;
        if (!(await updateRule(tx, id, rule))) return 'unknown';
        await emitAll(tx, emit);
        return 'done';
      }),
    remove: (id) =>
      journal.commit(async (tx, emit) => {
        if (!(await deleteRule(tx, id))) return false;
        await emitAll(tx, emit);
        return true;
      }),
  };
}
