import type { Rule } from '../../../contract/shapes/alert.ts';
import { notifyFailure, useAction } from '../../console/actions.ts';
import { payloadOf, rulePayload, ruleValues } from './rule-form.ts';

/** Of a rule that is made with its first channel, as a new server has one. */
export const NEW_RULE = 'Platforms that are down';

/**
 * @returns puts a channel into rules, or into a new one about all platforms that are down. It never rejects: a channel that
 * is in no rule stays, and the screen says so
 */
export function usePutIntoRules() {
  const addition = useAction('addAlertRule');
  const change = useAction('changeAlertRule');
  async function put(channel: string, rules: readonly (Rule | undefined)[]): Promise<void> {
    try {
      for (const rule of rules) await (rule ? join(rule, channel) : add(channel));
    } catch (error) {
      notifyFailure('The channel was not put into every rule', error);
    }
  }
  const join = (rule: Rule, channel: string) =>
    change.mutateAsync({
      ...payloadOf(rule),
      params: { id: String(rule.id) },
      channels: [...new Set([...rule.channels, channel])],
    });
  const add = (channel: string) =>
    addition.mutateAsync(
      rulePayload({ ...ruleValues(undefined, [{ id: channel }]), name: NEW_RULE }, '', false),
    );
  return { put, isPending: addition.isPending || change.isPending };
}
