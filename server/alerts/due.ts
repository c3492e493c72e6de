import { MINUTE_MS } from '../../contract/limits.ts';
import type { Rule } from '../../contract/shapes/alert.ts';
import { AHEAD_MAX_MS } from '../base/clock.ts';
import { endOfHours } from '../base/daily-hours.ts';
import type { AlertableIncident, Decision } from './rows/decisions.ts';
import type { outcomesOfGivenUp } from './rows/deliveries.ts';

/**
 * Decides, from what is stored, which channels are to be alerted of which step of which incident. The same state gives the
 * same answer at any time and in any process, so that nothing is missed by a crash and nothing is sent twice.
 *
 *   late -> down -> repeat:1, repeat:2 ...   while the incident is open, unplanned and nobody is on it; the first also of one
 *                                            that a person opened, who is on it from then on
 *   acknowledged                             to services that keep alerts of their own
 *   recovered                                to channels that were alerted before
 *   step:<rule>:<number>                     to channels of later steps of a rule (`rule-steps.ts`)
 *
 * A step goes to a channel once, by however many rules.
 */
export interface DueState {
  readonly rules: readonly Rule[];
  /** Those that are switched on, and whether they take acknowledgements. */
  readonly channels: ReadonlyMap<string, { readonly name: string; readonly acknowledges: boolean }>;
  readonly incidents: readonly AlertableIncident[];
  readonly decisions: readonly Decision[];
  /** What became of deliveries, of open incidents where one was given up. */
  readonly outcomes: Awaited<ReturnType<typeof outcomesOfGivenUp>>;
  /** Ids of platforms in a maintenance window. */
  readonly inMaintenance: ReadonlySet<string>;
  /** Names of the platforms because of which others are in trouble, by the ids of those. */
  readonly causes: ReadonlyMap<string, string>;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface DueStep {
  readonly incident: AlertableIncident;
  readonly channel: string;
  readonly step: string;
}

/** Of what is of before the clock was set back. */
export const LONG_AGO = Number.NEGATIVE_INFINITY;
export const NEVER = Number.POSITIVE_INFINITY;

/** @returns `nextAt`: when something is due next, if nothing changes before, epoch milliseconds */
export function findDue(state: DueState) {
  const due: DueStep[] = [];
  let nextAt = NEVER;
  const decisionsOf = byIncident(state.decisions);
  for (const incident of [...state.incidents, ...endedDrills(state)]) {
    const mine = decisionsOf.get(incident.id) ?? [];
    for (const [channel, { acknowledges }] of state.channels) {
      const earlier = mine.filter((one) => one.channel === channel);
      const rules = state.rules.filter((rule) => concerns(rule, incident));
      const next = nextStep({ incident, channel, earlier, rules, acknowledges }, state);
      if (next === undefined) continue;
      if (next.at <= state.now) due.push({ incident, channel, step: next.step });
      else nextAt = Math.min(nextAt, next.at);
    }
  }
  return { due, nextAt };
}

function byIncident(decisions: readonly Decision[]): Map<number, Decision[]> {
  const grouped = new Map<number, Decision[]>();
  for (const one of decisions) {
    const others = grouped.get(one.incident);
    if (others === undefined) grouped.set(one.incident, [one]);
    else others.push(one);
  }
  return grouped;
}

/** Rules about certificates are about domains, too. */
const aboutOf = (kind: AlertableIncident['kind']) => (kind === 'domain' ? 'certificate' : kind);

export function concerns(rule: Rule, incident: AlertableIncident): boolean {
  return (
    rule.enabled &&
    (rule.about ?? 'platform') === aboutOf(incident.kind) &&
    (rule.platforms.length === 0 ||
      incident.platforms.some((platform) => rule.platforms.includes(platform))) &&
    (rule.status === 'warning' || incident.status === 'error')
  );
}

interface IncidentForChannel {
  readonly incident: AlertableIncident;
  readonly channel: string;
  /** What was decided for this channel and incident before. */
  readonly earlier: readonly Decision[];
  /** Those that concern the incident. */
  readonly rules: readonly Rule[];
  readonly acknowledges: boolean;
}

/** @returns ids of the platforms whose maintenance is its own: of a host the one that it is of */
export const subjectsOf = ({ kind, platform, platforms }: AlertableIncident): readonly string[] =>
  kind === 'host' ? platforms : [platform];

/** Whether it is in maintenance. */
export const isPlanned = (
  incident: AlertableIncident,
  { inMaintenance }: Pick<DueState, 'inMaintenance'>,
): boolean => incident.planned || subjectsOf(incident).some((id) => inMaintenance.has(id));

interface NextStep {
  readonly step: string;
  readonly at: number;
}

function nextStep(
  { incident, channel, earlier, acknowledges, ...of }: IncidentForChannel,
  state: DueState,
): NextStep | undefined {
  const has = (step: string) => earlier.some((one) => one.step === step);
  if (incident.endedAt !== null) {
    if (!wasAlerted(earlier) || has('recovered')) return undefined;
    return earliest(
      of.rules.filter(
        (rule) => rule.recovered && channelsOf(rule).some((some) => some.includes(channel)),
      ),
      'recovered',
      state,
      () => 0,
    );
  }
  if (isTaken(incident, earlier))
    return acknowledges && wasAlerted(earlier) && !has('acknowledged')
      ? { step: 'acknowledged', at: state.now }
      : undefined;
  if (isPlanned(incident, state) || state.causes.has(incident.platform)) return undefined;
  const rules = of.rules.filter(({ channels }) => channels.includes(channel));
  const first = incident.status === 'error' ? 'down' : 'late';
  if (!has(first)) return earliest(rules, first, state, (rule) => firstAt(rule, incident, state));
  const repeats = earlier.filter(({ step }) => step.startsWith('repeat:')).length;
  const last = Math.max(...earlier.filter(isAlarm).map(({ at }) => pastOf(at, state)));
  return earliest(rules, `repeat:${repeats + 1}`, state, ({ repeatMin }) =>
    repeatMin === null ? NEVER : last + repeatMin * MINUTE_MS,
  );
}

/** @returns when the first step is due */
export const firstAt = (rule: Rule, { startedAt }: AlertableIncident, state: DueState) =>
  pastOf(startedAt, state) + rule.afterSec * 1000;

const pastOf = (at: number, { now }: DueState) => (at > now + AHEAD_MAX_MS ? LONG_AGO : at);

/** @returns the channels of each step of a rule, the first one too */
export const channelsOf = ({ channels, steps = [] }: Pick<Rule, 'channels' | 'steps'>) => [
  channels,
  ...steps.map((step) => step.channels),
];

/** How the name of what channels of a rule's later steps are alerted of begins. */
export const LATER_STEP = 'step:';

const isAlarm = ({ step }: Decision) =>
  step === 'down' || step === 'late' || step.startsWith('repeat:') || step.startsWith(LATER_STEP);
const wasAlerted = (earlier: readonly Decision[]) => earlier.some(isAlarm);

/** Whoever opens an incident is on it before the others know of it. */
const isTaken = ({ acknowledgedBy, openedBy }: AlertableIncident, earlier: readonly Decision[]) =>
  acknowledgedBy !== null && (acknowledgedBy !== openedBy || wasAlerted(earlier));

/** The time at which the first of these rules wants the step, after its quiet hours. */
function earliest(
  rules: readonly Rule[],
  step: string,
  { now }: DueState,
  timeOf: (rule: Rule) => number,
): NextStep | undefined {
  let at = NEVER;
  for (const rule of rules) {
    const wanted = timeOf(rule);
    // What is due later is judged again then.
    const quiet = wanted <= now && rule.quiet !== null ? endOfHours(rule.quiet, now) : null;
    at = Math.min(at, quiet ?? wanted);
  }
  return at === NEVER ? undefined : { step, at };
}

/** The incident of a drill is deleted when it is over: what was decided is all that is left of it. */
function endedDrills({ decisions, incidents, now }: DueState): AlertableIncident[] {
  const known = new Set(incidents.map(({ id }) => id));
  const ended = new Map<number, AlertableIncident>();
  for (const { incident: id, drill, platform, at } of decisions) {
    if (!drill || known.has(id)) continue;
    const startedAt = Math.min(at, ended.get(id)?.startedAt ?? at);
    const rest = { status: 'error', cause: null, planned: false, acknowledgedBy: null, seen: true };
    const what = {
      kind: 'platform',
      platform,
      platforms: [platform],
      openedBy: null,
      scope: null,
    } as const;
    ended.set(id, { id, ...what, drill, startedAt, endedAt: now, ...rest });
  }
  return [...ended.values()];
}
