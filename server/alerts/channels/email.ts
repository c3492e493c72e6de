import type { Clock } from '../../base/clock.ts';
import type { AddressPolicy } from '../../outgoing/addresses.ts';
import { sendMail } from '../../outgoing/smtp.ts';
import type { Outcome } from '../../push/send-push.ts';
import {
  type AlertedIncident,
  type AlertSender,
  errorText,
  type OutgoingAlert,
} from '../outgoing.ts';
import type { EmailSettings } from '../rows/channels.ts';
import { ForbiddenTargetError } from './target-guard.ts';

export interface EmailDeps {
  readonly guard: AddressPolicy;
  readonly clock: Clock;
  readonly sender: AlertSender;
}

interface EmailAlert {
  readonly settings: EmailSettings;
  readonly password: string | undefined;
  readonly alert: OutgoingAlert;
  /** Id of the delivery: the same in every attempt, so that the mail server knows a repeated one. */
  readonly delivery: string;
}

/** Sends one message over a connection of its own. */
export async function sendEmail(
  { guard, clock, sender }: EmailDeps,
  { settings, password, alert, delivery }: EmailAlert,
  signal: AbortSignal,
): Promise<Outcome> {
  const { host, from, to } = settings;
  const mail = {
    from: { name: sender.product, address: from },
    to: [...to],
    subject: alert.title,
    text: bodyOf(alert, sender),
    messageId: `<delivery-${delivery}@${sender.node.domain}>`,
    ...threadOf(alert, sender),
    // By which people sort their mail (RFC 2919).
    headers: { 'Auto-Submitted': 'auto-generated', 'List-Id': `<alerts.${sender.node.domain}>` },
  };
  const server = { ...settings, password, name: sender.node.domain };
  try {
    const rejected = await sendMail(server, mail, { policy: guard, clock, signal });
    if (rejected.length === 0) return { state: 'sent' };
    return { state: 'sent', error: errorText(`${host} refused ${rejected.join(', ')}.`) };
  } catch (error) {
    return outcomeOf(host, error);
  }
}

/** All mails about an incident are one conversation. */
function threadOf({ incident }: OutgoingAlert, { node }: AlertSender) {
  if (incident === null) return {};
  const thread = `<incident-${incident.id}@${node.domain}>`;
  return { inReplyTo: thread, references: [thread] };
}

/** An incident by people may affect none, or several, which have no one domain. */
const platformLines = ({ name, domain }: AlertedIncident['platform']): string[] => {
  if (name === '') return [];
  return [`Platform: ${name}${domain === '' ? '' : ` (${domain})`}`];
};

/** Plain text: nothing in it can be a link or a picture of somebody else. */
function bodyOf(
  { incident, text, url, at }: OutgoingAlert,
  { product, node, origin }: AlertSender,
) {
  const utc = (time: number) =>
    `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const facts =
    incident === null
      ? [`Time: ${utc(at)}`]
      : [
          ...platformLines(incident.platform),
          `Began: ${utc(incident.startedAt)}`,
          ...(incident.endedAt === null ? [] : [`Ended: ${utc(incident.endedAt)}`]),
          ...(incident.cause === null ? [] : [`Cause: ${incident.cause}`]),
        ];
  return [
    text,
    '',
    ...facts,
    '',
    origin + url,
    '',
    `-- `,
    `${product === node.name ? '' : `${product} `}${node.name}, ${node.domain}`,
    '',
  ].join('\n');
}

/** A code from 500 on is the server's last word (RFC 5321 section 4.2.1); anything else may pass. */
function outcomeOf(host: string, error: unknown): Outcome {
  if (error instanceof ForbiddenTargetError) return { state: 'failed', error: error.message };
  const { message = String(error), responseCode = 0, code = '' } = error as Partial<SmtpError>;
  const text = errorText(`${host}: ${message}`);
  const isFinal = responseCode >= 500 || code === 'EAUTH';
  return isFinal ? { state: 'failed', error: text } : { state: 'later', error: text };
}

interface SmtpError extends Error {
  readonly responseCode: number;
  readonly code: string;
}
