import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A webhook on a loopback port. */
export interface WebhookReceiver {
  readonly url: string;
  /** Oldest first. */
  readonly received: ReceivedRequest[];
  /** How it answers from now on; 200 at first. Null: not at all. */
  answer(status: number | null, headers?: Record<string, string>, body?: string): void;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedRequest[] = [];
  let answer: { status: number | null; headers: Record<string, string>; body: string } = {
    status: 200,
    headers: {},
    body: 'ok',
  };
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    received.push({ path: request.url ?? '', headers: request.headers, body });
    if (answer.status !== null) reply.writeHead(answer.status, answer.headers).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer(status, headers = {}, body = 'ok') {
      answer = { status, headers, body };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
