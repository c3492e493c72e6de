import type { Channel, Rule } from '../../contract/shapes/alert.ts';

type Reached = Pick<Channel, 'id' | 'enabled' | 'devices'>;

/** @returns whether no device is subscribed; a server that does not count them says nothing */
const hasNobody = ({ devices }: Reached) => devices === 0;

/** @returns why an alert of a rule would reach nobody now, in whatever step: its channels are off, or no device is subscribed */
export function reachesNobody(
  { channels: first, steps = [] }: Pick<Rule, 'channels' | 'steps'>,
  channels: readonly Reached[],
): 'off' | 'no device' | undefined {
  const chosen = steps.flatMap((step) => step.channels).concat(first);
  const used = channels.filter(({ id, enabled }) => enabled && chosen.includes(id));
  if (used.length === 0) return 'off';
  return used.every(hasNobody) ? 'no device' : undefined;
}

/** @returns whether a platform could be down without anybody being alerted, by whatever rule */
export const isNobodyAlerted = (rules: readonly Rule[], channels: readonly Reached[]): boolean =>
  rules.every(
    (rule) =>
      !rule.enabled ||
      (rule.about && rule.about !== 'platform') ||
      reachesNobody(rule, channels) !== undefined,
  );
