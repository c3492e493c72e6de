import { createListeners } from '../../base/listeners.ts';
import { withoutCommitCheck } from '../../database/journal.ts';
import type { SessionCache } from './session-cache.ts';
import type { SessionExchange } from './session-exchange.ts';

/**
 * What becomes of sessions, here and at other instances: each leaves the cache first, then the listeners here are
 * called, then the other instances do the same.
 */
export function createSessionEvents(cache: SessionCache, exchange: SessionExchange) {
  const ends = createListeners<[id: string, display: string | null]>();
  const endsOfAll = createListeners<[accountId: string], Promise<void>>();
  const refreshes = createListeners<[accountId: string | undefined]>();

  function end(id: string, display: string | null): void {
    cache.forget(id);
    // Also where a request ends its own session.
    withoutCommitCheck(() => ends.tell(id, display));
  }

  async function endAll(accountId: string): Promise<void> {
    await Promise.all(endsOfAll.tell(accountId));
  }

  function refresh(accountId: string | undefined): void {
    cache.forgetAccount(accountId);
    refreshes.tell(accountId);
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
    /** @param display that ended with it; only the listeners in this process are called with it */
    async ended(id: string, display: string | null): Promise<void> {
      end(id, display);
      await exchange.publish({ kind: 'ended', ids: [id] });
    },
    async allEnded(accountId: string, ids: readonly string[]): Promise<void> {
      for (const id of ids) end(id, null);
      await exchange.publish({ kind: 'ended', ids: [...ids] });
      await endAll(accountId);
      await exchange.publish({ kind: 'ended-all', accountId });
    },
    /** It is read again at its next use. */
    async changed(id: string): Promise<void> {
      cache.forget(id);
      await exchange.publish({ kind: 'changed', id });
    },
    /** @param accountId undefined: of all accounts */
    refreshed(accountId?: string): void {
      refresh(accountId);
      void exchange.publish({ kind: 'refreshed', accountId: accountId ?? null });
    },
    onEnd: ends.add,
    onEndAll: endsOfAll.add,
    onRefresh: refreshes.add,
  };
}
