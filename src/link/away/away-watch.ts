import { keyOf } from '../../../contract/paths.ts';
import type { Activity } from '../../../contract/shapes/activity.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import type { Entry } from '../../worker/api.ts';
import type { Mirror } from '../mirror.ts';
import { type AwayReport, awayReport, type Seen } from './away.ts';

/**
 * Notices that nobody could look for a while: the page's ticks, which rest while it is hidden and stop while
 * the device sleeps, come late. What changed is told once the record is whole again.
 */
export interface AwayWatch {
  /** @returns the same object until there is another */
  report(): AwayReport | undefined;
  dismiss(): void;
  /** @returns the undo */
  subscribe(listener: () => void): () => void;
}

/** A shorter absence is no absence. */
export const AWAY_MS = 60_000;

/** @param onTick calls about once a second while somebody can look; @returns the undo */
export function createAwayWatch(
  mirror: Mirror,
  onTick: (listener: () => void) => () => void,
): AwayWatch {
  const listeners = new Set<() => void>();
  let seen: Seen | undefined;
  let left: Seen | undefined;
  let report: AwayReport | undefined;
  let stop: (() => void) | undefined;

  const entryOf = <T>(name: 'activity' | 'connections') =>
    mirror.entry(keyOf(name)) as Entry<readonly T[]> | undefined;

  function look(): Seen {
    const rows = entryOf<Activity>('activity')?.data;
    return { at: mirror.serverNow(), rows, platforms: entryOf<Connection>('connections')?.data };
  }

  function isWhole(): boolean {
    return mirror.link().state === 'live' && entryOf('activity')?.fed === true;
  }

  function tick(): void {
    const now = look();
    if (seen !== undefined && now.at - seen.at > AWAY_MS) left ??= seen;
    seen = now;
    if (left === undefined || !isWhole()) return;
    report = awayReport(left, now);
    left = undefined;
    for (const listener of listeners) listener();
  }

  return {
    report: () => report,
    dismiss() {
      report = undefined;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      stop ??= onTick(tick);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
        seen = undefined;
      };
    },
  };
}
