import * as z from 'zod/mini';
import { createListeners } from '../base/listeners.ts';

/**
 * Messages between the instances of one database: what has to arrive at once and is not worth a row. They are lost with a
 * lost connection, so nothing may depend on one alone: `onGap` says when to look at the database instead.
 */
export interface PubSub {
  /** Sends to every instance, this one included. Call it after the transaction that it is about. */
  publish<T>(topic: Topic<T>, message: T): Promise<void>;
  /** @returns unsubscribe. The listener must not throw. A message of another shape, of another release, is dropped. */
  subscribe<T>(topic: Topic<T>, listener: (message: T) => void): () => void;
  /** Called when messages may have been lost. @returns unsubscribe */
  onGap(listener: () => void): () => void;
}

/** A kind of message, whose JSON has at most `MESSAGE_MAX_BYTES`. */
export interface Topic<T> {
  readonly name: string;
  readonly schema: z.ZodMiniType<T>;
}

/** PostgreSQL takes less than 8,000 bytes for each notification. */
export const MESSAGE_MAX_BYTES = 7500;

/** For a database with one instance: what is published arrives here, before `publish` resolves. */
export function createLocalPubSub(): PubSub {
  const { deliver, subscribe } = createSubscriptions();
  return {
    async publish({ name, schema }, message) {
      deliver(name, z.parse(schema, message));
    },
    subscribe,
    // Nothing is lost within one process.
    onGap: () => () => undefined,
  };
}

/** Who listens to which topic in this process. */
export function createSubscriptions() {
  const messages = createListeners<[topic: string | undefined, message: unknown]>();
  const subscribe: PubSub['subscribe'] = ({ name, schema }, listener) =>
    messages.add((topic, message) => {
      if (topic !== name) return;
      const result = z.safeParse(schema, message);
      if (result.success) listener(result.data);
    });
  return { deliver: messages.tell, subscribe };
}
