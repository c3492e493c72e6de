import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { PubSub, Topic } from '../../database/pubsub.ts';

/** What other instances have to know of sessions at once, and of the sessions of API tokens. */
const SessionMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ended'), ids: z.array(z.string()) }),
  z.object({ kind: z.literal('ended-all'), accountId: z.string() }),
  /** It is read again at its next use. */
  z.object({ kind: z.literal('changed'), id: z.string() }),
  /** Null: those of all accounts. */
  z.object({ kind: z.literal('refreshed'), accountId: z.nullable(z.string()) }),
  z.object({ kind: z.literal('token-ended'), id: z.string() }),
]);
type SessionMessage = z.infer<typeof SessionMessageSchema>;

/** Its shape stays: instances of two builds exchange it during an update. */
const SESSIONS: Topic<{ from: string; news: SessionMessage }> = {
  name: 'sessions',
  schema: z.object({ from: z.string(), news: SessionMessageSchema }),
};

/** Sends what changed here to the other instances, and receives from them. */
export type SessionExchange = ReturnType<typeof createSessionExchange>;

/** Ids of 64 characters that fit into one message. */
const IDS_MAX = 100;

export function createSessionExchange(pubsub: PubSub) {
  const from = randomUUID();

  return {
    /** Without a connection to the database nothing is sent: then what is cached elsewhere ages out. */
    publish: (message: SessionMessage) => publishSessionMessage(pubsub, message, from),
    /** Called with what others have sent. */
    subscribe(listener: (message: SessionMessage) => void): void {
      pubsub.subscribe(SESSIONS, ({ from: sender, news }) => {
        if (sender !== from) listener(news);
      });
    },
    /** Called when something may have been missed. */
    onGap: pubsub.onGap,
  };
}

/** @param from of the instance, which does not receive it */
export async function publishSessionMessage(
  { publish }: Pick<PubSub, 'publish'>,
  message: SessionMessage,
  from = '',
): Promise<void> {
  for (const part of partsOf(message))
    await publish(SESSIONS, { from, news: part }).catch(() => undefined);
}

function partsOf(message: SessionMessage): SessionMessage[] {
  if (message.kind !== 'ended') return [message];
  const count = Math.ceil(message.ids.length / IDS_MAX);
  return Array.from({ length: count }, (_, i) => ({
    ...message,
    ids: message.ids.slice(i * IDS_MAX, (i + 1) * IDS_MAX),
  }));
}
