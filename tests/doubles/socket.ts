import type { OpenSocket } from '../../src/worker/connection/socket.ts';

/** One socket that the worker opened, with the server's end in the test's hand. */
export interface FakeSocket {
  readonly closedByWorker: () => boolean;
  accept(): void;
  say(message: unknown): void;
  sayText(text: string): void;
  close(code: number): void;
}

export interface FakeSockets {
  readonly openSocket: OpenSocket;
  readonly opened: readonly FakeSocket[];
  last(): FakeSocket;
  /** Sockets that neither end has closed. */
  alive(): number;
}

export function createFakeSockets(): FakeSockets {
  const opened: FakeSocket[] = [];
  let alive = 0;
  return {
    opened,
    last() {
      const last = opened.at(-1);
      if (last === undefined) throw new Error('no socket was opened');
      return last;
    },
    alive: () => alive,
    openSocket(events) {
      let isOver = false;
      let closedByWorker = false;
      alive += 1;
      const over = () => {
        if (!isOver) alive -= 1;
        isOver = true;
      };
      opened.push({
        closedByWorker: () => closedByWorker,
        accept: events.onOpen,
        say: (message) => events.onMessage(JSON.stringify(message)),
        sayText: events.onMessage,
        close(code) {
          over();
          events.onClose(code);
        },
      });
      return {
        close() {
          closedByWorker = true;
          over();
        },
      };
    },
  };
}
