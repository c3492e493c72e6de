import type { UseFormReturnType } from '@mantine/form';
import type { Rule } from '../../../contract/shapes/alert.ts';
import { byWeight, mainRule } from '../../domain/alert-ways.ts';
import type { ChannelValues } from './channel-form.ts';
import { Choice } from './rule-steps.tsx';
import { NEW_RULE } from './use-put-into-rules.ts';

/** @returns what is chosen at first: the rule about platforms that are down */
export const mainChoice = (rules: readonly Rule[]): string =>
  String(mainRule(rules)?.id ?? NEW_RULE);

/** @returns undefined: a new one */
export const chosenRules = (rules: readonly Rule[], chosen: readonly string[]) =>
  chosen.map((value) => rules.find(({ id }) => String(id) === value));

interface ChannelRulesProps {
  form: UseFormReturnType<ChannelValues>;
  rules: readonly Rule[];
}

/** Into which rules a new channel is put: in none it alerts nobody. */
export function ChannelRules({ form, rules }: ChannelRulesProps) {
  const own = byWeight(rules).map(({ id, name, enabled }) => ({
    value: String(id),
    label: enabled ? name : `${name} (off)`,
  }));
  const made = mainRule(rules) ? [] : [{ value: NEW_RULE, label: NEW_RULE }];
  return <Choice label="Use it for" options={[...made, ...own]} {...form.getInputProps('rules')} />;
}
