import type { Channel, Rule } from '../../../contract/shapes/alert.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { durationText } from '../../shared/format.ts';

const MINUTE_MS = 60_000;

/** What a rule does, as sentences without their ends. */
export interface RuleTexts {
  readonly when: string;
  readonly who: string;
  /** Repetition, recovery, quiet hours. */
  readonly more: readonly string[];
}

export function ruleTexts(
  rule: Rule,
  channels: readonly Channel[],
  platforms: readonly Pick<Connection, 'id' | 'name'>[],
): RuleTexts {
  const { afterSec, status, repeatMin, recovered, quiet } = rule;
  const nameOf = (list: readonly { id: string; name: string }[], id: string) =>
    list.find((one) => one.id === id)?.name ?? id;
  const names = rule.platforms.map((id) => nameOf(platforms, id));
  const where = names.length === 0 ? 'Any platform' : names.join(', ');
  const state = status === 'error' ? 'down' : 'late or down';
  const held = afterSec === 0 ? '' : ` for ${durationText(afterSec * 1000)}`;
  return {
    when: `${where} ${state}${held}`,
    who: rule.channels.map((id) => nameOf(channels, id)).join(', ') || 'Nobody',
    more: [
      ...(repeatMin === null
        ? []
        : [`again every ${durationText(repeatMin * MINUTE_MS)} until somebody is on it`]),
      ...(recovered ? ['and when it is back'] : []),
      ...(quiet === null ? [] : [`quiet from ${quiet.from} to ${quiet.to} (${quiet.timeZone})`]),
    ],
  };
}
