import type { LinkState, PageFacts } from './api.ts';
import { isComeback, type Source, type SourceParts } from './source.ts';
import { createLeaderNews, type LeaderNews, type TabNews } from './tabs/leader-news.ts';
import { type LeaderWatch, watchLeader } from './tabs/leader-watch.ts';
import type { TabMessage } from './tabs/tab-channel.ts';
import { createOrders } from './tabs/tab-orders.ts';

/**
 * Another tab speaks to the server; this one is told by it. It asks the server for no read itself, and asks
 * for the lead when the leader falls silent.
 */
export interface FollowingParts extends SourceParts {
  /** This tab's name among the others. */
  readonly tab: string;
  readonly random: () => number;
  readonly seize: () => void;
}

export function follow(parts: FollowingParts): Source {
  const { clock, store, serverTime, channel, tab, wishes, terms, changed } = parts;
  const over = new AbortController();
  const orders = createOrders(clock, (id, order) =>
    channel.send({ kind: 'order', tab, id, order }),
  );
  const news: LeaderNews = createLeaderNews(store, serverTime);
  let page: PageFacts = parts.facts;

  function report(): void {
    const facts = { wishes: [...wishes.values()], visible: page.visible };
    channel.send({ kind: 'tab', tab, needsAll: news.needsAll(), ...facts });
  }

  /** @returns false for a leader that there was before */
  function hearLeader(next: number): boolean {
    if (next < terms.last) return false;
    if (next > terms.last) news.restart();
    terms.last = next;
    leader.heard();
    return true;
  }

  function heard(message: TabMessage): void {
    if (message.kind === 'done' && message.tab === tab) orders.done(message.id);
    if (message.kind === 'beat' && hearLeader(message.term)) report();
    if (message.kind === 'news' && hearLeader(message.term)) take(message);
  }

  function take(message: TabNews): void {
    if (!news.take(message)) report();
    else if (message.push.link || message.push.storage) changed();
  }

  function link(): LinkState {
    const told: LinkState = { ...news.link(), role: 'following' };
    const silentSince = leader.silentSince();
    if (silentSince === undefined || told.state !== 'live') return told;
    return { ...told, state: 'silent', since: silentSince + serverTime.skewMs() };
  }

  report();
  const leader: LeaderWatch = watchLeader({
    clock,
    signal: over.signal,
    random: parts.random,
    changed,
    gone: parts.seize,
  });

  return {
    watch: report,
    unwatch: report,
    refresh: (wish) => orders.give({ what: 'refresh', wish }),
    succeeded: (name) => void orders.give({ what: 'succeeded', name }),
    signedOut: () => void orders.give({ what: 'signedOut' }),
    follow(facts) {
      if (isComeback(page, facts)) void orders.give({ what: 'knock' });
      page = facts;
      report();
    },
    knock: () => void orders.give({ what: 'knock' }),
    heard,
    needs: (text) => wishes.has(text),
    link,
    storage: news.storage,
    stop() {
      over.abort();
      channel.send({ kind: 'gone', tab });
      orders.stop();
      news.end();
    },
  };
}
