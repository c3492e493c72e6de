import { randomUUID } from 'node:crypto';
import { PUSH_CHANNEL } from '../../contract/channels.ts';
import { keyOf } from '../../contract/paths.ts';
import type { ChannelPayload } from '../../contract/sent/alert.ts';
import type { AlertTexts, Channel, ChannelTexts } from '../../contract/shapes/alert.ts';
import { describeChanges } from '../audit/changes.ts';
import { type AuditEntry, recordAudit } from '../audit/rows/audit.ts';
import { httpError } from '../base/http-error.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import type { NodeBase } from '../feature.ts';
import { listSubscribers, type StoredSubscriber } from '../push/rows.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { withSecrets } from './channels/channel-secrets.ts';
import { channelsOf } from './due.ts';
import { dutyAt } from './duty.ts';
import {
  DUTY,
  deleteChannel,
  findChannel,
  listChannels,
  PUSH,
  type StoredChannel,
  saveChannel,
} from './rows/channels.ts';
import { newestByChannel } from './rows/deliveries.ts';
import { readRota } from './rows/rota.ts';
import { deleteRule, listRules, updateRule } from './rows/rules.ts';
import { listTexts, saveTexts } from './rows/texts.ts';

interface ChannelChangesDeps extends Pick<NodeBase, 'db' | 'journal' | 'now'> {
  readonly secrets: SecretBox;
}

const CHANNELS_MAX = 50;
const BUILT_IN: ChannelTexts = { title: '', text: '', failure: null };

/** Sets up the channels of alerts. What cannot be is thrown as an answer with a sentence. */
export function createChannelChanges({ db, journal, now, secrets }: ChannelChangesDeps) {
  async function announce(tx: Tx, emit: Emit, entry: Omit<AuditEntry, 'at'>): Promise<void> {
    await recordAudit(tx, { ...entry, at: now() });
    emit(keyOf('alertChannels'), 'replace', await channelList(tx, now()));
  }

  async function requireChannel(tx: Tx, id: string): Promise<StoredChannel> {
    if (id === PUSH_CHANNEL)
      throw httpError(409, 'Web push cannot be changed or removed; rules say when it is used.');
    const channel = await findChannel(tx, id);
    if (channel === undefined) throw noSuchChannel();
    return channel;
  }

  async function changePush(tx: Tx, emit: Emit, { texts }: { texts: AlertTexts }) {
    const old = (await listTexts(tx)).get(PUSH_CHANNEL);
    await saveTexts(tx, PUSH_CHANNEL, texts);
    const detail = describeChanges(titleAndText(old), texts);
    await announce(tx, emit, { action: 'alert-channel.changed', target: PUSH.name, detail });
    return { id: PUSH_CHANNEL };
  }

  /** @returns its id, and a new secret of a webhook, which is answered this once */
  async function save(tx: Tx, emit: Emit, payload: ChannelPayload, before?: StoredChannel) {
    const id = before?.id ?? randomUUID();
    const { texts, ...given } = ownTexts(payload);
    const { channel, made } = withSecrets(id, given, before, { box: secrets, at: now() });
    await saveChannel(tx, channel, now());
    const old = (await listTexts(tx)).get(id);
    if (texts) await saveTexts(tx, id, texts);
    const detail = describeChanges(
      before && { ...shownOf(before), ...(texts && titleAndText(old)) },
      { ...shownOf(channel), ...texts },
    );
    const change = made ? 'secret-changed' : 'changed';
    const action = `alert-channel.${before ? change : 'added'}` as const;
    await announce(tx, emit, { action, target: channel.name, detail });
    return { id, signingKey: made };
  }

  return {
    /** @returns web push first, then by name */
    list: (): Promise<Channel[]> => channelList(db, now()),
    add: (payload: ChannelPayload) =>
      journal.commit(async (tx, emit) => {
        if ((await listChannels(tx)).length >= CHANNELS_MAX)
          throw httpError(409, 'There are too many channels: remove one first.');
        return save(tx, emit, payload);
      }),
    change: (id: string, payload: ChannelPayload) =>
      journal.commit(async (tx, emit) => {
        if (id === PUSH_CHANNEL && payload.kind === 'push') return changePush(tx, emit, payload);
        return save(tx, emit, payload, await requireChannel(tx, id));
      }),
    /** Takes it out of all rules; a rule without another channel is deleted. @returns its name */
    remove: (id: string): Promise<string> =>
      journal.commit(async (tx, emit) => {
        const { name } = await requireChannel(tx, id);
        await deleteChannel(tx, id);
        await saveTexts(tx, id, titleAndText());
        await announce(tx, emit, { action: 'alert-channel.removed', target: name });
        await removeFromRules(tx, emit, id, now());
        return name;
      }),
  };
}

const titleAndText = ({ title, text }: AlertTexts = { title: '', text: '' }) => ({ title, text });

/** @returns what is set up of a channel, and its texts */
function ownTexts(payload: ChannelPayload) {
  if (payload.kind === 'push') throw httpError(409, 'There is one channel of web push.');
  const isJson = payload.kind === 'webhook' && payload.template === 'json';
  // Of JSON every receiver reads the fields: texts of before are gone.
  return isJson ? { ...payload, texts: titleAndText() } : payload;
}

export const noSuchChannel = () => httpError(404, 'There is no such channel.');

async function removeFromRules(tx: Tx, emit: Emit, channel: string, at: number): Promise<void> {
  for (const { id, ...rule } of await listRules(tx)) {
    const without = (channels: readonly string[]) => channels.filter((one) => one !== channel);
    if (channelsOf(rule).every((channels) => !channels.includes(channel))) continue;
    const left = (rule.steps ?? [])
      .map((step) => ({ ...step, channels: without(step.channels) }))
      .filter(({ channels }) => channels.length > 0);
    // The first step never has none: the next one takes its place.
    const own = without(rule.channels);
    const channels = own.length > 0 ? own : left.shift()?.channels;
    if (channels !== undefined) {
      await updateRule(tx, id, { ...rule, channels, ...(rule.steps && { steps: left }) });
      continue;
    }
    await deleteRule(tx, id);
    const detail = 'had no channel left';
    await recordAudit(tx, { action: 'alert-rule.removed', target: rule.name, detail, at });
  }
  emit(keyOf('alertRules'), 'replace', await listRules(tx));
}

async function channelList(db: Database, now: number): Promise<Channel[]> {
  const newest = await newestByChannel(db);
  const texts = await listTexts(db);
  const withDeliveries = <Shown extends { readonly id: string }>(channel: Shown) => {
    const { last = null, failed = null } = newest.get(channel.id) ?? {};
    const lastError = failed && { at: failed.triedAt ?? failed.at, text: failed.error ?? '' };
    const own = texts.get(channel.id) ?? BUILT_IN;
    return { ...channel, texts: own, lastDelivery: last, lastError };
  };
  const others = (await listChannels(db)).map(shownOf);
  const devices = (await listSubscribers(db, now)).filter(({ kinds }) => kinds.includes('down'));
  const push = { ...PUSH, target: 'All devices that subscribed', ...countOf(devices) };
  const { name: target, endpoints } = await dutyAt(db, now);
  const duty = {
    ...DUTY,
    target: target ?? 'Nobody who can be reached',
    ...countOf(devices.filter(({ endpoint }) => endpoints.includes(endpoint))),
  };
  const hasRota = (await readRota(db)).people.length > 0;
  return [push, ...(hasRota ? [duty] : []), ...others].map(withDeliveries);
}

const countOf = (devices: readonly StoredSubscriber[]) => ({
  devices: devices.length,
  ...(devices.length > 0 && { seenAt: Math.max(...devices.map((one) => one.confirmedAt)) }),
});

/** Without secrets. */
function shownOf({ id, kind, name, enabled, settings }: StoredChannel) {
  const target = kind === 'email' ? settings.to.join(', ') : settings.host;
  return { id, kind, name, enabled, target, ...settings };
}
