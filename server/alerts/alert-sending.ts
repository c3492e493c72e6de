import { PUSH_CHANNEL } from '../../contract/shapes/alert.ts';
import type { PushMessage } from '../../contract/shapes/push.ts';
import type { Clock } from '../clock.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { findChannel, type StoredChannel } from '../store/alert-channels.ts';
import type { StoredDelivery } from '../store/alert-deliveries.ts';
import type { Database, Tx } from '../store/database.ts';
import { openSecrets } from './channels/channel-secrets.ts';
import { sendEmail } from './channels/email.ts';
import type { TargetGuard } from './channels/target-guard.ts';
import { sendWebhook } from './channels/webhook.ts';
import type { ChannelDescription } from './delivery-records.ts';
import { sharedAlert } from './incident-alerts.ts';
import type { AlertSender, Outcome, OutgoingAlert, SendPush } from './outgoing.ts';

interface AlertSendingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly sendPush: SendPush;
  readonly secrets: SecretBox;
  readonly guard: TargetGuard;
  readonly sender: AlertSender;
}

type Waiting = StoredDelivery<OutgoingAlert>;

const UNREADABLE = 'The secrets of this channel cannot be read: enter them again.';

/** Sends alerts by whatever channel they are for. */
export function createAlertSending(deps: AlertSendingDeps) {
  const { db, sendPush, secrets: box } = deps;

  async function sendBy(
    channel: StoredChannel,
    alert: OutgoingAlert,
    { delivery, signal }: { delivery: string; signal: AbortSignal },
  ): Promise<Outcome> {
    const secrets = channel.secret === null ? {} : openSecrets(box, channel.id, channel.secret);
    if (secrets === undefined) return { state: 'failed', error: UNREADABLE };
    if (channel.kind === 'email') {
      const { settings } = channel;
      const { password } = secrets;
      return sendEmail(deps, { settings, password, alert, delivery }, signal);
    }
    const { template } = channel.settings;
    return sendWebhook(deps, { template, secrets, alert, delivery }, signal);
  }

  return {
    sendBy,
    async send(
      deliveries: readonly [Waiting, ...Waiting[]],
      options: { readonly isLast: boolean; readonly signal: AbortSignal },
    ): Promise<Outcome> {
      const [first] = deliveries;
      const alerts = deliveries.map(({ message }) => message);
      const alert = alerts.length > 1 ? sharedAlert(first.message, alerts) : first.message;
      if (first.channel === PUSH_CHANNEL)
        return sendPush(first.target, pushMessageOf(alert), options);
      const channel = await findChannel(db, first.channel);
      if (channel === undefined) return { state: 'gone' };
      return sendBy(channel, alert, { delivery: String(first.id), signal: options.signal });
    },
    /** Programs get each incident by itself. */
    async shares(id: string): Promise<boolean> {
      const channel = id === PUSH_CHANNEL ? undefined : await findChannel(db, id);
      if (channel?.kind !== 'webhook') return true;
      return !['json', 'pagerduty'].includes(channel.settings.template);
    },
    async isEnabled(id: string): Promise<boolean> {
      return id === PUSH_CHANNEL || (await findChannel(db, id))?.enabled === true;
    },
    async describe(tx: Tx, id: string): Promise<ChannelDescription> {
      if (id === PUSH_CHANNEL) return { kind: 'push', name: PUSH_NAME };
      return (await findChannel(tx, id)) ?? { kind: 'webhook', name: id };
    },
  };
}

export const PUSH_NAME = 'Web push';

function pushMessageOf(alert: OutgoingAlert): PushMessage {
  const { kind, title, text, tag, url, at, step, incident } = alert;
  const message = { kind, title, text, tag, url, at };
  if (incident === null || step === 'recovered') return message;
  return { ...message, incident: incident.id };
}
