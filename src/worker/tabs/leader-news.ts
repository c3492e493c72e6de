import type { EntryNews, LinkState, Push, StorageState } from '../api.ts';
import { NO_LINK } from '../line/no-link.ts';
import { applyNews } from '../page/news.ts';
import { unfeed } from '../reads/live-reads.ts';
import { share } from '../reads/share.ts';
import { type Store, textOf } from '../reads/store.ts';
import type { ServerTime } from '../server-time.ts';
import type { TabMessage } from './tab-channel.ts';

/** What the tab that leads has told, taken into this tab's store. Each push builds on the one before. */
export interface LeaderNews {
  /** @returns false when something is missing: then everything has to be told anew */
  take(news: TabNews): boolean;
  /** Whether everything has to be told, before anything that builds on it. */
  needsAll(): boolean;
  /** Another leader begins from the start. */
  restart(): void;
  link(): LinkState;
  storage(): StorageState;
  /** Nothing feeds the store any more. */
  end(): void;
}

export type TabNews = Extract<TabMessage, { kind: 'news' }>;

export function createLeaderNews(store: Store, serverTime: ServerTime): LeaderNews {
  let told: Required<Pick<Push, 'link' | 'storage'>> = { link: NO_LINK, storage: 'disk' };
  let seen: number | undefined;
  let number: number | undefined;

  function put({ news, ...facts }: EntryNews): void {
    const text = textOf(facts.key);
    const old = store.get(text)?.data;
    if (news.kind === 'gone') store.remove(text);
    else store.set({ ...facts, data: share(old, applyNews(old, news)) });
  }

  /** A push was missed, or an entry that this one builds on had to make room. */
  function hasGap({ whole, push }: TabNews): boolean {
    if (whole) return false;
    const isNext = number !== undefined && push.number === number + 1;
    return !isNext || (push.entries ?? []).some(isLost);
  }

  function isLost({ key, news }: EntryNews): boolean {
    const buildsOn = news.kind === 'same' || news.kind === 'rows';
    return buildsOn && store.get(textOf(key)) === undefined;
  }

  function takeFacts({ link, storage, skewMs }: Push): void {
    told = { link: link ?? told.link, storage: storage ?? told.storage };
    if (skewMs !== undefined) serverTime.adopt(skewMs);
  }

  function end(): void {
    unfeed(store, told.link.state === 'live' ? told.link.lastHeardAt : 0, seen);
  }

  return {
    take(news) {
      const { push } = news;
      number = hasGap(news) ? undefined : push.number;
      if (number === undefined) return false;
      // What the leader does not have is not fed by it.
      if (news.whole) end();
      for (const entry of push.entries ?? []) put(entry);
      seen = news.seen;
      takeFacts(push);
      return true;
    },
    needsAll: () => number === undefined,
    restart() {
      number = undefined;
    },
    link: () => told.link,
    storage: () => told.storage,
    end,
  };
}
