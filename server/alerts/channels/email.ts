import { connect, isIP, type Socket } from 'node:net';
import { withoutBrackets } from '../../config/targets.ts';
import type { Outcome } from '../../push/send-push.ts';
import { type AlertSender, errorText, type OutgoingAlert } from '../outgoing.ts';
import type { EmailSettings } from '../rows/channels.ts';
import { ForbiddenTargetError, type TargetGuard } from './target-guard.ts';

export interface EmailDeps {
  readonly guard: TargetGuard;
  readonly sender: AlertSender;
}

interface EmailAlert {
  readonly settings: EmailSettings;
  readonly password: string | undefined;
  readonly alert: OutgoingAlert;
  /** Id of the delivery: the same in every attempt, so that the mail server knows a repeated one. */
  readonly delivery: string;
}

const CONNECT_MS = 10_000;
const ANSWER_MS = 20_000;

/** Sends one message over a connection of its own. Certificates are always verified. */
export async function sendEmail(
  deps: EmailDeps,
  { settings, password, alert, delivery }: EmailAlert,
  signal: AbortSignal,
): Promise<Outcome> {
  const { host, port, security, username, from, to } = settings;
  const { guard, sender } = deps;
  const name = withoutBrackets(host);
  // Loaded with the first message: a server without such a channel does not need it.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host: name,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    name: sender.node.domain,
    ...(username !== '' && { auth: { user: username, pass: password ?? '' } }),
    ...(isIP(name) === 0 && { tls: { servername: name } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket(_options: unknown, done: (error: Error | null, opened?: object) => void) {
      openSocket(guard, { host: name, port }, signal).then(
        (connection) => done(null, { connection }),
        (error: Error) => done(error),
      );
    },
  });
  const abort = () => transport.close();
  signal.addEventListener('abort', abort);
  try {
    const sent = await transport.sendMail({
      from: { name: sender.product, address: from },
      to: [...to],
      subject: alert.title,
      text: bodyOf(alert, sender),
      messageId: `<delivery-${delivery}@${sender.node.domain}>`,
      ...threadOf(alert, sender),
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    if (sent.rejected.length === 0) return { state: 'sent' };
    return { state: 'sent', error: errorText(`${host} refused ${sent.rejected.join(', ')}.`) };
  } catch (error) {
    return outcomeOf(host, error);
  } finally {
    signal.removeEventListener('abort', abort);
    transport.close();
  }
}

/** The socket is opened here, so that the address that is judged is the one that is connected to. */
function openSocket(
  guard: TargetGuard,
  { host, port }: { host: string; port: number },
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    guard.checkLiteral(host);
    const socket = connect({ host, port, lookup: guard.lookupFor(host), signal });
    const timer = setTimeout(() => socket.destroy(new Error('no connection')), CONNECT_MS);
    socket.once('close', () => clearTimeout(timer));
    socket.once('error', reject);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** All mails about an incident are one conversation. */
function threadOf({ incident }: OutgoingAlert, { node }: AlertSender) {
  if (incident === null) return {};
  const thread = `<incident-${incident.id}@${node.domain}>`;
  return { inReplyTo: thread, references: [thread] };
}

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
          `Platform: ${incident.platform.name} (${incident.platform.domain})`,
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
    `${product} ${node.name}, ${node.domain}`,
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
