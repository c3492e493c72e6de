import { CALLS } from '../../contract/calls.ts';
import { type AccountData, type AccountDoors, openAccountData } from './account-data.ts';
import type { CallRequest, DataWorkerApi, PageFacts } from './api.ts';
import { createHttp, type HttpDoors } from './calls/http.ts';
import { createTally } from './figures.ts';
import { NO_LINK } from './line/no-link.ts';
import type { SendEnd } from './outbox/outbox.ts';
import { createOutboxSlot, type OpenOutbox } from './outbox/outbox-slot.ts';
import { createPushes, type PushPort } from './page/pushes.ts';
import { type ReadWish, wishText } from './reads/wish.ts';
import { createServerTime } from './server-time.ts';

export interface DataWorkerDoors extends AccountDoors, Pick<HttpDoors, 'fetch'> {
  /** Without it uploads can be sent, but not kept. */
  readonly openOutbox?: OpenOutbox;
}

export interface DataWorker extends Omit<DataWorkerApi, 'attach'> {
  attach(port: PushPort): void;
  /** Leaves nothing behind: no timer, no port, no socket. */
  stop(): Promise<void>;
}

/** The data worker made of the doors it is given: real ones in `main.ts`, doubles in a test. */
export function createDataWorker(given: DataWorkerDoors): DataWorker {
  const tally = createTally(given.clock);
  const { clock } = tally;
  const doors = { ...given, clock };
  const over = new AbortController();
  const serverTime = createServerTime(clock);
  const http = createHttp({ fetch: doors.fetch, clock, serverTime });
  const wishes = new Map<string, ReadWish>();
  let facts: PageFacts = { visible: true, online: true };
  let data: AccountData | undefined;

  const pushes = createPushes(clock, {
    entries: () => [...(data?.entries() ?? []), ...outbox.entries()],
    facts: () => ({
      link: data?.link() ?? NO_LINK,
      skewMs: serverTime.skewMs(),
      storage: data?.storage() ?? 'disk',
    }),
  });
  const outbox = createOutboxSlot(doors.openOutbox, {
    http,
    now: serverTime.now,
    told: pushes.entry,
    ended: (end) => learn(end, data),
  });
  const stopSkew = serverTime.subscribe(pushes.facts);

  /** Watches that the page asked for stay, whichever account they are answered from. */
  function begin(account: string): AccountData {
    const told = { changed: pushes.entry, dropped: pushes.gone, facts: factsChanged };
    return openAccountData(doors, { http, serverTime, told, facts, wishes, tally }, account);
  }

  function factsChanged(): void {
    pushes.facts();
    if (data !== undefined) outbox.follow(data.link());
  }

  async function replace(next: AccountData | undefined, forget: boolean): Promise<void> {
    const last = data;
    data = next;
    if (last === undefined) return;
    pushes.cleared();
    await Promise.all([outbox.close(forget), last.close(forget)]);
  }

  return {
    attach: pushes.attach,
    async open(account) {
      if (data?.account === account) data.knock();
      else {
        await replace(begin(account), false);
        if (data?.account === account) outbox.open(account);
      }
      await data?.loaded;
      return pushes.flush();
    },
    close: (forget) => replace(undefined, forget),
    watch(name, params) {
      const wish = { name, params } as ReadWish;
      wishes.set(wishText(wish), wish);
      data?.watch(wish);
    },
    unwatch(name, params) {
      const wish = { name, params } as ReadWish;
      wishes.delete(wishText(wish));
      data?.unwatch(wish);
    },
    refresh: async (name, params) => data?.refresh({ name, params } as ReadWish),
    async send(name, request: CallRequest) {
      const { outcome } = await http.request(name, request, over.signal);
      if (outcome.ok) data?.succeeded(name);
      else if (outcome.status === 401 && CALLS[name].access === 'session') data?.signedOut();
      return outcome;
    },
    async keep(upload) {
      const id = await outbox.keep(upload);
      return { id, push: pushes.flush() };
    },
    retry: outbox.retry,
    discard: outbox.discard,
    logFile: async (...order) => (await import('./log-file.ts')).logFile(...order),
    figures: () => tally.figures(data?.entries() ?? []),
    tell(next) {
      facts = next;
      if (next.online) outbox.knock();
      data?.follow(next);
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

/** What an upload's end says of the rest. */
function learn(end: SendEnd, data: AccountData | undefined): void {
  if (end.end === 'done') data?.succeeded('upload');
  else if ('failure' in end && end.failure.status === 401) data?.signedOut();
}
