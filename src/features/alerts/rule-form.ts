import type { RulePayload } from '../../../contract/sent/alert.ts';
import type { Channel, Rule } from '../../../contract/shapes/alert.ts';
import { durationText } from '../../domain/format.ts';

/** What the form of a rule holds. */
export interface RuleValues {
  name: string;
  enabled: boolean;
  about: NonNullable<Rule['about']>;
  /** Ids; all of them when `everywhere`. */
  platforms: string[];
  everywhere: boolean;
  groups: string[];
  tags: string[];
  status: 'warning' | 'error';
  /** Seconds, as the select's value. */
  afterSec: string;
  /** Minutes, or '' for once. */
  repeatMin: string;
  recovered: boolean;
  hasQuiet: boolean;
  quietFrom: string;
  quietTo: string;
  channels: string[];
  /** After the first. */
  steps: StepValues[];
  /** As the select's value; '': never. */
  proveOn: string;
  proveAt: string;
}

interface StepValues {
  /** Minutes, as the select's value. */
  afterMin: string;
  channels: string[];
}

const AFTER_SEC = [0, 30, 60, 300, 900, 1800, 3600];
const REPEAT_MIN = [5, 15, 30, 60, 240];
const STEP_MIN = [2, 5, 10, 15, 20, 30, 45, 60, 120, 240];

export const afterOptions = (chosen: string) =>
  timeOptions(AFTER_SEC, chosen, (sec) =>
    sec === 0 ? 'At once' : `After ${durationText(sec * 1000)}`,
  );

export const repeatOptions = (chosen: string) => [
  { value: '', label: 'Once' },
  ...timeOptions(REPEAT_MIN, chosen, (min) => `Every ${durationText(min * 60_000)}`),
];

export const stepOptions = (chosen: string) =>
  timeOptions(STEP_MIN, chosen, (min) => `${durationText(min * 60_000)} after step 1`);

/** @param chosen is among them even when it is none of the usual */
function timeOptions(usual: readonly number[], chosen: string, labelOf: (time: number) => string) {
  const times = new Set([...usual, ...(chosen === '' ? [] : [Number(chosen)])]);
  return [...times]
    .sort((a, b) => a - b)
    .map((time) => ({ value: String(time), label: labelOf(time) }));
}

/** @returns the time of a step that is added */
export function nextStepMin(steps: readonly StepValues[]): string {
  const last = Number(steps.at(-1)?.afterMin ?? 2);
  return String(STEP_MIN.find((min) => min > last) ?? last * 2);
}

/**
 * @param rule that is changed; undefined: a new one
 * @param channels the only one is chosen for a new rule
 */
export function ruleValues(
  rule: Rule | undefined,
  channels: readonly Pick<Channel, 'id'>[],
): RuleValues {
  const only = channels.length === 1 ? channels : [];
  const { name = '', enabled = true, about = 'platform', status = 'error' } = rule ?? {};
  return {
    ...{ name, enabled, about, status },
    ...placesOf(rule),
    everywhere: isForAll(rule),
    afterSec: String(rule?.afterSec ?? 0),
    repeatMin: String(rule?.repeatMin ?? ''),
    recovered: rule?.recovered ?? true,
    hasQuiet: Boolean(rule?.quiet),
    quietFrom: rule?.quiet?.from ?? '22:00',
    quietTo: rule?.quiet?.to ?? '06:00',
    channels: rule ? [...rule.channels] : only.map(({ id }) => id),
    steps: (rule?.steps ?? []).map(({ afterMin, channels: ids }) => ({
      ...{ afterMin: String(afterMin), channels: [...ids] },
    })),
    proveOn: String(rule?.prove?.weekday ?? ''),
    proveAt: rule?.prove?.time ?? '10:00',
  };
}

/**
 * @param timeZone of the quiet hours and drills: the rule's own, or this device's for a new one
 * @param hasSteps the server knows steps and drills; an older one refuses them
 */
export function rulePayload(values: RuleValues, timeZone: string, hasSteps: boolean): RulePayload {
  const { name, enabled, about, status, recovered, channels, proveOn, proveAt: time } = values;
  const isCertificate = about === 'certificate';
  return {
    ...{ name, enabled, status, recovered, channels },
    // A server that has no others refuses the field.
    ...(about !== 'platform' && { about }),
    platforms: values.everywhere ? [] : values.platforms,
    ...(!values.everywhere && groupsAndTags(values)),
    afterSec: isCertificate ? 0 : Number(values.afterSec),
    repeatMin: isCertificate || values.repeatMin === '' ? null : Number(values.repeatMin),
    quiet: values.hasQuiet ? { from: values.quietFrom, to: values.quietTo, timeZone } : null,
    ...(hasSteps && {
      steps: isCertificate
        ? []
        : values.steps.map(({ afterMin, channels: ids }) => ({
            ...{ afterMin: Number(afterMin), channels: ids },
          })),
      prove: proveOn === '' ? null : { weekday: Number(proveOn), time, timeZone },
    }),
  };
}

/** @returns a rule as it is stored, to be sent with a change; its steps stay as they are, and its drills */
export function payloadOf(rule: Rule): RulePayload {
  const { name, enabled, platforms, status, afterSec, repeatMin, recovered, quiet, channels } =
    rule;
  const sent = {
    name,
    enabled,
    platforms,
    status,
    afterSec,
    repeatMin,
    recovered,
    quiet,
    channels,
  };
  return { ...sent, ...groupsAndTags(rule), ...(rule.about && { about: rule.about }) };
}

/** Left out where there are none: an older server knows neither. */
const groupsAndTags = ({ groups = [], tags = [] }: Pick<RulePayload, 'groups' | 'tags'>) => ({
  ...(groups.length > 0 && { groups }),
  ...(tags.length > 0 && { tags }),
});

const placesOf = ({ platforms = [], groups = [], tags = [] }: Partial<Rule> = {}) => ({
  platforms: [...platforms],
  groups: [...groups],
  tags: [...tags],
});

/** Also without a rule. */
export const isForAll = ({
  platforms = [],
  groups = [],
  tags = [],
}: Partial<Pick<Rule, 'platforms' | 'groups' | 'tags'>> = {}): boolean =>
  platforms.length + groups.length + tags.length === 0;

const NO_CHANNEL = 'Choose at least one channel';

/** @returns what is wrong, by field */
export const ruleErrors = (values: RuleValues) => ({
  name: values.name.trim() === '' ? 'Enter a name' : null,
  platforms: !values.everywhere && isForAll(values) ? 'Choose at least one platform' : null,
  channels: values.channels.length === 0 ? NO_CHANNEL : null,
  proveAt: values.proveOn !== '' && values.proveAt === '' ? 'Enter a time' : null,
  ...Object.fromEntries(
    values.steps.flatMap(({ afterMin, channels }, index) => [
      [`steps.${index}.channels`, channels.length === 0 ? NO_CHANNEL : null],
      [
        `steps.${index}.afterMin`,
        Number(afterMin) <= Number(values.steps[index - 1]?.afterMin ?? 0)
          ? 'Choose a later time than that of the step before'
          : null,
      ],
    ]),
  ),
});
