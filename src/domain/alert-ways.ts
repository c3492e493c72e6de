import { DUTY_CHANNEL } from '../../contract/channels.ts';
import type { Channel, Delivery, Rule } from '../../contract/shapes/alert.ts';

/**
 * off: somebody switched it off; unused: no rule leads to it; nobody: no device is subscribed; failing: what was sent last
 * did not arrive; untried: nothing was sent; works: what was sent last arrived.
 */
type WayState = 'off' | 'unused' | 'nobody' | 'failing' | 'untried' | 'works';

/** How one channel reaches somebody. */
export interface Way {
  readonly channel: Channel;
  readonly state: WayState;
  /** It reaches nobody, and somebody may count on it. */
  readonly isBroken: boolean;
  /** Names of the rules that are on and lead to it, the most important one first. */
  readonly rules: readonly string[];
  /** One of these is about platforms that are down. */
  readonly isOfDown: boolean;
  /** Epoch milliseconds; undefined: nothing was delivered. */
  readonly deliveredAt: number | undefined;
  /** The newest one, while nothing has arrived since. */
  readonly error: { readonly at: number; readonly text: string } | undefined;
}

/**
 * @param deliveries the newest, newest first
 * @returns who is told, and by what way; those that reach nobody first
 */
export function waysOf(
  channels: readonly Channel[],
  rules: readonly Rule[],
  deliveries: readonly Delivery[],
): Way[] {
  const active = byWeight(rules.filter(({ enabled }) => enabled));
  const isDutyLost =
    channels.every(({ id }) => id !== DUTY_CHANNEL) &&
    active.some((rule) => stepOf(rule, DUTY_CHANNEL) >= 0);
  return [...channels, ...(isDutyLost ? [NO_ROTA] : [])]
    .map((channel) => wayOf(channel, active, deliveries))
    .sort((a, b) => orderOf(a) - orderOf(b));
}

/** Rules may name who is on duty while there is no rota. */
const NO_ROTA: Channel = {
  ...{ id: DUTY_CHANNEL, kind: 'push', name: 'Who is on duty', enabled: true, target: '' },
  ...{ devices: 0, lastDelivery: null, lastError: null },
};

function wayOf(channel: Channel, active: readonly Rule[], deliveries: readonly Delivery[]): Way {
  const leading = active.filter((rule) => stepOf(rule, channel.id) >= 0);
  const own = deliveries
    .concat(channel.lastDelivery ?? [])
    .filter((one) => one.channel === channel.id);
  const sent = own.filter(({ state }) => state === 'sent');
  const deliveredAt = sent.length > 0 ? Math.max(...sent.map(timeOf)) : undefined;
  const error = openError(channel, own, sent);
  const state = stateOf(channel, leading.length > 0, { error, deliveredAt });
  return {
    ...{ channel, state, deliveredAt, error },
    isBroken: isBroken(channel, state, leading.length > 0),
    rules: leading.map((rule) => nameIn(rule, channel.id)),
    isOfDown: leading.some(isOfPlatforms),
  };
}

/** @returns the newest error, unless something arrived after it, or the same alert at another device */
function openError(
  { lastError }: Channel,
  own: readonly Delivery[],
  sent: readonly Delivery[],
): Way['error'] {
  const failed = own
    .filter(({ error }) => error !== null)
    .reduce<Delivery | undefined>((a, b) => (a && timeOf(a) >= timeOf(b) ? a : b), undefined);
  // What a channel says of itself is read once a minute, deliveries are live.
  const isNewer = failed && timeOf(failed) >= (lastError?.at ?? 0);
  const error = isNewer ? { at: timeOf(failed), text: failed.error ?? '' } : lastError;
  if (!error) return undefined;
  const isRepaired = sent.some(
    (one) => timeOf(one) > error.at || (one.at === failed?.at && one.incident === failed.incident),
  );
  return isRepaired ? undefined : error;
}

function stateOf(
  { enabled, devices }: Channel,
  isUsed: boolean,
  { error, deliveredAt }: Pick<Way, 'error' | 'deliveredAt'>,
): WayState {
  if (!enabled) return 'off';
  if (!isUsed) return 'unused';
  if (devices === 0) return 'nobody';
  if (error) return 'failing';
  return deliveredAt === undefined ? 'untried' : 'works';
}

/** What is off and in no rule is as somebody wants it, and so is push that nobody has switched on and no rule uses. */
function isBroken({ devices }: Channel, state: WayState, isUsed: boolean): boolean {
  if (state === 'off') return isUsed;
  if (state === 'unused') return devices !== 0;
  return !reachesSomebody(state);
}

const reachesSomebody = (state: WayState) => state === 'untried' || state === 'works';

/** @returns how many of the ways reach somebody when a platform goes down now */
export const reachingOnDown = (ways: readonly Way[]): number =>
  ways.filter(({ isOfDown, state }) => isOfDown && reachesSomebody(state)).length;

const orderOf = ({ isBroken, state }: Way) => (isBroken ? 0 : 1) + (state === 'works' ? 1 : 0);

const timeOf = ({ triedAt, at }: Delivery) => triedAt ?? at;

/** @returns 0 for the first step; -1: it does not lead there */
const stepOf = ({ channels, steps = [] }: Rule, channel: string) =>
  [channels, ...steps.map((step) => step.channels)].findIndex((ids) => ids.includes(channel));

function nameIn(rule: Rule, channel: string): string {
  const step = stepOf(rule, channel);
  return step === 0 ? rule.name : `${rule.name} (step ${step + 1})`;
}

/** @returns the most important ones first: platforms that are down, all of them before some */
export const byWeight = (rules: readonly Rule[]): Rule[] =>
  [...rules].sort((a, b) => weightOf(a) - weightOf(b));

const isOfPlatforms = ({ about = 'platform' }: Rule) => about === 'platform';

function weightOf(rule: Rule): number {
  if (!isOfPlatforms(rule)) return rule.about === 'person' ? 4 : 5;
  const { status, platforms, groups = [], tags = [] } = rule;
  const isForAll = platforms.length + groups.length + tags.length === 0;
  return (status === 'error' ? 0 : 2) + (isForAll ? 0 : 1);
}

/** @returns the rule about platforms that a new way is put into; undefined: none is on */
export const mainRule = (rules: readonly Rule[]): Rule | undefined =>
  byWeight(rules).find((rule) => rule.enabled && isOfPlatforms(rule));
