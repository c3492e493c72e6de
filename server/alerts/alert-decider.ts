import { PUSH_CHANNEL } from '../../contract/channels.ts';
import type { Change } from '../../contract/live.ts';
import { keyOf, keyText } from '../../contract/paths.ts';
import type { RulePayload } from '../../contract/sent/alert.ts';
import type { Platform } from '../config/mesh-config.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import { listDefinitions } from '../database/platform-definitions.ts';
import type { NodeBase } from '../feature.ts';
import { listSubscribers } from '../push/rows.ts';
import { type DueState, type DueStep, findDue } from './due.ts';
import { incidentAlert } from './incident-alerts.ts';
import { queueDeliveries } from './queued.ts';
import { listChannels, type StoredChannel } from './rows/channels.ts';
import {
  type AlertableIncident,
  alertableIncidents,
  insertDecision,
  listDecisions,
} from './rows/decisions.ts';
import { deliveryKey, type NewDelivery } from './rows/deliveries.ts';
import { listRules } from './rows/rules.ts';

interface DeciderDeps extends Pick<NodeBase, 'db' | 'journal' | 'now' | 'platforms'> {
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
    const incidents = await alertableIncidents(db, at - NEWS_MS);
    return {
      incidents,
      decisions: await listDecisions(db, at - NEWS_MS),
      rules: withMembers(await listRules(db), await listDefinitions(db)),
      channels: enabledChannels(await listChannels(db)),
      inMaintenance: new Set(
        incidents.map(({ platform }) => platform).filter((platform) => isPlanned(platform, at)),
      ),
      now: at,
    };
  }

  function platformOf({ platform: id, platforms: ids }: AlertableIncident) {
    const all = [...platforms, node];
    const named = (of: string) => all.find((one) => one.id === of)?.name ?? of;
    const domain = all.find((one) => one.id === id)?.domain ?? id;
    return { id, name: ids.map(named).join(', '), domain };
  }

  /** The decisions and their deliveries are one commit: after a crash there are both or neither. */
  async function decideIn(tx: Tx, emit: Emit): Promise<void> {
    const at = now();
    const { due } = findDue(await stateOf(tx, at));
    const devices = await listSubscribers(tx, at);
    const deliveries: NewDelivery[] = [];
    for (const step of due) {
      if (!(await insertDecision(tx, decisionOf(step, at)))) continue;
      const platform = platformOf(step.incident);
      const message = incidentAlert({ ...step, platform, at });
      const incident = step.incident.id;
      const targets =
        step.channel === PUSH_CHANNEL
          ? devices.filter(({ kinds }) => kinds.includes(message.kind)).map((one) => one.endpoint)
          : [''];
      for (const target of targets)
        deliveries.push({
          dedupeKey: deliveryKey({ incident, step: step.step, channel: step.channel }, target),
          channel: step.channel,
          target,
          incident,
          message,
        });
    }
    await queueDeliveries(tx, emit, deliveries, at);
  }

  return async (): Promise<number> => {
    const { due, nextAt } = findDue(await stateOf(db, now()));
    // Most changes of incidents concern no rule: they cost no commit.
    if (due.length === 0) return nextAt;
    await journal.commit(decideIn);
    return now();
  };
}

/** @returns the rules with the platforms that are in their groups, or have their tags, as ids */
const withMembers = (
  rules: readonly RulePayload[],
  platforms: readonly Pick<Platform, 'id' | 'group' | 'tags'>[],
): RulePayload[] =>
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
  const channels = new Map([[PUSH_CHANNEL, { acknowledges: false }]]);
  for (const one of stored) {
    const acknowledges = one.kind === 'webhook' && one.settings.template === 'pagerduty';
    if (one.enabled) channels.set(one.id, { acknowledges });
  }
  return channels;
}

const decisionOf = ({ incident, channel, step }: DueStep, at: number) => ({
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

/** @returns whether it has to be decided again. Patches of channels only say what was delivered. */
export function isDecisive({ key, op }: Change): boolean {
  const text = keyText(key);
  return DECISIVE.has(text) || (text === CHANNELS && op === 'replace');
}
