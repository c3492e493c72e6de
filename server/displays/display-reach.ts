import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Hub } from '../live/hub.ts';
import type { Database, Tx } from '../store/database.ts';
import type { Claims } from '../store/postgres/claims.ts';
import type { PubSub, Topic } from '../store/pubsub.ts';

/** The sockets of displays, wherever they are. */
export interface DisplayReach {
  /** @returns whether a display with this session is connected */
  connected(from: Database | Tx): Promise<(session: string) => boolean>;
  /** A socket of this session joined or left here. It counts with the transaction. */
  changed(tx: Tx, session: string): Promise<void>;
  /** @returns whether a socket of the session received it */
  send(session: string, message: object): Promise<boolean>;
  /** Called when displays are gone together with another instance. @returns unsubscribe */
  onLost(listener: () => void): () => void;
  close(): void;
}

type Sockets = Pick<Hub, 'hasSession' | 'sendToSession'>;

/** For one instance. */
export const createOwnReach = (hub: Sockets): DisplayReach => ({
  connected: async () => hub.hasSession,
  changed: async () => undefined,
  send: async (session, message) => hub.sendToSession(session, message),
  onLost: () => () => undefined,
  close: () => undefined,
});

const ORDERS: Topic<{ id: string; session: string; message: Record<string, unknown> }> = {
  name: 'display-orders',
  schema: z.object({
    id: z.string(),
    session: z.string(),
    message: z.record(z.string(), z.unknown()),
  }),
};
const RECEIVED: Topic<{ id: string }> = {
  name: 'display-orders-received',
  schema: z.object({ id: z.string() }),
};
/** An instance that has the socket answers sooner. */
const ANSWER_MS = 1_500;

interface SharedReachDeps {
  readonly hub: Sockets;
  readonly claims: Claims;
  readonly pubsub: PubSub;
  readonly db: Database;
  /** Called with errors of messages that nobody waits for. */
  readonly onError: (error: unknown) => void;
}

/** For several instances: a display is connected to one of them, and whoever gives it an order may ask another. */
export function createSharedReach({
  hub,
  claims,
  pubsub,
  db,
  onError,
}: SharedReachDeps): DisplayReach {
  const self = randomUUID();
  /** Orders that wait to be received, by id. */
  const waiting = new Map<string, () => void>();
  const stopOrders = pubsub.subscribe(ORDERS, ({ id, session, message }) => {
    // Its own orders were sent to the sockets here at once.
    if (waiting.has(id) || !hub.sendToSession(session, message)) return;
    pubsub.publish(RECEIVED, { id }).catch(onError);
  });
  const stopReceived = pubsub.subscribe(RECEIVED, ({ id }) => waiting.get(id)?.());

  async function sendElsewhere(session: string, message: object): Promise<boolean> {
    if (!(await claims.keysOf(db, 'display')).has(session)) return false;
    const id = randomUUID();
    const tooLate = new AbortController();
    const received = new Promise<boolean>((resolve) => {
      waiting.set(id, () => resolve(true));
    });
    try {
      await pubsub.publish(ORDERS, { id, session, message: { ...message } });
      return await Promise.race([
        received,
        sleep(ANSWER_MS, false, { signal: tooLate.signal }).catch(() => false),
      ]);
    } finally {
      waiting.delete(id);
      tooLate.abort();
    }
  }

  return {
    async connected(from) {
      const elsewhere = await claims.keysOf(from, 'display');
      return (session) => hub.hasSession(session) || elsewhere.has(session);
    },
    async changed(tx, session) {
      const claim = { id: `${self} ${session}`, kind: 'display', key: session } as const;
      const isHere = () => hub.hasSession(session);
      await (isHere() ? claims.hold(tx, claim, isHere) : claims.release(claim.id, tx));
    },
    send: async (session, message) =>
      hub.sendToSession(session, message) || sendElsewhere(session, message),
    onLost: (listener) =>
      claims.onExpired((kinds) => {
        if (kinds.includes('display')) listener();
      }),
    close() {
      stopOrders();
      stopReceived();
    },
  };
}
