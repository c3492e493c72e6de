import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A local mail server, which keeps what it is sent. */
export interface MailServer {
  readonly port: number;
  /** The raw messages, oldest first. */
  readonly received: readonly string[];
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'));
        done();
      });
    },
  });
  // Of a connection whose client was killed.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise((resolve) => void server.close(resolve)),
  };
}

/** One request of a webhook. */
interface Hook {
  readonly body: string;
  readonly delivery: string;
  /** Its signature was made with the key. */
  readonly isSigned: boolean;
}

/** What a webhook calls. It can be made to fail. */
export interface HookServer {
  readonly url: string;
  /** Oldest first; only those that were answered well. */
  readonly received: readonly Hook[];
  /** How many requests came in all. */
  asked(): number;
  /** From now on it answers with this status. */
  answer(status: number): void;
  close(): Promise<void>;
}

export async function startHookServer(signingKey: string): Promise<HookServer> {
  const received: Hook[] = [];
  let status = 200;
  let asked = 0;
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    asked += 1;
    if (status < 300) {
      const { 'webhook-id': delivery, 'webhook-timestamp': time } = request.headers;
      const expected = createHmac('sha256', Buffer.from(signingKey.replace('whsec_', ''), 'base64'))
        .update(`${delivery}.${time}.${body}`)
        .digest('base64');
      const isSigned = request.headers['webhook-signature'] === `v1,${expected}`;
      received.push({ body, delivery: String(delivery), isSigned });
    }
    reply.writeHead(status).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    asked: () => asked,
    answer(next) {
      status = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
