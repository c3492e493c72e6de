import { DUTY_CHANNEL } from '../../contract/channels.ts';
import type { Channel, Rota, Rule } from '../../contract/shapes/alert.ts';

type Reached = Pick<Channel, 'id' | 'enabled' | 'devices'>;

/** @returns the channels by which an alert of a platform that is down reaches somebody now, in whatever step of a rule */
export function alertedBy(rules: readonly Rule[], channels: readonly Reached[]): Reached[] {
  const chosen = rules
    .filter(({ enabled, about = 'platform' }) => enabled && about === 'platform')
    .flatMap((rule) => [rule, ...(rule.steps ?? [])].flatMap((step) => step.channels));
  // A server that does not count devices has some.
  return channels.filter((one) => one.enabled && one.devices !== 0 && chosen.includes(one.id));
}

/** @returns whether there is a rota, and the server reaches nobody on it */
export const isDutyUnreachable = (channels: readonly Reached[]): boolean =>
  channels.some(({ id, devices }) => id === DUTY_CHANNEL && devices === 0);

/** @returns the same by the rota alone: of whoever stands in without being on it, nothing is known */
export const isRotaUnreachable = ({ people, onDuty }: Pick<Rota, 'people' | 'onDuty'>): boolean =>
  people.every(({ devices }) => devices === 0) && people.some(({ name }) => name === onDuty?.name);
