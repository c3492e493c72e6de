import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { PubSub, Topic } from '../store/pubsub.ts';

/** What other instances have to know of sessions at once, and of the sessions of API tokens. */
const SessionNewsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ended'), ids: z.array(z.string()) }),
  z.object({ kind: z.literal('ended-all'), accountId: z.string() }),
  /** It is read again at its next use. */
  z.object({ kind: z.literal('changed'), id: z.string() }),
  /** Null: those of all accounts. */
  z.object({ kind: z.literal('refreshed'), accountId: z.nullable(z.string()) }),
  z.object({ kind: z.literal('token-ended'), id: z.string() }),
]);
export type SessionNews = z.infer<typeof SessionNewsSchema>;

const SESSIONS: Topic<{ from: string; news: SessionNews }> = {
  name: 'sessions',
  schema: z.object({ from: z.string(), news: SessionNewsSchema }),
};

/** Sends what changed here to the other instances, and receives from them. */
export interface SessionExchange {
  /** Without a connection to the database nothing is sent: then what is cached elsewhere ages out. */
  publish(news: SessionNews): Promise<void>;
  /** Called with what others have sent. */
  subscribe(listener: (news: SessionNews) => void): void;
  /** Called when something may have been missed. */
  onGap(listener: () => void): void;
}

/** Ids of 64 characters that fit into one message. */
const IDS_MAX = 100;

export function createSessionExchange(pubsub: PubSub): SessionExchange {
  const from = randomUUID();

  return {
    publish: (news) => publishNews(pubsub, news, from),
    subscribe(listener) {
      pubsub.subscribe(SESSIONS, (message) => {
        if (message.from !== from) listener(message.news);
      });
    },
    onGap(listener) {
      pubsub.onGap(listener);
    },
  };
}

/** @param from of the instance, which does not hear it */
export async function publishNews(
  { publish }: Pick<PubSub, 'publish'>,
  news: SessionNews,
  from = '',
): Promise<void> {
  for (const part of partsOf(news))
    await publish(SESSIONS, { from, news: part }).catch(() => undefined);
}

function partsOf(news: SessionNews): SessionNews[] {
  if (news.kind !== 'ended') return [news];
  const count = Math.ceil(news.ids.length / IDS_MAX);
  return Array.from({ length: count }, (_, i) => ({
    ...news,
    ids: news.ids.slice(i * IDS_MAX, (i + 1) * IDS_MAX),
  }));
}
