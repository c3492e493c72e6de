import { CALLS } from '../../contract/calls.ts';
import type { CallName } from '../../contract/paths.ts';
import { NOT_CONNECTED, type PageState } from '../shared/model.ts';
import { type Account, type AccountDeps, openAccount } from './account.ts';
import type { DataWorkerApi } from './api.ts';
import { createCounters } from './counters.ts';
import { createHttpClient, type HttpDeps } from './http/http-client.ts';
import { newRecord } from './outbox/outbox-rules.ts';
import { createPagePushes, type PushPort } from './pushes.ts';
import { type ReadRef, readKey } from './reads/read-store.ts';
import { FORBIDDEN, SESSION } from './reads/refusal.ts';
import { createServerTime } from './server-time.ts';
import type { TabCommand } from './tabs/tab-channel.ts';

interface DataWorkerDeps extends AccountDeps, Pick<HttpDeps, 'fetch'> {
  /** A name for an upload that no other has. */
  readonly newKey: () => string;
}

export interface DataWorker extends Omit<DataWorkerApi, 'attach'> {
  attach(port: PushPort): void;
  /** Leaves nothing behind: no timer, no port, no socket. */
  stop(): Promise<void>;
}

/** The data worker made of its dependencies: real ones in `main.ts`, doubles in a test. */
export function createDataWorker(given: DataWorkerDeps): DataWorker {
  const counters = createCounters(given.clock);
  const { clock } = counters;
  const deps = { ...given, clock };
  const over = new AbortController();
  const serverTime = createServerTime(clock);
  const http = createHttpClient({ fetch: deps.fetch, clock, serverTime, counters });
  /** What the page subscribes to stays, whichever account it is answered from. */
  const subscriptions = new Map<string, ReadRef>();
  let pageState: PageState = { visible: true, online: true };
  let account: Account | undefined;

  const pushes = createPagePushes(clock, {
    entries: () => account?.entries() ?? [],
    status: () =>
      account?.source().status() ?? {
        connection: NOT_CONNECTED,
        skewMs: serverTime.skewMs(),
        storage: 'disk',
      },
  });
  const stopSkew = serverTime.subscribe(pushes.status);
  const listener = { onChange: pushes.entry, onDrop: pushes.gone, onStatus: pushes.status };

  async function replace(next: Account | undefined, forget: boolean): Promise<void> {
    const last = account;
    account = next;
    if (last === undefined) return;
    pushes.cleared();
    await last.close(forget);
  }

  async function command(given: TabCommand): Promise<void> {
    await account?.source().handleCommand(given);
  }

  async function press(given: TabCommand): Promise<void> {
    await handInTo(() => account, given);
  }

  return {
    attach: pushes.attach,
    async open(name) {
      if (account?.name === name) void command({ what: 'reconnectNow' });
      else {
        const shared = { http, serverTime, counters, subscriptions, listener };
        await replace(openAccount(deps, { name, pageState, ...shared }), false);
      }
      await account?.loaded;
      return pushes.flush();
    },
    close: (forget) => replace(undefined, forget),
    subscribe(name, params) {
      const read = { name, params } as ReadRef;
      subscriptions.set(readKey(read), read);
      account?.source().subscribe(read);
    },
    unsubscribe(name, params) {
      const read = { name, params } as ReadRef;
      subscriptions.delete(readKey(read));
      account?.source().unsubscribe(read);
    },
    refresh: (name, params) => command({ what: 'refresh', read: { name, params } as ReadRef }),
    async send(name, request, onLine) {
      const { outcome } = await http.request(name, request, until(name, account, over), onLine);
      if (outcome.ok) void command({ what: 'callSucceeded', name });
      else if (outcome.status === 401 && isSpecified(name)) void command({ what: 'signedOut' });
      // The role may have become another.
      else if (outcome.status === FORBIDDEN) void command({ what: 'refresh', read: SESSION });
      return outcome;
    },
    async enqueueUpload(upload) {
      const record = newRecord(deps.newKey(), upload, clock.now());
      const id = await handInTo(() => account, { what: 'enqueue', record, file: upload.file });
      return { id, push: pushes.flush() };
    },
    retry: (id) => press({ what: 'retry', id }),
    discard: (id) => press({ what: 'discard', id }),
    acknowledgeLater: (given) =>
      press({ what: 'acknowledge', pending: { ...given, at: serverTime.now() } }),
    takeBack: (id) => press({ what: 'takeBack', id }),
    tableFile: async (order) => (await import('./table-file.ts')).tableFile(order),
    counters: () => counters.counts(account?.entries() ?? []),
    setPageState(next) {
      pageState = next;
      account?.setPageState(next);
    },
    ping: () => undefined,
    async stop() {
      over.abort();
      stopSkew();
      await replace(undefined, false);
      pushes.stop();
    },
  };
}

/** What nobody has pressed ends with the account: it would be answered 401 once nobody is signed in. */
const until = (name: CallName, account: Account | undefined, over: AbortController) =>
  (name === 'seeIncident' && account?.closing) || over.signal;

/** A server may answer 401 to calls that it does not have. */
const isSpecified = (name: CallName) =>
  CALLS[name].access !== 'public' && CALLS[name].from === 'specification';

/** Gives it to whichever tab leads, until one has taken it. @returns the id by which that knows it */
async function handInTo(open: () => Account | undefined, given: TabCommand): Promise<string> {
  const account = open();
  if (account === undefined) throw new Error('No account is open');
  while (account === open()) {
    const ended = await account.source().handleCommand(given);
    if (ended?.error !== undefined) throw new Error(ended.error);
    if (ended?.result !== undefined) return ended.result;
  }
  throw new Error('The account was closed');
}
