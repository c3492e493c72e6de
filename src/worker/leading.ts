import type { PageFacts, StorageState } from './api.ts';
import type { Http } from './calls/http.ts';
import type { Tally } from './figures.ts';
import { createLine, type Line } from './line/line.ts';
import type { SocketDoors } from './line/socket.ts';
import { createLiveReads, type LiveReads } from './reads/live-reads.ts';
import { isComeback, type Source, type SourceParts } from './source.ts';
import type { TabMessage } from './tabs/tab-channel.ts';
import { serveTabs, type Tabs } from './tabs/tabs.ts';

/** This tab speaks to the server, for itself and for every other tab of the account. */

export interface LeadingDoors extends SocketDoors {
  readonly random: () => number;
}

export interface LeadingParts extends SourceParts {
  readonly http: Http;
  readonly tally: Pick<Tally, 'gap'>;
  readonly storage: () => StorageState;
}

type Order = Extract<TabMessage, { kind: 'order' }>;

/** The page of this tab, among those who watch. */
const PAGE = 'page';

export function lead(doors: LeadingDoors, parts: LeadingParts): Source {
  const { http, store, serverTime, channel, clock } = parts;
  const over = new AbortController();
  const { signal } = over;
  let page: PageFacts = parts.facts;

  const line: Line = createLine(
    { ...doors, serverTime, isSignedOut: () => isSignedOut(http, signal) },
    {
      changed,
      opened: () => live.opened(),
      heard: (message) => live.heard(message),
      lost: (heardAt) => live.lost(heardAt),
    },
  );
  const live: LiveReads = createLiveReads({ ...parts, signal, signedOut: line.refuse });
  const { reader, reads } = live;
  const tabs: Tabs = serveTabs(
    {
      clock,
      signal,
      send: channel.send,
      term: parts.terms.last,
      entries: store.all,
      facts: () => ({ link: line.state(), skewMs: serverTime.skewMs(), storage: parts.storage() }),
      seen: live.seen,
    },
    { watch: reads.watch, unwatch: reads.unwatch, looked: activate },
  );
  const stopTelling = store.subscribe(tabs);

  function activate(): void {
    const looked = page.visible || tabs.visible();
    reads.activate(!signal.aborted && looked && line.state().state !== 'refused');
  }

  function changed(): void {
    activate();
    tabs.facts();
    parts.changed();
  }

  async function obey({ tab, id, order }: Order): Promise<void> {
    if (order.what === 'refresh') await reader.read(order.wish);
    else if (order.what === 'succeeded') live.succeeded(order.name);
    else if (order.what === 'signedOut') line.refuse();
    else line.knock();
    if (!signal.aborted) channel.send({ kind: 'done', tab, id });
  }

  function heard(message: TabMessage): void {
    const { kind } = message;
    if (kind === 'tab') tabs.told(message.tab, message, message.needsAll);
    if (kind === 'gone') tabs.gone(message.tab);
    if (kind === 'beat' || kind === 'news') tabs.outrank(message.term);
    if (kind === 'order') void obey(message);
  }

  line.browserOnline(page.online);
  for (const wish of parts.wishes.values()) reads.watch(PAGE, wish);
  activate();
  void line.run(signal).then(activate);

  return {
    watch: (wish) => reads.watch(PAGE, wish),
    unwatch: (wish) => reads.unwatch(PAGE, wish),
    refresh: reader.read,
    succeeded: live.succeeded,
    signedOut: line.refuse,
    follow(facts) {
      if (isComeback(page, facts)) line.knock();
      page = facts;
      line.browserOnline(facts.online);
      changed();
    },
    knock: line.knock,
    heard,
    needs: (text) => reads.has(text),
    link: line.state,
    storage: parts.storage,
    stop() {
      over.abort();
      reads.stop();
      live.lost(line.heardAt());
      stopTelling();
      tabs.stop();
    },
  };
}

async function isSignedOut(http: Http, signal: AbortSignal): Promise<boolean> {
  const { outcome } = await http.request('session', {}, signal);
  return outcome.ok && outcome.data === null;
}
