import { randomUUID } from 'node:crypto';
import { type ChannelKind, PUSH_CHANNEL } from '../../contract/channels.ts';
import { keyOf } from '../../contract/paths.ts';
import type { Delivery } from '../../contract/shapes/alert.ts';
import type { NodeBase } from '../feature.ts';
import { listSubscribers } from '../push/rows.ts';
import type { Outcome, SendPush } from '../push/send-push.ts';
import type { createAlertSending } from './alert-sending.ts';
import type { OutgoingAlert } from './outgoing.ts';
import { findChannel } from './rows/channels.ts';
import { insertSentDelivery } from './rows/deliveries.ts';

interface AlertTestsDeps extends Pick<NodeBase, 'db' | 'journal' | 'clock'> {
  readonly sendPush: SendPush;
  readonly sending: Pick<ReturnType<typeof createAlertSending>, 'sendBy'>;
  readonly onEnd: (kind: ChannelKind, state: 'sent' | 'failed', count: number) => void;
}

const GONE = 'The push service no longer knows this device.';

/** @returns sends a test at once, also by a channel that is switched off, and stores what became of it */
export function createAlertTests(deps: AlertTestsDeps) {
  const { db, journal, clock, sendPush, sending, onEnd } = deps;

  async function store(about: TestedTarget, outcome: Outcome): Promise<Delivery> {
    const { kind, channel, target, key, message } = about;
    const state = outcome.state === 'sent' ? 'sent' : 'failed';
    const error = outcome.state === 'gone' ? GONE : (outcome.error ?? null);
    onEnd(kind, state, 1);
    return journal.commit(async (tx, emit) => {
      const delivery = { dedupeKey: `test:${key}`, channel, target, incident: null, message };
      const stored = await insertSentDelivery(tx, delivery, { at: clock.now(), error }, state);
      emit(keyOf('alertDeliveries'), 'prepend', [stored]);
      const lastError = error === null ? {} : { lastError: { at: stored.at, text: error } };
      emit(keyOf('alertChannels'), 'patch', { id: channel, lastDelivery: stored, ...lastError });
      return stored;
    });
  }

  async function testDevices(account: string, signal: AbortSignal): Promise<Delivery | 'nobody'> {
    const devices = await listSubscribers(db, clock.now());
    let worst: Delivery | undefined;
    for (const { endpoint: target, accountId } of devices) {
      if (accountId !== account) continue;
      const key = randomUUID();
      const message = testAlert('this device', clock.now());
      const { title, text, tag, url, at } = message;
      const push = { kind: 'test', title, text, tag, url, at, id: key } as const;
      const outcome = await sendPush(target, push, { isLast: false, signal, journal });
      const about = { kind: 'push', channel: PUSH_CHANNEL, target, key, message } as const;
      const delivery = await store(about, outcome);
      if (worst?.state !== 'failed') worst = delivery;
    }
    return worst ?? 'nobody';
  }

  /** @returns nobody: the account has no device; undefined: there is no such channel */
  return async (
    id: string,
    account: string,
    signal: AbortSignal,
  ): Promise<Delivery | 'nobody' | undefined> => {
    if (id === PUSH_CHANNEL) return testDevices(account, signal);
    const channel = await findChannel(db, id);
    if (channel === undefined) return undefined;
    const key = randomUUID();
    const message = testAlert(channel.name, clock.now());
    const outcome = await sending.sendBy(channel, message, { delivery: key, signal });
    return store({ kind: channel.kind, channel: id, target: '', key, message }, outcome);
  };
}

interface TestedTarget {
  readonly kind: ChannelKind;
  readonly channel: string;
  readonly target: string;
  readonly key: string;
  readonly message: OutgoingAlert;
}

const testAlert = (name: string, at: number): OutgoingAlert => ({
  kind: 'test',
  step: 'test',
  decision: null,
  severity: 'success',
  title: 'Test',
  text: `Alerts reach ${name}.`,
  tag: 'test',
  url: '/alerts',
  at,
  incident: null,
});
