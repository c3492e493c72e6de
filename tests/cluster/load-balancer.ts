import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * A load balancer as operators have it: each request goes to the next server of the list that accepts a connection and says
 * that it is ready, whoever sent it (no sticky sessions); a websocket stays where it was opened.
 */
export interface LoadBalancer {
  readonly url: string;
  readonly port: number;
  /** Ports on this machine; may be changed at any time. */
  targets: readonly number[];
  /** Sends what it answers for to that port first, so that a test need not wait for chance to mix two builds. */
  prefer: ((path: string) => number | undefined) | undefined;
  /** Requests and websockets by the target's port. */
  readonly counts: Map<number, number>;
  close(): Promise<void>;
}

const READY_PATH = '/readyz';
const CHECK_EVERY_MS = 250;
/** A target that neither accepts nor refuses counts as away. */
const CONNECT_MS = 1000;

/** @param port to listen at; any free one by default */
export async function startLoadBalancer(
  targets: readonly number[] = [],
  port = 0,
): Promise<LoadBalancer> {
  const counts = new Map<number, number>();
  const notReady = new Set<number>();
  const open = new Set<Duplex>();
  const balancer: Pick<LoadBalancer, 'targets' | 'prefer' | 'counts'> = {
    targets,
    prefer: undefined,
    counts,
  };
  let turn = 0;

  /** @returns the targets in the order in which they are tried: who is not ready is a last resort */
  function candidates(path: string): number[] {
    const { targets: all, prefer } = balancer;
    const preferred = prefer?.(path);
    turn += 1;
    const rotated = all.map((_, i) => all[(turn + i) % all.length] ?? 0);
    const inOrder = [
      ...rotated.filter((one) => !notReady.has(one)),
      ...rotated.filter((one) => notReady.has(one)),
    ];
    return preferred === undefined ? inOrder : [preferred, ...inOrder];
  }

  async function reach(path = ''): Promise<{ socket: Socket; target: number } | undefined> {
    for (const target of candidates(path)) {
      const socket = await connectTo(target);
      if (socket === undefined) continue;
      counts.set(target, (counts.get(target) ?? 0) + 1);
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      return { socket, target };
    }
    return undefined;
  }

  async function forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const reached = await reach(incoming.url);
    if (reached === undefined) {
      // Nobody is there: as a server that is gone. Others answer 502, which a console takes for the same.
      answer.destroy();
      return;
    }
    const { method, url: path, headers } = incoming;
    const options = { method, path, headers, createConnection: () => reached.socket };
    const onward = request(options, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.pipe(answer);
      reply.on('error', () => answer.destroy());
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    incoming.pipe(onward);
  }

  async function upgrade(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy());
    const reached = await reach(incoming.url);
    if (reached === undefined) {
      client.destroy();
      return;
    }
    const { socket } = reached;
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
    for (let i = 0; i < incoming.rawHeaders.length; i += 2)
      lines.push(`${incoming.rawHeaders[i]}: ${incoming.rawHeaders[i + 1]}`);
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    socket.write(head);
    socket.pipe(client).pipe(socket);
    socket.on('close', () => client.destroy());
    client.on('close', () => socket.destroy());
  }

  const checking = setInterval(() => {
    for (const target of balancer.targets)
      void isReady(target).then((ready) => {
        if (ready) notReady.delete(target);
        else notReady.add(target);
      });
  }, CHECK_EVERY_MS);

  const server = createServer((incoming, answer) => void forward(incoming, answer));
  server.on('upgrade', (incoming, socket, head) => void upgrade(incoming, socket, head));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: bound } = server.address() as AddressInfo;
  return Object.assign(balancer, {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    close: () =>
      new Promise<void>((resolve) => {
        clearInterval(checking);
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function connectTo(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const giveUp = setTimeout(() => socket.destroy(), CONNECT_MS);
    socket.on('error', () => undefined);
    socket.once('connect', () => {
      clearTimeout(giveUp);
      resolve(socket);
    });
    socket.once('close', () => {
      clearTimeout(giveUp);
      resolve(undefined);
    });
  });
}

/** A server without that path is ready when it answers at all. */
async function isReady(port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(CONNECT_MS);
    return (await fetch(`http://127.0.0.1:${port}${READY_PATH}`, { signal })).status !== 503;
  } catch {
    return false;
  }
}
