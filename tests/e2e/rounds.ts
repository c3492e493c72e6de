import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Connection } from '../../contract/shapes/mesh.ts';
import type { Operator } from './operator.ts';
import type { Product } from './running-product.ts';

/**
 * Watches the probe rounds of a node with one peer, by its live messages: they say what a round has changed, so a
 * status that stays as it is may not be said again.
 */
interface Rounds {
  /** @returns how many rounds it takes until the peer has this status: none if it has */
  until(status: string): Promise<number>;
  /** Resolves with the next round. */
  next(): Promise<void>;
  close(): void;
}

export async function watchRounds(product: Product, operator: Operator): Promise<Rounds> {
  const socket = await openSocket(product, operator);
  const waiting = new Set<(status: string) => void>();
  let status = '';
  socket.on('message', (text) => {
    const { key, data } = JSON.parse(String(text)) as {
      key?: string[];
      data?: Partial<Connection>[];
    };
    if (key?.join('/') !== 'api/mesh/connections') return;
    status = data?.[0]?.status ?? status;
    for (const receive of waiting) receive(status);
  });
  const [peer] = await operator.read<Connection[]>('/api/mesh/connections');
  status ||= peer?.status ?? '';

  const hearUntil = (done: (status: string) => boolean) =>
    new Promise<number>((resolve) => {
      let count = 0;
      const receive = (status: string) => {
        count += 1;
        if (!done(status)) return;
        waiting.delete(receive);
        resolve(count);
      };
      waiting.add(receive);
    });

  return {
    until: async (wanted) => (status === wanted ? 0 : hearUntil((heard) => heard === wanted)),
    next: () => hearUntil(() => true).then(() => undefined),
    close: () => socket.close(),
  };
}

const ASK_EVERY_MS = 50;

/** A server that is busy, as it may be just after its start, refuses sockets for a moment. */
async function openSocket({ url }: Product, { cookie }: Operator): Promise<WebSocket> {
  for (;;) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
      headers: { cookie, origin: url },
    });
    const opened = new Promise((open) => {
      socket.once('open', () => open(true));
      socket.once('error', () => open(false));
    });
    if (await opened) return socket;
    await delay(ASK_EVERY_MS);
  }
}

/** Asks until the answer is the wanted one; the test's own time limit ends what never comes. */
export async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    await delay(ASK_EVERY_MS);
  }
}
