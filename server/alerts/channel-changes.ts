import { randomUUID } from 'node:crypto';
import { keyOf } from '../../contract/paths.ts';
import type { ChannelPayload } from '../../contract/sent/alert.ts';
import { type Channel, PUSH_CHANNEL } from '../../contract/shapes/alert.ts';
import { describeChanges } from '../audit/changes.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import {
  deleteChannel,
  findChannel,
  listChannels,
  type StoredChannel,
  saveChannel,
} from '../store/alert-channels.ts';
import { newestByChannel } from '../store/alert-deliveries.ts';
import { deleteRule, listRules, updateRule } from '../store/alert-rules.ts';
import { recordAudit } from '../store/audit.ts';
import type { Database, Tx } from '../store/database.ts';
import type { Emit, Journal } from '../store/journal.ts';
import { PUSH_NAME } from './alert-sending.ts';
import { type ChannelProblem, withSecrets } from './channels/new-secrets.ts';

/** Sets up the channels of alerts. */
export interface ChannelChanges {
  /** @returns web push first, then by name */
  list(): Promise<Channel[]>;
  add(payload: ChannelPayload): Promise<ChannelProblem | 'full' | 'done'>;
  change(id: string, payload: ChannelPayload): Promise<ChannelProblem | 'unknown' | 'done'>;
  /** Takes it out of all rules; a rule without another channel is deleted. @returns its name */
  remove(id: string): Promise<string | undefined>;
}

interface ChannelChangesDeps {
  readonly db: Database;
  readonly journal: Journal;
  readonly now: () => number;
  readonly secrets: SecretBox;
}

const CHANNELS_MAX = 50;

export function createChannelChanges(deps: ChannelChangesDeps): ChannelChanges {
  const { db, journal, now, secrets } = deps;

  async function emitAll(tx: Tx, emit: Emit): Promise<void> {
    emit(keyOf('alertChannels'), 'replace', await channelList(tx));
  }

  async function save(
    id: string,
    payload: ChannelPayload,
    { tx, emit, before }: { tx: Tx; emit: Emit; before: StoredChannel | undefined },
  ): Promise<ChannelProblem | 'done'> {
    const channel = withSecrets(id, payload, before, secrets);
    if ('problem' in channel) return channel;
    const at = now();
    await saveChannel(tx, channel, at);
    const action = before === undefined ? 'alert-channel.added' : 'alert-channel.changed';
    const detail = describeChanges(before && shownOf(before), shownOf(channel));
    await recordAudit(tx, { action, target: channel.name, detail, at });
    await emitAll(tx, emit);
    return 'done';
  }

  return {
    list: () => channelList(db),
    add: (payload) =>
      journal.commit(async (tx, emit) => {
        if ((await listChannels(tx)).length >= CHANNELS_MAX) return 'full';
        return save(randomUUID(), payload, { tx, emit, before: undefined });
      }),
    change: (id, payload) =>
      journal.commit(async (tx, emit) => {
        const before = await findChannel(tx, id);
        return before === undefined ? 'unknown' : save(id, payload, { tx, emit, before });
      }),
    remove: (id) =>
      journal.commit(async (tx, emit) => {
        const channel = await findChannel(tx, id);
        if (channel === undefined) return undefined;
        await deleteChannel(tx, id);
        const { name: target } = channel;
        await recordAudit(tx, { action: 'alert-channel.removed', target, at: now() });
        await removeFromRules(tx, emit, id, now());
        await emitAll(tx, emit);
        return channel.name;
      }),
  };
}

async function removeFromRules(tx: Tx, emit: Emit, channel: string, at: number): Promise<void> {
  for (const { id, ...rule } of await listRules(tx)) {
    if (!rule.channels.includes(channel)) continue;
    const channels = rule.channels.filter((one) => one !== channel);
    if (channels.length > 0) {
      await updateRule(tx, id, { ...rule, channels });
      continue;
    }
    await deleteRule(tx, id);
    const detail = 'had no channel left';
    await recordAudit(tx, { action: 'alert-rule.removed', target: rule.name, detail, at });
  }
  emit(keyOf('alertRules'), 'replace', await listRules(tx));
}

async function channelList(db: Database | Tx): Promise<Channel[]> {
  const newest = await newestByChannel(db);
  const withDeliveries = <Shown extends { readonly id: string }>(channel: Shown) => {
    const { last = null, failed = null } = newest.get(channel.id) ?? {};
    const lastError = failed && { at: failed.triedAt ?? failed.at, text: failed.error ?? '' };
    return { ...channel, lastDelivery: last, lastError };
  };
  const push = { id: PUSH_CHANNEL, kind: 'push', name: PUSH_NAME, enabled: true };
  const others = (await listChannels(db)).map(shownOf);
  const devices = { ...push, target: 'All devices that subscribed' };
  return [withDeliveries(devices), ...others.map(withDeliveries)];
}

/** Without secrets. */
function shownOf({ id, kind, name, enabled, settings }: StoredChannel) {
  const target = kind === 'email' ? settings.to.join(', ') : settings.host;
  return { id, kind, name, enabled, target, ...settings };
}
