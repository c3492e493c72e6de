import { CALLS } from '../../contract/calls.ts';
import type { CallName } from '../../contract/paths.ts';
import { NOT_CONNECTED, type PageState, type Painted } from '../shared/model.ts';
import { isSignedOut, userMessageOf } from '../shared/outcome.ts';
import { type Account, type AccountDeps, openAccount } from './account.ts';
import type { DataWorkerApi } from './api.ts';
import type { Clock } from './clock.ts';
import { createHttpClient, type HttpClient, type HttpDeps } from './http/http-client.ts';
import type { Outbox } from './outbox/outbox.ts';
import { newRecord } from './outbox/outbox-rules.ts';
import { createPagePushes, type PushPort } from './pushes.ts';
import { type ReadRef, readKey } from './reads/read-store.ts';
import { FORBIDDEN, SESSION } from './reads/refusal.ts';
import { createServerTime, type ServerTime } from './server-time.ts';

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
export function createDataWorker(deps: DataWorkerDeps): DataWorker {
  const { clock } = deps;
  const over = new AbortController();
  const serverTime = createServerTime(clock);
  const http = createHttpClient({ fetch: deps.fetch, clock, serverTime });
  /** What the page subscribes to stays, whichever account it is answered from. */
  const subscriptions = new Map<string, ReadRef>();
  let pageState: PageState = { visible: true, online: true };
  let account: Account | undefined;

  const pushes = createPagePushes(clock, {
    entries: () => account?.entries() ?? [],
    status: () =>
      account?.status() ?? {
        connection: NOT_CONNECTED,
        skewMs: serverTime.skewMs(),
        storage: 'disk',
      },
    haveRowsToCome: () => account?.data.hasRowsToCome() ?? false,
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

  const reportPainted = createPaintedReports(clock, http, serverTime);
  const withOutbox = <T>(work: (outbox: Outbox) => Promise<T> | T) => useOutbox(account, work);

  return {
    attach: pushes.attach,
    async open(name) {
      if (account?.name === name) account.reopen();
      else {
        const shared = { http, serverTime, subscriptions, listener };
        await replace(openAccount(deps, { name, pageState, ...shared }), false);
      }
      await account?.loaded;
      return pushes.flush();
    },
    close: (forget) => replace(undefined, forget),
    subscribe(name, params) {
      const read = { name, params } as ReadRef;
      subscriptions.set(readKey(read), read);
      account?.data.subscribe(read);
    },
    unsubscribe(name, params) {
      const read = { name, params } as ReadRef;
      subscriptions.delete(readKey(read));
      account?.data.unsubscribe(read);
    },
    async refresh(name, params) {
      await account?.data.refresh({ name, params } as ReadRef);
    },
    async send(name, request, onLine) {
      const { outcome } = await http.request(name, request, until(name, account, over), onLine);
      if (outcome.ok) account?.data.callSucceeded(name, request.params);
      else if (isSignedOut(outcome) && isSpecified(name)) account?.data.signedOut();
      // The role may have become another.
      else if (outcome.status === FORBIDDEN) void account?.data.refresh(SESSION);
      return outcome;
    },
    async enqueueUpload(upload) {
      const record = newRecord(deps.newKey(), upload, clock.now());
      const id = await withOutbox((outbox) => outbox.enqueue(record, upload.file));
      return { id, push: pushes.flush() };
    },
    retry: (id) => withOutbox((outbox) => outbox.retry(id)),
    discard: (id) => withOutbox((outbox) => outbox.discard(id)),
    async acknowledgeLater(pending) {
      await withOutbox((outbox) => outbox.acknowledge(pending));
    },
    takeBack: (id) => withOutbox((outbox) => outbox.takeBack(id)),
    painted: (painted) => reportPainted(account, painted),
    tableFile: async (order) => (await import('./table-file.ts')).tableFile(order),
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

/** Reports to the server what this display paints, by the account that is open. */
function createPaintedReports(clock: Clock, http: HttpClient, serverTime: ServerTime) {
  let reports: { readonly of: Account; readonly add: (painted: Painted) => void } | undefined;
  return async (of: Account | undefined, painted: Painted): Promise<void> => {
    if (of === undefined) return;
    const { createWallReports } = await import('./wall-reports.ts');
    const send = async (last: Painted) => {
      const payload = { ...last, skewMs: serverTime.skewMs() };
      return (await http.request('reportDisplay', { payload }, of.closing)).outcome;
    };
    if (reports?.of !== of) reports = { of, add: createWallReports({ clock, send }, of.closing) };
    reports.add(painted);
  };
}

/** What nobody has pressed ends with the account: it would be answered 401 once nobody is signed in. */
const until = (name: CallName, account: Account | undefined, over: AbortController) =>
  (name === 'seeIncident' && account?.closing) || over.signal;

/** A server may answer 401 to calls that it does not have. */
const isSpecified = (name: CallName) =>
  CALLS[name].access !== 'public' && CALLS[name].from === 'specification';

/** @throws Error with a sentence for people when there is no outbox, or the account is closed meanwhile */
async function useOutbox<T>(
  account: Account | undefined,
  work: (outbox: Outbox) => Promise<T> | T,
): Promise<T> {
  if (account === undefined) throw new Error('No account is open');
  try {
    return await work(await account.data.outbox);
  } catch (error) {
    throw new Error(userMessageOf(error));
  }
}
