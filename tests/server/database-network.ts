import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** What the network between an instance and its database does. */
export type NetworkState = 'works' | 'silent' | 'refuses';

/** The way to a database, for a test that breaks it. */
export interface DatabaseNetwork {
  /** The database's address by this way. */
  readonly url: string;
  become(state: NetworkState): void;
  /** Cuts the connection whose next transaction has a statement with this text, after its commit is stored and before the answer. */
  loseCommitOf(text: string): void;
  close(): void;
}

/** @param url of the database; the caller closes it */
export async function startDatabaseNetwork(url: string): Promise<DatabaseNetwork> {
  const target = new URL(url);
  const open = new Set<Socket>();
  let state: NetworkState = 'works';
  let losing: string | undefined;
  const breakAll = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((near) => {
    if (state === 'refuses') {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    let loses: 'nothing' | 'commit' | 'answer' = 'nothing';
    function notice(piece: Buffer): void {
      if (losing !== undefined && piece.includes(losing)) {
        losing = undefined;
        loses = 'commit';
      }
      if (loses === 'commit' && piece.includes('commit')) loses = 'answer';
    }
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      // What a network that is silent swallows does not arrive later.
      socket.on('data', (piece) => {
        if (state !== 'works') return;
        if (socket === near) notice(piece);
        else if (loses === 'answer') {
          near.destroy();
          return;
        }
        other.write(piece);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.port = String((server.address() as { port: number }).port);
  return {
    url: through.href,
    become(next) {
      state = next;
      if (next === 'refuses') breakAll();
    },
    loseCommitOf(text) {
      losing = text;
    },
    close() {
      breakAll();
      server.close();
    },
  };
}
