import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { selfSigned } from './self-signed.ts';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The whole message, headers first. */
  readonly text: string;
  readonly isSecure: boolean;
  readonly user: string | undefined;
}

/** A mail server on a loopback port. */
export interface MailServer {
  readonly port: number;
  /** Oldest first. */
  readonly received: readonly ReceivedMail[];
  /** Refuses messages with this code from now on; 0: takes them again. */
  refuse(code: number): void;
  close(): Promise<void>;
}

/** Takes any user whose password is `right`. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let refusal = 0;
  const server = new SMTPServer({
    ...selfSigned(),
    authOptional: true,
    disableReverseLookup: true,
    onAuth({ username = '', password }, _session, done) {
      if (password === 'right') return done(null, { user: username });
      done(new Error('Wrong password'));
    },
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('nobody@') ? new Error('No such person') : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusal !== 0)
          return done(Object.assign(new Error('Not now'), { responseCode: refusal }));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
          isSecure: session.secure,
          user: session.user,
        });
        done();
      });
    },
    ...options,
  });
  // A client that breaks off is no failure of the server.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    refuse(code) {
      refusal = code;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
