import type { Entry, Push } from '../api.ts';
import type { Clock } from '../clock.ts';
import { createPushes, type PushedFacts, type Pushes } from '../page/pushes.ts';
import { type ReadWish, wishText } from '../reads/wish.ts';
import { TAB_BEAT_MS, type TabFacts, type TabMessage } from './tab-channel.ts';

/**
 * The other tabs, as the one that leads sees them: who looks at what, and what they have been told. A tab
 * that answers no beat any more is forgotten, and comes back with its next answer.
 */
export interface Tabs {
  /** A tab has told of itself. */
  told(tab: string, facts: TabFacts, needsAll: boolean): void;
  gone(tab: string): void;
  /** Another worker takes itself for the leader: from now on this one counts as the later. */
  outrank(term: number): void;
  /** Somebody can look at one of them. */
  visible(): boolean;
  changed(entry: Entry): void;
  dropped(entry: Entry): void;
  /** Link, clock or storage may have changed. */
  facts(): void;
  stop(): void;
}

export interface TabsParts {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly send: (message: TabMessage) => void;
  readonly term: number;
  readonly entries: () => readonly Entry[];
  readonly facts: () => PushedFacts;
  readonly seen: () => number | undefined;
}

export interface TabsEvents {
  readonly watch: (tab: string, wish: ReadWish) => void;
  readonly unwatch: (tab: string, wish: ReadWish) => void;
  /** Whether somebody can look may have changed. */
  readonly looked: () => void;
}

interface Tab {
  readonly wishes: ReadonlyMap<string, ReadWish>;
  readonly visible: boolean;
  readonly heardAt: number;
}

const FORGET_AFTER_MS = 5 * TAB_BEAT_MS;

export function serveTabs(parts: TabsParts, events: TabsEvents): Tabs {
  const { clock, signal, send, seen } = parts;
  const tabs = new Map<string, Tab>();
  let { term } = parts;
  let whole = false;
  /** Only while there are other tabs: rows are not copied for nobody. */
  let pushes: Pushes | undefined;

  function post(push: Push): void {
    send({ kind: 'news', term, whole, seen: seen(), push });
    whole = false;
  }

  function tellAll(): void {
    pushes ??= createPushes(clock, parts);
    whole = true;
    pushes.attach({ postMessage: post, close: () => undefined });
  }

  function put(name: string, next: Tab): void {
    const last = tabs.get(name);
    tabs.set(name, next);
    for (const wish of without(next.wishes, last?.wishes)) events.watch(name, wish);
    for (const wish of without(last?.wishes, next.wishes)) events.unwatch(name, wish);
    if (last?.visible !== next.visible) events.looked();
  }

  function forget(name: string): void {
    if (!tabs.has(name)) return;
    put(name, { wishes: new Map(), visible: false, heardAt: 0 });
    tabs.delete(name);
    if (tabs.size > 0) return;
    pushes?.stop();
    pushes = undefined;
  }

  async function beat(): Promise<void> {
    do {
      send({ kind: 'beat', term });
      for (const [name, { heardAt }] of [...tabs])
        if (clock.mono() - heardAt > FORGET_AFTER_MS) forget(name);
    } while (await clock.sleep(TAB_BEAT_MS, signal));
  }

  void beat();
  return {
    told(name, { wishes, visible }, needsAll) {
      const byText = new Map(wishes.map((wish) => [wishText(wish), wish]));
      // A tab that was forgotten has missed what was told since.
      const isNew = !tabs.has(name);
      put(name, { wishes: byText, visible, heardAt: clock.mono() });
      if (needsAll || isNew) tellAll();
    },
    gone: forget,
    outrank(other) {
      if (other < term) return;
      term = other + 1;
      if (tabs.size > 0) tellAll();
    },
    visible: () => [...tabs.values()].some((tab) => tab.visible),
    changed: (entry) => pushes?.entry(entry),
    dropped: (entry) => pushes?.gone(entry),
    facts: () => pushes?.facts(),
    stop() {
      pushes?.flush();
      pushes?.stop();
    },
  };
}

type Wishes = ReadonlyMap<string, ReadWish> | undefined;

/** @returns the wishes of one that are not the other's */
function without(wishes: Wishes, others: Wishes): readonly ReadWish[] {
  return [...(wishes ?? [])].filter(([text]) => !others?.has(text)).map(([, wish]) => wish);
}
