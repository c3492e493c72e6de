import { randomUUID } from 'node:crypto';
import { ERRORS, type Lock } from '@tus/server';
import * as z from 'zod/mini';
import type { Loop } from '../../base/loop.ts';
import type { Topic } from '../../database/pubsub.ts';
import type { NodeBase } from '../../feature.ts';
import { releaseUploadLock, takeUploadLock } from '../rows/upload-locks.ts';

interface UploadLockerDeps extends Pick<NodeBase, 'db' | 'pubsub' | 'loops'> {
  /** For tests. */
  readonly leaseMs?: number;
}

/** Somebody else wants to write this upload: its sender reconnected, perhaps to another instance. */
const WANTED: Topic<{ id: string }> = {
  name: 'upload-wanted',
  schema: z.object({ id: z.string() }),
};

const LEASE_MS = 20_000;
const GIVE_UP_MS = 30_000;
const WAIT = { name: 'wait for an upload', everyMs: 200, limitMs: GIVE_UP_MS };

export type UploadLocker = ReturnType<typeof createUploadLocker>;

/**
 * One writer for each upload, whichever instances the requests reach. Whoever waits asks the holder to let go. A holder
 * that was paused for longer than its lease may still write: then the file's hash does not match and it is sent again.
 */
export function createUploadLocker(deps: UploadLockerDeps) {
  const { db, pubsub, loops, leaseMs = LEASE_MS } = deps;
  const renewal = {
    name: 'renew the lock of an upload',
    everyMs: leaseMs / 4,
    limitMs: leaseMs / 2,
    isLater: true,
  };
  const held = new Map<string, () => unknown>();
  const unsubscribe = pubsub.subscribe(WANTED, ({ id }) => void held.get(id)?.());

  function newLock(id: string): Lock & { tryLock(): Promise<boolean> } {
    const holder = randomUUID();
    let renewing: Loop | undefined;
    const take = () => takeUploadLock(db, { id, holder, leaseMs });

    function hold(requestRelease: () => unknown): void {
      held.set(id, requestRelease);
      renewing = loops.repeat(renewal, async () => {
        // Without the lock the writer stops, also while the database cannot say whose it is.
        if (!(await take().catch(() => false))) requestRelease();
      });
    }

    return {
      async lock(signal, requestRelease) {
        const ends = AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_MS)]);
        const isOurs = await loops.until(WAIT, ends, async () => {
          if (await take()) return true;
          await pubsub.publish(WANTED, { id });
          return false;
        });
        if (!isOurs) throw ERRORS.ERR_LOCK_TIMEOUT;
        hold(requestRelease);
      },
      async tryLock() {
        const isOurs = await take();
        if (isOurs) hold(() => undefined);
        return isOurs;
      },
      async unlock() {
        void renewing?.close();
        held.delete(id);
        await releaseUploadLock(db, { id, holder });
      },
    };
  }

  return {
    newLock,
    /** Runs `work` while no other instance runs work of the same name. @throws what `work` throws */
    async run<T>(id: string, work: () => Promise<T>): Promise<T> {
      const lock = newLock(id);
      await lock.lock(new AbortController().signal, () => undefined);
      try {
        return await work();
      } finally {
        await lock.unlock();
      }
    },
    /** The same in the background, unless an instance does it already. @returns whether it has begun */
    async tryRun(id: string, work: () => Promise<void>, onError: (error: unknown) => void) {
      const lock = newLock(id);
      if (!(await lock.tryLock())) return false;
      work().catch(onError).finally(lock.unlock).catch(onError);
      return true;
    },
    close: unsubscribe,
  };
}
