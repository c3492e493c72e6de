import { keyOf } from '../../../contract/paths.ts';
import type { Activity } from '../../../contract/shapes/activity.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { createSubscribable } from '../../shared/subscribable.ts';
import type { WorkerClient } from '../create-worker-client.ts';
import type { PageCache } from '../page-cache.ts';
import type { Absence, Seen, SeenNow } from './away.ts';

/** A shorter absence is none. */
const AWAY_MS = 60_000;

/** What was seen outlives the page, so that reopening the console is coming back to it. */
export interface SeenMemory {
  load(): Seen | undefined;
  save(seen: Seen): void;
}

/** A page may be gone without a word: what was seen is saved this often. */
const SAVE_EVERY_MS = 10_000;

/**
 * Notices that nobody could look for a while: the page's ticks, which rest while it is hidden and stop while
 * the device sleeps, come late. It is reported once the record is whole again.
 *
 * @param onTick calls about once a second while somebody can look; @returns the undo
 */
export function createAwayWatch(
  cache: Pick<PageCache, 'entry'>,
  client: Pick<WorkerClient, 'status' | 'serverNow'>,
  onTick: (listener: () => void) => () => void,
  memory: SeenMemory,
  account: () => string,
) {
  let seen = memory.load();
  let savedAt = 0;
  let left: Seen | undefined;
  let absence: Absence | undefined;

  const entryOf = <T>(name: 'activity' | 'connections') => cache.entry<readonly T[]>(keyOf(name));

  function look(): SeenNow {
    const rows = entryOf<Activity>('activity')?.data;
    return { at: client.serverNow(), rows, platforms: entryOf<Connection>('connections')?.data };
  }

  function save(now: Seen): void {
    if (now.at - savedAt < SAVE_EVERY_MS) return;
    savedAt = now.at;
    memory.save(now);
  }

  function isWhole(): boolean {
    return (
      client.status.get().connection.state === 'live' && entryOf('activity')?.isStreamed === true
    );
  }

  function tick(): void {
    const now = look();
    if (seen !== undefined && now.at - seen.at > AWAY_MS) left ??= seen;
    // Before there is anything to see the page has seen nothing new.
    if (now.rows !== undefined) {
      seen = now;
      save(now);
    }
    if (left === undefined || !isWhole()) return;
    const ended = { before: left, now, account: account() };
    left = undefined;
    void tell(ended);
  }

  /** What decides loads when somebody comes back; where it cannot be had, the next tick tries again. */
  async function tell(ended: Absence): Promise<void> {
    try {
      const { isWorthTelling } = await import('./away.ts');
      if (!isWorthTelling(ended)) return;
      absence = ended;
      changes.emit();
    } catch {
      left ??= ended.before;
    }
  }

  const changes = createSubscribable(() => {
    const stop = onTick(tick);
    return () => {
      stop();
      if (seen !== undefined) memory.save(seen);
      seen = undefined;
    };
  });

  return {
    /** @returns the same object until there is another */
    absence: () => absence,
    dismiss(): void {
      absence = undefined;
      changes.emit();
    },
    subscribe: changes.subscribe,
  };
}
