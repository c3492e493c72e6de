import { DUTY_CHANNEL } from '../../contract/channels.ts';
import type { Rule } from '../../contract/shapes/alert.ts';
import { concerns, type DueState, LATER_STEP, NEVER } from './due.ts';
import { quietUntil } from './quiet-hours.ts';
import type { AlertableIncident } from './rows/decisions.ts';

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
  /** Nobody has seen the incident, so that it comes after half of its time. */
  readonly early: boolean;
}

const MINUTE_MS = 60_000;
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

interface StepAhead extends Omit<DueRuleStep, 'incident' | 'rule'> {
  readonly at: number;
}

function stepsAhead(rule: Rule, incident: AlertableIncident, state: DueState): StepAhead[] {
  const marks = state.decisions.filter(
    (one) => one.incident === incident.id && one.channel === markOf(rule),
  );
  const first = marks.find(({ step }) => step === '1');
  const reason = reasonToSkip(incident, state);
  if (first === undefined) {
    const at = afterQuiet(rule, incident.startedAt + rule.afterSec * 1000, state);
    return reason === null ? [{ number: 1, at, skipped: null, early: false }] : [];
  }
  const early = !incident.seen;
  return (rule.steps ?? []).flatMap(({ afterMin }, index) => {
    const number = index + 2;
    if (marks.some(({ step }) => step === String(number))) return [];
    if (incident.endedAt !== null)
      return [{ number, at: state.now, skipped: reason, early: false }];
    const wanted = first.at + afterMin * MINUTE_MS * (early ? EARLY_SHARE : 1);
    const at = reason === null ? afterQuiet(rule, wanted, state) : wanted;
    return [{ number, at, skipped: reason, early }];
  });
}

function reasonToSkip(incident: AlertableIncident, { inMaintenance }: DueState): string | null {
  if (incident.endedAt !== null)
    return incident.kind === 'person' ? 'the incident is resolved' : 'the platform is back';
  if (incident.acknowledgedBy !== null) return `${incident.acknowledgedBy} is on it`;
  const isPlanned = incident.planned || inMaintenance.has(incident.platform);
  return isPlanned ? 'the platform is in maintenance' : null;
}

function afterQuiet({ quiet }: Rule, at: number, { now }: DueState): number {
  const end = at <= now && quiet !== null ? quietUntil(quiet, now) : null;
  return end ?? at;
}
