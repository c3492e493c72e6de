import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import { createSubscriptions, MESSAGE_MAX_BYTES, type PubSub } from '../pubsub.ts';
import type { Channel, Listener } from './listener.ts';

const CHANNEL: Channel = 'meridian_messages';
const EnvelopeSchema = z.object({ topic: z.string(), message: z.unknown() });

/** Messages between instances by NOTIFY. What is published arrives here too, as everywhere, by the listening connection. */
export function createNotifyPubSub(
  db: Database,
  listener: Pick<Listener, 'onNotification' | 'onGap'>,
): PubSub {
  const { deliver, subscribe } = createSubscriptions();
  listener.onNotification(CHANNEL, (payload) => {
    const envelope = parse(payload);
    deliver(envelope?.topic, envelope?.message);
  });
  return { publish: publishBy(db), subscribe, onGap: listener.onGap };
}

/** Publishes without receiving anything, as a short command does. */
export const publishBy =
  (db: Database): PubSub['publish'] =>
  async ({ name, schema }, message) => {
    const payload = JSON.stringify({ topic: name, message: z.parse(schema, message) });
    if (Buffer.byteLength(payload) > MESSAGE_MAX_BYTES)
      throw new Error(`a message of ${name} is longer than ${MESSAGE_MAX_BYTES} bytes`);
    await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db);
  };

/** @returns undefined for what no instance sends */
function parse(payload: string): z.infer<typeof EnvelopeSchema> | undefined {
  try {
    return z.parse(EnvelopeSchema, JSON.parse(payload));
  } catch {
    return undefined;
  }
}
