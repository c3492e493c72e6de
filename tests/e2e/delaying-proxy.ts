import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A call that the proxy forwarded. */
interface Passed {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** A proxy that records the calls to a server and can delay them. */
export interface DelayingProxy {
  readonly address: string;
  readonly passed: Passed[];
  delayMs: number;
  /** The most requests that waited for an answer at the same time, since it was last set to 0. */
  mostAtOnce: number;
  close(): Promise<void>;
}

export async function startDelayingProxy(port: number): Promise<DelayingProxy> {
  const passed: Passed[] = [];
  const proxy = { passed, delayMs: 0, mostAtOnce: 0 };
  let waiting = 0;
  const server = createServer(async (incoming, answer) => {
    waiting += 1;
    proxy.mostAtOnce = Math.max(proxy.mostAtOnce, waiting);
    answer.once('close', () => {
      waiting -= 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { method, url: path = '/', headers } = incoming;
    passed.push({ path, headers: headers as Record<string, string>, body });
    await wait(proxy.delayMs);
    const onward = request({ host: '127.0.0.1', port, method, path, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    onward.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(proxy, {
    address,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
