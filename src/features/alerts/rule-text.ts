import { CERTIFICATE_DAYS, DOMAIN_DAYS } from '../../../contract/certificate.ts';
import { MINUTE_MS } from '../../../contract/limits.ts';
import type { Channel, Rule } from '../../../contract/shapes/alert.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { durationText } from '../../domain/format.ts';
import { givenName } from '../../domain/platform-name.ts';
import { WEEKDAY_OPTIONS } from '../../domain/zoned-time.ts';
import { channelName } from './channel-text.ts';

/** @returns what a rule does, as sentences without their ends; in `more` repetition, recovery, quiet hours and drills */
export function ruleTexts(
  rule: Rule,
  channels: readonly Channel[],
  platforms: readonly Pick<Connection, 'id' | 'name'>[],
) {
  const { repeatMin, recovered, quiet, prove } = rule;
  const names = rule.platforms.map((id) => givenName(id, platforms) ?? id);
  const where = [
    ...(rule.groups ?? []).map((group) => `group ${group}`),
    ...(rule.tags ?? []).map((tag) => `tag ${tag}`),
    ...names,
  ].join(', ');
  const { when, back } = TEXTS[rule.about ?? 'platform'](rule, where);
  return {
    when,
    who: whoText(channels, rule),
    more: [
      ...(rule.steps ?? []).map(
        (step, index) =>
          `Step ${index + 2} after ${durationText(step.afterMin * MINUTE_MS)} → ${whoText(channels, step)}`,
      ),
      ...(rule.steps?.length
        ? [
            'steps come after half of their time while nobody has seen it, at once if no alert arrived',
          ]
        : []),
      ...(repeatMin === null
        ? []
        : [`again every ${durationText(repeatMin * MINUTE_MS)} until somebody is on it`]),
      ...(recovered ? [`and when it is ${back}`] : []),
      ...(prove ? [proveText(prove)] : []),
      ...(quiet === null ? [] : [`quiet from ${quiet.from} to ${quiet.to} (${quiet.timeZone})`]),
    ],
  };
}

const proveText = ({ weekday, time, timeZone }: NonNullable<Rule['prove']>) =>
  `a drill proves it every ${WEEKDAY_OPTIONS[weekday - 1]?.label} at ${time} (${timeZone})`;

const whoText = (channels: readonly Channel[], { channels: ids }: Pick<Rule, 'channels'>) =>
  ids.map((id) => channelName(channels, id)).join(', ') || 'Nobody';

function platformTexts({ status, afterSec }: Rule, where: string) {
  const state = status === 'error' ? 'down' : 'slow or down';
  return { when: `${where || 'Any platform'} ${state}${heldText(afterSec)}`, back: 'back' };
}

const heldText = (afterSec: number) =>
  afterSec === 0 ? '' : ` for ${durationText(afterSec * 1000)}`;

function personTexts({ afterSec }: Rule, where: string) {
  const about = where === '' ? '' : ` that affects ${where}`;
  const when = `Incident by a person${about} open${heldText(afterSec)}`;
  return { when, back: 'resolved' };
}

function certificateTexts({ status }: Rule, where: string) {
  const { warning, error } = CERTIFICATE_DAYS;
  const days =
    status === 'error' ? error : `${warning} (domain: ${DOMAIN_DAYS.warning}) and ${error}`;
  const when = `Certificate or domain of ${where || 'any platform or this server'}: ${days} days left`;
  return { when, back: 'renewed' };
}

const displayTexts = ({ afterSec }: Rule) => ({
  when: `Display not well${heldText(afterSec)}`,
  back: 'well again',
});

const hostTexts = ({ afterSec }: Rule, where: string) => ({
  when: `Host of ${where || 'any platform or this server'} over a limit${heldText(afterSec)}`,
  back: 'below it again',
});

const TEXTS = {
  platform: platformTexts,
  certificate: certificateTexts,
  person: personTexts,
  display: displayTexts,
  host: hostTexts,
};
