import { connect, createServer, type Socket } from 'node:net';

/** A TCP link in front of a server, which can be cut or slowed down. */
export interface FaultyLink {
  readonly endpoint: string;
  /** No connection is accepted, and the open ones break. */
  cut(): void;
  /** Breaks the next connection that sends so many bytes, in the middle of them. */
  cutAfter(bytes: number): void;
  /** Every piece of an answer is this late. */
  delay(ms: number): void;
  repair(): void;
  close(): Promise<void>;
}

export async function startFaultyLink(target: string): Promise<FaultyLink> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  let cutAt = Number.POSITIVE_INFINITY;
  let delayMs = 0;

  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    let sent = 0;
    client.on('data', (chunk) => {
      sent += chunk.length;
      if (sent < cutAt) return upstream.write(chunk);
      cutAt = Number.POSITIVE_INFINITY;
      return end();
    });
    upstream.on('data', (chunk) => {
      if (delayMs === 0) client.write(chunk);
      else setTimeout(() => client.writable && client.write(chunk), delayMs);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    endpoint: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    cut() {
      isCut = true;
      breakAll();
    },
    cutAfter(bytes) {
      cutAt = bytes;
    },
    delay(ms) {
      delayMs = ms;
    },
    repair() {
      isCut = false;
      cutAt = Number.POSITIVE_INFINITY;
      delayMs = 0;
    },
    async close() {
      breakAll();
      await new Promise((done) => server.close(done));
    },
  };
}
