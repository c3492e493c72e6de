import { DUTY_CHANNEL } from '../../contract/channels.ts';
import { MINUTE_MS } from '../../contract/limits.ts';
import type { Rule } from '../../contract/shapes/alert.ts';
import { AHEAD_MAX_MS } from '../base/clock.ts';
import { endOfHours } from '../base/daily-hours.ts';
import {
  channelsOf,
  concerns,
  type DueState,
  firstAt,
  isPlanned,
  LATER_STEP,
  LONG_AGO,
  NEVER,
} from './due.ts';
import type { Duty } from './duty.ts';
import type { AlertableIncident, Decision } from './rows/decisions.ts';

/**
 * Escalation: the steps of a rule, while nobody is on the incident. Each step that is taken or skipped is marked by a decision of
 * its own, so that it is neither taken twice nor forgotten, whoever leads then; when the first was marked, says when the others are due.
 * The deliveries of the first step are those of every rule (`due.ts`).
 */
export interface DueRuleStep {
  readonly incident: AlertableIncident;
  readonly rule: Rule;
  /** 1: the first. */
  readonly number: number;
  /** Why nobody is alerted; null: the channels of the step are. */
  readonly skipped: string | null;
  /** Why it comes before its time. */
  readonly early: keyof typeof EARLY_TEXTS | null;
}

/** Of the time of a step, while nobody has seen the incident. */
const EARLY_SHARE = 0.5;

/** In place of a channel, in the decision that marks a step. */
export const markOf = ({ id }: Rule) => `rule:${id}`;
/** What the channels of a later step are alerted of. */
export const stepName = ({ id }: Rule, number: number) => `${LATER_STEP}${id}:${number}`;

/** A rule of one step that alerts channels alone needs no marks. */
const isMarked = (rule: Rule): boolean =>
  rule.about !== 'certificate' &&
  ((rule.steps ?? []).length > 0 || rule.channels.includes(DUTY_CHANNEL));

export function findDueRuleSteps(state: DueState) {
  const due: DueRuleStep[] = [];
  let nextAt = NEVER;
  for (const rule of state.rules.filter(isMarked))
    for (const incident of state.incidents.filter((one) => concerns(rule, one)))
      for (const step of stepsAhead(rule, incident, state)) {
        if (step.at <= state.now) due.push({ incident, rule, ...step });
        else nextAt = Math.min(nextAt, step.at);
      }
  return { due, nextAt };
}

type StepAhead = Omit<DueRuleStep, 'incident' | 'rule'> & { readonly at: number };

function stepsAhead(rule: Rule, incident: AlertableIncident, state: DueState): StepAhead[] {
  const marks = state.decisions.filter(
    (one) => one.incident === incident.id && one.channel === markOf(rule),
  );
  const first = marks.find(({ step }) => step === '1');
  const reason = reasonToSkip(incident, state);
  if (first === undefined) {
    const at = afterQuiet(rule, firstAt(rule, incident, state), state);
    return reason === null ? [{ number: 1, at, skipped: null, early: null }] : [];
  }
  const last = Math.max(...marks.map(({ step }) => Number(step)));
  const wantedAt = scheduleOf(rule, marks, { last, now: state.now });
  const early = incident.seen ? null : 'not seen';
  const isLost = reason === null && isUndelivered(rule, last, incident, state);
  return (rule.steps ?? []).flatMap((_, index): StepAhead[] => {
    const number = index + 2;
    const step = { number, skipped: reason, early } as const;
    if (marks.some((mark) => mark.step === String(number))) return [];
    if (incident.endedAt !== null) return [{ ...step, at: state.now }];
    if (isLost && number === last + 1)
      return [{ ...step, at: afterQuiet(rule, state.now, state), early: 'not delivered' }];
    const wanted = wantedAt(number, early ? EARLY_SHARE : 1);
    return [{ ...step, at: reason === null ? afterQuiet(rule, wanted, state) : wanted }];
  });
}

/** @returns when a step is due: counted from the first one, unless the clock was set back since */
function scheduleOf(
  { steps = [] }: Rule,
  marks: readonly Decision[],
  { last, now }: { readonly last: number; readonly now: number },
) {
  const minutesOf = (number: number) => steps[number - 2]?.afterMin ?? 0;
  const [from] = marks
    .filter(({ at }) => at <= now + AHEAD_MAX_MS)
    .sort((a, b) => Number(a.step) - Number(b.step));
  return (number: number, share: number): number => {
    if (from === undefined) return number === last + 1 ? LONG_AGO : NEVER;
    const minutes = minutesOf(number) - minutesOf(Number(from.step));
    return from.at + minutes * share * MINUTE_MS;
  };
}

/** @returns whether all that the first `last` steps sent was given up */
function isUndelivered(rule: Rule, last: number, { id }: AlertableIncident, state: DueState) {
  const used = channelsOf(rule).slice(0, last).flat();
  const mine = state.outcomes.filter((one) => one.incident === id && used.includes(one.channel));
  const has = (wanted: string) => mine.some((one) => one.state === wanted);
  return has('failed') && !has('sent') && !has('waiting');
}

function reasonToSkip(incident: AlertableIncident, state: DueState): string | null {
  if (incident.endedAt !== null)
    return incident.kind === 'platform' ? 'the platform is back' : 'the incident is resolved';
  if (incident.acknowledgedBy !== null) return `${incident.acknowledgedBy} is on it`;
  if (isPlanned(incident, state)) return 'the platform is in maintenance';
  const cause = state.causes.get(incident.platform);
  return cause === undefined ? null : `${cause} is down`;
}

function afterQuiet({ quiet }: Rule, at: number, { now }: DueState): number {
  const end = at <= now && quiet !== null ? endOfHours(quiet, now) : null;
  return end ?? at;
}

/**
 * @param names of the channels of the step
 * @param duty whom it alerts besides, if it alerts who is on duty
 * @returns what the timeline of an incident says of it, and why others are skipped
 */
export function ruleStepText(
  { rule, number, skipped, early }: DueRuleStep,
  names: readonly string[],
  duty?: Duty,
): string {
  const step = `Step ${number} of ${channelsOf(rule).length} of ${rule.name}`;
  if (skipped !== null) return `${step} is skipped: ${skipped}.`;
  const person = duty?.name === undefined ? [] : [`${duty.name}, who is on duty`];
  return [
    `${step}: to ${[...names, ...person].join(' and ') || 'nobody'}.`,
    ...(early === null ? [] : [EARLY_TEXTS[early]]),
    ...(duty?.skipped ?? []),
    ...(duty && duty.name === undefined ? ['Nobody on the rota can be reached.'] : []),
  ].join(' ');
}

const EARLY_TEXTS = {
  'not seen': 'Early, after half of its time: nobody had seen it.',
  'not delivered': 'At once: what was sent before could not be delivered.',
};
