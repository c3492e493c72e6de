import type { SessionCache } from './session-cache.ts';
import type { SessionExchange } from './session-exchange.ts';

type EndListener = (id: string, display: string | null) => void;
type EndAllListener = (accountId: string) => Promise<void>;
type RefreshListener = (accountId: string | undefined) => void;

/**
 * What becomes of sessions, here and at other instances: each leaves the cache first, then the listeners here are
 * called, then the other instances do the same.
 */
export interface SessionEvents {
  /** @param display that ended with it; only the listeners in this process are called with it */
  ended(id: string, display: string | null): Promise<void>;
  allEnded(accountId: string, ids: readonly string[]): Promise<void>;
  /** It is read again at its next use. */
  changed(id: string): Promise<void>;
  refreshed(accountId: string | undefined): void;
  onEnd(listener: EndListener): () => void;
  onEndAll(listener: EndAllListener): () => void;
  onRefresh(listener: RefreshListener): () => void;
}

export function createSessionEvents(cache: SessionCache, exchange: SessionExchange): SessionEvents {
  const endListeners = new Set<EndListener>();
  const endAllListeners = new Set<EndAllListener>();
  const refreshListeners = new Set<RefreshListener>();

  function end(id: string, display: string | null): void {
    cache.forget(id);
    for (const listener of endListeners) listener(id, display);
  }

  async function endAll(accountId: string): Promise<void> {
    for (const listener of endAllListeners) await listener(accountId);
  }

  function refresh(accountId: string | undefined): void {
    cache.forgetAccount(accountId);
    for (const listener of refreshListeners) listener(accountId);
  }

  exchange.onGap(() => cache.forgetAccount(undefined));
  exchange.subscribe((message) => {
    if (message.kind === 'ended') for (const id of message.ids) end(id, null);
    if (message.kind === 'changed') cache.forget(message.id);
    if (message.kind === 'refreshed') refresh(message.accountId ?? undefined);
    // Where it fails, sessions are read again when their time in the cache is over.
    if (message.kind === 'ended-all') endAll(message.accountId).catch(() => undefined);
  });

  return {
    async ended(id, display) {
      end(id, display);
      await exchange.publish({ kind: 'ended', ids: [id] });
    },
    async allEnded(accountId, ids) {
      for (const id of ids) end(id, null);
      await exchange.publish({ kind: 'ended', ids: [...ids] });
      await endAll(accountId);
      await exchange.publish({ kind: 'ended-all', accountId });
    },
    async changed(id) {
      cache.forget(id);
      await exchange.publish({ kind: 'changed', id });
    },
    refreshed(accountId) {
      refresh(accountId);
      void exchange.publish({ kind: 'refreshed', accountId: accountId ?? null });
    },
    onEnd: subscribeTo(endListeners),
    onEndAll: subscribeTo(endAllListeners),
    onRefresh: subscribeTo(refreshListeners),
  };
}

const subscribeTo =
  <Listener>(listeners: Set<Listener>) =>
  (listener: Listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
