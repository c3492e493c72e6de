import { DUTY_CHANNEL, PUSH_CHANNEL } from '../../contract/channels.ts';
import type { Change } from '../../contract/live.ts';
import { keyOf, keyText } from '../../contract/paths.ts';
import type { Rule } from '../../contract/shapes/alert.ts';
import type { Platform } from '../config/mesh-config.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import type { TermBase } from '../feature.ts';
import { noteInIncident } from '../incidents/incident-records.ts';
import { causeNames } from '../platforms/causes.ts';
import { listDefinitions } from '../platforms/rows/definitions.ts';
import { listSubscribers, type Subscriber } from '../push/rows.ts';
import { channelsOf, type DueState, type DueStep, findDue, subjectsOf } from './due.ts';
import { type Duty, dutyAt } from './duty.ts';
import { alertedPlatform, incidentAlert } from './incident-alerts.ts';
import type { OutgoingAlert } from './outgoing.ts';
import { queueDeliveries } from './queued.ts';
import { DUTY, listChannels, PUSH, type StoredChannel } from './rows/channels.ts';
import {
  alertableIncidents,
  type Decision,
  insertDecision,
  listDecisions,
} from './rows/decisions.ts';
import { deliveryKey, type NewDelivery, outcomesOfGivenUp, targetsOf } from './rows/deliveries.ts';
import { listRules } from './rows/rules.ts';
import {
  type DueRuleStep,
  findDueRuleSteps,
  markOf,
  ruleStepText,
  stepName,
} from './rule-steps.ts';

interface DeciderDeps extends Pick<TermBase, 'db' | 'journal' | 'now' | 'platforms'> {
  /** It has a certificate, too. */
  readonly node: Pick<Platform, 'id' | 'name' | 'domain'>;
  /** Whether a platform is in a maintenance window. */
  readonly isPlanned: (platform: string, at: number) => boolean;
}

/** What ended longer ago is no news: this node may have been off. */
const NEWS_MS = 24 * 60 * 60 * 1000;

/** @returns decides what is due and stores it as deliveries; resolves to when something is due next */
export function createDecider({ db, journal, platforms, node, now, isPlanned }: DeciderDeps) {
  async function stateOf(db: Database, at: number): Promise<DueState> {
    const all = await alertableIncidents(db, at - NEWS_MS);
    // Until its next round is stored.
    const incidents = all.filter(({ scope, endedAt }) => scope !== 'undecided' || endedAt !== null);
    const definitions = await listDefinitions(db);
    return {
      incidents,
      decisions: await listDecisions(db, at - NEWS_MS),
      outcomes: await outcomesOfGivenUp(db),
      rules: withMembers(await listRules(db), definitions),
      channels: enabledChannels(await listChannels(db)),
      inMaintenance: new Set(
        incidents.flatMap(subjectsOf).filter((platform) => isPlanned(platform, at)),
      ),
      causes: await causeNames(db, definitions),
      now: at,
    };
  }

  /** @returns what the channels of a later step are alerted of; nothing if it was taken before */
  async function takeRuleStep(tx: Tx, emit: Emit, step: DueRuleStep, reach: Reach) {
    const { incident, rule, number, skipped } = step;
    const at = now();
    const mark = { incident, channel: markOf(rule), step: String(number) };
    if (!(await insertDecision(tx, decisionOf(mark, at)))) return [];
    const { channels, devices, duty } = reach;
    const enabled = (channelsOf(rule)[number - 1] ?? []).filter((id) => channels.has(id));
    const count = devices.filter(({ kinds }) => kinds.includes('down')).length;
    const names = enabled
      .filter((id) => id !== DUTY_CHANNEL)
      .map((id) => `${channels.get(id)?.name}${id === PUSH_CHANNEL ? ` (devices: ${count})` : ''}`);
    const onDuty = enabled.includes(DUTY_CHANNEL) ? duty : undefined;
    const text = ruleStepText(step, names, onDuty);
    await noteInIncident(tx, emit, incident.id, { at, kind: 'escalation', text });
    if (number === 1 || skipped !== null) return [];
    return enabled.map((channel) => ({ incident, channel, step: stepName(rule, number) }));
  }

  async function deliveriesOf(tx: Tx, step: DueStep, reach: Reach, at: number) {
    const { channel, incident } = step;
    const alert = incidentAlert({
      ...step,
      ...alertedPlatform(incident, [...platforms, node]),
      at,
    });
    const isDuty = channel === DUTY_CHANNEL && alert.kind === 'down';
    const message = isDuty ? { ...alert, person: reach.duty.name } : alert;
    const targets = await targetsFor(tx, step, message, reach);
    return targets.map((target): NewDelivery => {
      const dedupeKey = deliveryKey({ ...step, incident: incident.id }, target);
      return { dedupeKey, channel, target, incident: incident.id, message };
    });
  }

  /** The decisions and their deliveries are one commit: after a crash there are both or neither. */
  async function decideIn(tx: Tx, emit: Emit): Promise<void> {
    const at = now();
    const state = await stateOf(tx, at);
    const devices = await listSubscribers(tx, at);
    const reach = { devices, duty: await dutyAt(tx, at), channels: state.channels };
    const due = [...findDue(state).due];
    for (const step of findDueRuleSteps(state).due)
      due.push(...(await takeRuleStep(tx, emit, step, reach)));
    const deliveries: NewDelivery[] = [];
    for (const step of due) {
      if (!(await insertDecision(tx, decisionOf(step, at)))) continue;
      const more = await deliveriesOf(tx, step, reach, at);
      deliveries.push(...more.filter((one) => !isTwice(one, deliveries)));
    }
    await queueDeliveries(tx, emit, deliveries, at);
  }

  return async (): Promise<number> => {
    const state = await stateOf(db, now());
    const [steps, ruleSteps] = [findDue(state), findDueRuleSteps(state)];
    // Most changes of incidents concern no rule: they cost no commit.
    if (steps.due.length + ruleSteps.due.length === 0)
      return Math.min(steps.nextAt, ruleSteps.nextAt);
    await journal.commit(decideIn);
    return now();
  };
}

/** A device that is reached by several ways is alerted once. */
const isTwice = ({ incident, target }: NewDelivery, others: readonly NewDelivery[]) =>
  target !== '' && others.some((one) => one.incident === incident && one.target === target);

/** Whom alerts reach now. */
interface Reach extends Pick<DueState, 'channels'> {
  readonly devices: readonly Subscriber[];
  readonly duty: Duty;
}

/** @returns the endpoints of devices; elsewhere '' alone */
async function targetsFor(
  tx: Tx,
  { incident, channel }: DueStep,
  { kind }: OutgoingAlert,
  { devices, duty }: Reach,
): Promise<readonly string[]> {
  if (channel === PUSH_CHANNEL)
    return devices.filter(({ kinds }) => kinds.includes(kind)).map(({ endpoint }) => endpoint);
  if (channel !== DUTY_CHANNEL) return [''];
  // Whoever was alerted hears of the end, also after a handover.
  return kind === 'down' ? duty.endpoints : targetsOf(tx, incident.id, channel);
}

/** @returns the rules with the platforms that are in their groups, or have their tags, as ids */
export const withMembers = (
  rules: readonly Rule[],
  platforms: readonly Pick<Platform, 'id' | 'group' | 'tags'>[],
): Rule[] =>
  rules.flatMap((rule) => {
    const { groups = [], tags = [] } = rule;
    if (groups.length + tags.length === 0) return [rule];
    const isMeant = ({ id, group = '', tags: own = [] }: (typeof platforms)[number]) =>
      rule.platforms.includes(id) ||
      groups.includes(group) ||
      own.some((one) => tags.includes(one));
    const ids = platforms.filter(isMeant).map(({ id }) => id);
    // Without any platform it would be for all.
    return ids.length === 0 ? [] : [{ ...rule, platforms: ids }];
  });

function enabledChannels(stored: readonly StoredChannel[]): DueState['channels'] {
  const enabled = [PUSH, DUTY, ...stored].filter((one) => one.enabled);
  return new Map(
    enabled.map((one) => {
      const acknowledges = one.kind === 'webhook' && one.settings.template === 'pagerduty';
      return [one.id, { name: one.name, acknowledges }];
    }),
  );
}

const decisionOf = ({ incident, channel, step }: DueStep, at: number): Decision => ({
  incident: incident.id,
  channel,
  step,
  platform: incident.platform,
  drill: incident.drill,
  at,
});

const DECISIVE = new Set(
  (['incidents', 'certificates', 'maintenance', 'alertRules', 'platforms'] as const).map((name) =>
    keyText(keyOf(name)),
  ),
);
const CHANNELS = keyText(keyOf('alertChannels'));
const DELIVERIES = keyText(keyOf('alertDeliveries'));

/** @returns whether it has to be decided again: patches of channels only repeat what became of deliveries */
export function isDecisive({ key, op }: Change): boolean {
  const text = keyText(key);
  if (text === CHANNELS) return op === 'replace';
  return DECISIVE.has(text) || (text === DELIVERIES && op !== 'prepend');
}
