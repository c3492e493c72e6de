import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Claims } from '../database/claims.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Topic } from '../database/pubsub.ts';
import type { NodeBase } from '../feature.ts';
import type { Hub } from '../live/hub.ts';

/** The sockets of displays, wherever they are. */
export type DisplayReach = ReturnType<typeof createDisplayReach>;

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

interface DisplayReachDeps extends Pick<NodeBase, 'db' | 'pubsub'> {
  readonly hub: Pick<Hub, 'hasSession' | 'sendToSession'>;
  readonly claims: Claims;
  /** Called with errors of messages that nobody waits for. */
  readonly onError: (error: unknown) => void;
}

/** A display is connected to one of the instances, and whoever gives it an order may ask another. */
export function createDisplayReach({ hub, claims, pubsub, db, onError }: DisplayReachDeps) {
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
    const received = new Promise<boolean>((resolve) => {
      waiting.set(id, () => resolve(true));
      setTimeout(resolve, ANSWER_MS, false).unref();
    });
    try {
      await pubsub.publish(ORDERS, { id, session, message: { ...message } });
      return await received;
    } finally {
      waiting.delete(id);
    }
  }

  return {
    /** @returns whether a display with this session is connected */
    async connected(from: Database) {
      const elsewhere = await claims.keysOf(from, 'display');
      return (session: string) => hub.hasSession(session) || elsewhere.has(session);
    },
    /** A socket of this session joined or left here. It counts with the transaction. */
    async changed(tx: Tx, session: string): Promise<void> {
      const claim = { id: `${self} ${session}`, kind: 'display', key: session } as const;
      const isHere = () => hub.hasSession(session);
      await (isHere() ? claims.hold(tx, claim, isHere) : claims.release(claim.id, tx));
    },
    /** @returns whether a socket of the session received it */
    send: async (session: string, message: object) =>
      hub.sendToSession(session, message) || sendElsewhere(session, message),
    /** Called when displays are gone together with another instance. @returns unsubscribe */
    onLost: (listener: () => void) =>
      claims.onExpired((kinds) => {
        if (kinds.includes('display')) listener();
      }),
    close(): void {
      stopOrders();
      stopReceived();
    },
  };
}
