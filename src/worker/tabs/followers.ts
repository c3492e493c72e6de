import type { Push } from '../../shared/delta.ts';
import type { Entry, WorkerStatus } from '../../shared/model.ts';
import type { Clock } from '../clock.ts';
import { createPagePushes, type PagePushes } from '../pushes.ts';
import { type ReadRef, readKey } from '../reads/read-store.ts';
import { TAB_BEAT_MS, type TabMessage, type TabState } from './tab-channel.ts';

interface FollowersDeps {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly send: (message: TabMessage) => void;
  readonly epoch: number;
  readonly entries: () => readonly Entry[];
  readonly status: () => WorkerStatus;
  readonly seen: () => number | undefined;
}

interface FollowersEvents {
  readonly subscribe: (tab: string, read: ReadRef) => void;
  readonly unsubscribe: (tab: string, read: ReadRef) => void;
  /** Whether a tab is visible may have changed. */
  readonly onVisibility: () => void;
}

interface Follower {
  readonly reads: ReadonlyMap<string, ReadRef>;
  readonly visible: boolean;
  readonly reportedAt: number;
}

const FORGET_AFTER_MS = 5 * TAB_BEAT_MS;

export type Followers = ReturnType<typeof serveFollowers>;

/**
 * The other tabs, as the one that leads sees them: what each subscribes to, and what was sent. A tab that
 * answers no beat any more is forgotten, and comes back with its next answer.
 */
export function serveFollowers(deps: FollowersDeps, events: FollowersEvents) {
  const { clock, signal, send, seen } = deps;
  const followers = new Map<string, Follower>();
  let { epoch } = deps;
  let whole = false;
  /** Only while there are other tabs: rows are not copied for nobody. */
  let pushes: PagePushes | undefined;

  function post(push: Push): void {
    send({ kind: 'delta', epoch, whole, seen: seen(), push });
    whole = false;
  }

  function sendAll(): void {
    pushes ??= createPagePushes(clock, deps);
    whole = true;
    pushes.attach({ postMessage: post, close: () => undefined });
  }

  function put(tab: string, next: Follower): void {
    const last = followers.get(tab);
    followers.set(tab, next);
    for (const read of without(next.reads, last?.reads)) events.subscribe(tab, read);
    for (const read of without(last?.reads, next.reads)) events.unsubscribe(tab, read);
    if (last?.visible !== next.visible) events.onVisibility();
  }

  function forget(tab: string): void {
    if (!followers.has(tab)) return;
    put(tab, { reads: new Map(), visible: false, reportedAt: 0 });
    followers.delete(tab);
    if (followers.size > 0) return;
    pushes?.stop();
    pushes = undefined;
  }

  async function beat(): Promise<void> {
    do {
      send({ kind: 'beat', epoch });
      for (const [tab, { reportedAt }] of [...followers])
        if (clock.mono() - reportedAt > FORGET_AFTER_MS) forget(tab);
    } while (await clock.sleep(TAB_BEAT_MS, signal));
  }

  void beat();
  return {
    /** A tab has reported its state. */
    reported(tab: string, { reads, visible }: TabState, needsAll: boolean): void {
      // A tab that was forgotten has missed what was sent since.
      const isNew = !followers.has(tab);
      const byKey = new Map(reads.map((read) => [readKey(read), read]));
      put(tab, { reads: byKey, visible, reportedAt: clock.mono() });
      if (needsAll || isNew) sendAll();
    },
    gone: forget,
    /** Another worker takes itself for the leader: from now on this one counts as the later. */
    advanceEpoch(other: number): void {
      if (other < epoch) return;
      epoch = other + 1;
      if (followers.size > 0) sendAll();
    },
    /** Whether one of them is visible. */
    visible: () => [...followers.values()].some(({ visible }) => visible),
    onChange: (entry: Entry) => pushes?.entry(entry),
    onDrop: (entry: Entry) => pushes?.gone(entry),
    /** The status may have changed. */
    statusChanged: () => pushes?.status(),
    stop(): void {
      pushes?.flush();
      pushes?.stop();
    },
  };
}

type Reads = ReadonlyMap<string, ReadRef> | undefined;

/** @returns the reads of one that are not the other's */
function without(reads: Reads, others: Reads): readonly ReadRef[] {
  return [...(reads ?? [])].filter(([key]) => !others?.has(key)).map(([, read]) => read);
}
