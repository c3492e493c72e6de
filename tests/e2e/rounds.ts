import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Connection } from '../../contract/shapes/mesh.ts';
import type { Operator } from './operator.ts';
import type { Product } from './running-product.ts';

/** Watches the probe rounds of a node with one peer, by its live messages. */
interface Rounds {
  /** @returns how many rounds it takes until the peer has this status */
  until(status: string): Promise<number>;
  /** Resolves with the next round. */
  next(): Promise<void>;
  close(): void;
}

export async function watchRounds(product: Product, operator: Operator): Promise<Rounds> {
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/ws`, {
    headers: { cookie: operator.cookie, origin: product.url },
  });
  const waiting = new Set<(status: string) => void>();
  socket.on('message', (text) => {
    const { key, data } = JSON.parse(String(text)) as { key?: string[]; data?: Connection[] };
    if (key?.join('/') !== 'api/mesh/connections') return;
    for (const receive of waiting) receive(data?.[0]?.status ?? '');
  });
  await new Promise((open) => socket.once('open', open));

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
    until: (wanted) => hearUntil((status) => status === wanted),
    next: () => hearUntil(() => true).then(() => undefined),
    close: () => socket.close(),
  };
}

const ASK_EVERY_MS = 50;

/** Asks until the answer is the wanted one; the test's own time limit ends what never comes. */
export async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    await delay(ASK_EVERY_MS);
  }
}
