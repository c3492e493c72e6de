import { channelsOf } from './due.ts';
import type { Duty } from './duty.ts';
import { DUTY } from './rows/channels.ts';
import type { DueRuleStep } from './rule-steps.ts';

/** @param names of the channels of a step. @returns whom it alerts, and why others are skipped */
export function whomText(names: readonly string[], hasDuty: boolean, duty: Duty) {
  const others = names.filter((name) => name !== DUTY.name);
  const person = duty.name === undefined ? [] : [`${duty.name}, who is on duty`];
  const reached = hasDuty ? [...others, ...person] : others;
  const isUnreachable = hasDuty && duty.name === undefined;
  return {
    whom: reached.length === 0 ? 'nobody' : reached.join(' and '),
    notes: hasDuty
      ? [...duty.skipped, ...(isUnreachable ? ['Nobody on the rota can be reached.'] : [])]
      : [],
  };
}

/** @returns what the timeline of an incident says of a step of a rule */
export function ruleStepText(
  { rule, number, skipped, early }: DueRuleStep,
  { whom, notes }: ReturnType<typeof whomText>,
): string {
  const step = `Step ${number} of ${channelsOf(rule).length} of ${rule.name}`;
  if (skipped !== null) return `${step} is skipped: ${skipped}.`;
  const hurry = early ? ['Early, after half of its time: nobody had seen it.'] : [];
  return [`${step}: to ${whom}.`, ...hurry, ...notes].join(' ');
}
