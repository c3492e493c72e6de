import { isIP } from 'node:net';
import type { SendMailOptions } from 'nodemailer';
import { type Clock, within } from '../base/clock.ts';
import { withoutBrackets } from '../config/targets.ts';
import type { AddressPolicy } from './addresses.ts';
import { openSocket, untilOver, type Waiting } from './connect.ts';
import { TransportError } from './no-answer.ts';
import { createTiming } from './timing.ts';

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls' | 'none';
  /** Empty: nobody signs in. */
  readonly username: string;
  readonly password: string | undefined;
  /** Of this node, as it says it to the server. */
  readonly name: string;
}

interface SmtpOptions {
  readonly policy: AddressPolicy;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Of the whole delivery. */
  readonly limitMs?: number;
}

const DELIVERY_MS = 60_000;
/** Of silence, which is over long before the whole. */
const CONNECT_MS = 10_000;
const ANSWER_MS = 20_000;
const TOO_LATE = new TransportError('too-late');

/**
 * Sends one message over a connection of its own. Certificates are always verified.
 *
 * @returns who was refused, while others got it
 * @throws TransportError, or nodemailer's error with the server's `responseCode`
 */
export function sendMail(
  server: SmtpServer,
  message: SendMailOptions,
  { policy, clock, signal, limitMs = DELIVERY_MS }: SmtpOptions,
): Promise<string[]> {
  const limit = { ms: limitMs, reason: TOO_LATE, signal };
  return within(clock, limit, async (signal) => {
    const waiting = { signal, timing: createTiming(clock.elapsed) };
    const transport = await openTransport(server, policy, waiting);
    try {
      const { rejected } = await untilOver(transport.sendMail(message), waiting);
      return rejected.map(String);
    } finally {
      transport.close();
    }
  });
}

async function openTransport(
  { host, port, security, username, password, name }: SmtpServer,
  policy: AddressPolicy,
  waiting: Waiting,
) {
  const plain = withoutBrackets(host);
  // Loaded with the first message: a server without such a channel does not need it.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host: plain,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    name,
    ...(username !== '' && { auth: { user: username, pass: password ?? '' } }),
    ...(isIP(plain) === 0 && { tls: { servername: plain } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Opened here, so that the address that is judged is the one that is connected to.
    getSocket(_options: unknown, done: (error: Error | null, opened?: object) => void) {
      openSocket({ host, port, tls: 'none' }, { policy }, waiting).then(
        (connection) => {
          waiting.timing.enter('end');
          waiting.signal.addEventListener('abort', () => connection.destroy(), { once: true });
          done(null, { connection });
        },
        (error: Error) => done(error),
      );
    },
  });
}
