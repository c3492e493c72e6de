import { keyText } from '../../../contract/paths.ts';
import { applyDelta, type EntryDelta } from '../../shared/delta.ts';
import { NOT_CONNECTED, streamSeenAt, type WorkerStatus } from '../../shared/model.ts';
import { markStale } from '../reads/live-reads.ts';
import { share } from '../reads/merge.ts';
import type { ReadStore } from '../reads/read-store.ts';
import type { ServerTime } from '../server-time.ts';
import type { TabMessage } from './tab-channel.ts';

export type LeaderDelta = Extract<TabMessage, { kind: 'delta' }>;

/** Applies the leader's deltas to this tab's store. Each push builds on the one before. */
export function createLeaderFeed(store: ReadStore, serverTime: ServerTime) {
  let status: WorkerStatus = { connection: NOT_CONNECTED, skewMs: 0, storage: 'disk' };
  let seen: number | undefined;
  let number: number | undefined;

  function put({ delta, ...rest }: EntryDelta): void {
    const key = keyText(rest.key);
    const old = store.get(key)?.data;
    if (delta.kind === 'gone') store.remove(key);
    else store.set({ ...rest, data: share(old, applyDelta(old, delta)) });
  }

  /** A push was missed, or an entry that this one builds on had to make room. */
  function hasGap({ whole, push }: LeaderDelta): boolean {
    if (whole) return false;
    const isNext = number !== undefined && push.number === number + 1;
    return !isNext || (push.entries ?? []).some(isLost);
  }

  function isLost({ key, delta }: EntryDelta): boolean {
    const buildsOn = delta.kind === 'same' || delta.kind === 'rows';
    return buildsOn && store.get(keyText(key)) === undefined;
  }

  function end(): void {
    markStale(store, streamSeenAt(status.connection) ?? 0, seen);
  }

  return {
    /** @returns false when something is missing: then everything has to be sent again */
    apply(delta: LeaderDelta): boolean {
      const { push } = delta;
      number = hasGap(delta) ? undefined : push.number;
      if (number === undefined) return false;
      // The leader does not keep current what it does not have.
      if (delta.whole) end();
      for (const entry of push.entries ?? []) put(entry);
      seen = delta.seen;
      if (push.status !== undefined) {
        status = push.status;
        serverTime.adopt(status.skewMs);
      }
      return true;
    },
    /** Whether everything has to be sent, before anything that builds on it. */
    needsAll: () => number === undefined,
    /** Another leader begins from the start. */
    restart(): void {
      number = undefined;
    },
    /** As the leader reported it last. */
    status: () => status,
    /** Nothing keeps the store current any more. */
    end,
  };
}
