import { DUTY_CHANNEL, PUSH_CHANNEL } from '../../contract/channels.ts';
import { keyOf } from '../../contract/paths.ts';
import type { PushMessage } from '../../contract/shapes/push.ts';
import type { Commits } from '../database/journal.ts';
import type { NodeBase } from '../feature.ts';
import type { AddressPolicy } from '../outgoing/addresses.ts';
import type { Outcome, SendPush } from '../push/send-push.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { openSecrets, UNREADABLE_SECRETS } from './channels/channel-secrets.ts';
import { sendEmail } from './channels/email.ts';
import { sendWebhook } from './channels/webhook.ts';
import { sharedAlert } from './incident-alerts.ts';
import { type AlertSender, errorText, type OutgoingAlert } from './outgoing.ts';
import type { AlertChannel, StoredChannel } from './rows/channels.ts';
import type { WaitingDelivery } from './rows/deliveries.ts';
import { listTexts, noteTextFailure } from './rows/texts.ts';

interface AlertSendingDeps extends Pick<NodeBase, 'db' | 'clock'> {
  /** Of calls, or of a term. */
  readonly journal: Commits;
  readonly sendPush: SendPush;
  readonly secrets: SecretBox;
  readonly guard: AddressPolicy;
  readonly sender: AlertSender;
}

export interface SendOptions {
  /** There is no further attempt. */
  readonly isLast: boolean;
  readonly signal: AbortSignal;
}

/** Sends alerts by whatever channel they are for. */
export function createAlertSending(deps: AlertSendingDeps) {
  const { journal } = deps;

  async function sendBy(
    channel: StoredChannel,
    alert: OutgoingAlert,
    { delivery, signal }: { delivery: string; signal: AbortSignal },
  ): Promise<Outcome> {
    const secrets = openSecrets(deps.secrets, channel);
    if (secrets === undefined) return { state: 'failed', error: UNREADABLE_SECRETS };
    if (channel.kind === 'email') {
      const { settings } = channel;
      const { password } = secrets;
      return sendEmail(deps, { settings, password, alert, delivery }, signal);
    }
    const { settings } = channel;
    return sendWebhook(deps, { settings, secrets, alert, delivery }, signal);
  }

  async function inOwnTexts(channel: string, alert: OutgoingAlert): Promise<OutgoingAlert> {
    const id = channel === DUTY_CHANNEL ? PUSH_CHANNEL : channel;
    const texts = (await listTexts(deps.db)).get(id);
    if (texts === undefined) return alert;
    try {
      const { renderTexts } = await import('./texts.ts');
      return renderTexts(texts, alert, deps.sender);
    } catch (error) {
      await journal.commit(async (tx, emit) => {
        await noteTextFailure(tx, id, deps.clock.now(), errorText((error as Error).message));
        emit(keyOf('alertChannels'), 'patch', { id, texts: (await listTexts(tx)).get(id) });
      });
      return alert;
    }
  }

  return {
    sendBy,
    /** Sends them as one message, in the channel's own texts where it has some. */
    async send(
      channel: AlertChannel,
      deliveries: readonly [WaitingDelivery, ...WaitingDelivery[]],
      options: SendOptions,
    ): Promise<Outcome> {
      const [first] = deliveries;
      const alerts = deliveries.map(({ message }) => message);
      const alert =
        alerts.length > 1
          ? sharedAlert(first.message, alerts)
          : await inOwnTexts(channel.id, first.message);
      if (channel.kind === 'push')
        return deps.sendPush(first.target, pushMessageOf(alert), { ...options, journal });
      return sendBy(channel, alert, { delivery: String(first.id), signal: options.signal });
    },
  };
}

/** @returns whether several alerts may be one message there. Programs get each incident by itself */
export const takesShared = (channel: AlertChannel): boolean =>
  channel.kind !== 'webhook' || !['json', 'pagerduty'].includes(channel.settings.template);

function pushMessageOf(alert: OutgoingAlert): PushMessage {
  const { kind, title, text, tag, url, at, step, incident, offer, arrival } = alert;
  const message = { kind, title, text, tag, url, at };
  if (arrival !== undefined) return { ...message, arrival };
  if (offer !== undefined) return { ...message, incident: offer.id };
  if (incident === null || step === 'recovered') return message;
  return { ...message, incident: incident.id };
}
