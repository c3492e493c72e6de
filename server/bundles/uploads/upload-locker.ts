import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS, type Lock } from '@tus/server';
import * as z from 'zod/mini';
import type { Topic } from '../../database/pubsub.ts';
import type { NodeBase } from '../../feature.ts';
import { releaseUploadLock, takeUploadLock } from '../rows/upload-locks.ts';

interface UploadLockerDeps extends Pick<NodeBase, 'db' | 'pubsub' | 'now'> {
  /** For tests. */
  readonly leaseMs?: number;
}

/** Somebody else wants to write this upload: its sender reconnected, perhaps to another instance. */
const WANTED: Topic<{ id: string }> = {
  name: 'upload-wanted',
  schema: z.object({ id: z.string() }),
};

/** Clocks of the instances may differ by less than this. */
const LEASE_MS = 20_000;
const TRY_EVERY_MS = 200;
const GIVE_UP_MS = 30_000;

export type UploadLocker = ReturnType<typeof createUploadLocker>;

/**
 * One writer for each upload, whichever instances the requests reach. Whoever waits asks the holder to let go. A holder
 * that was paused for longer than its lease may still write: then the file's hash does not match and it is sent again.
 */
export function createUploadLocker(deps: UploadLockerDeps) {
  const { db, pubsub, now, leaseMs = LEASE_MS } = deps;
  const held = new Map<string, () => unknown>();
  const unsubscribe = pubsub.subscribe(WANTED, ({ id }) => void held.get(id)?.());

  function newLock(id: string): Lock & { tryLock(): Promise<boolean> } {
    const holder = randomUUID();
    let renewing: NodeJS.Timeout | undefined;
    const take = () => takeUploadLock(db, { id, holder, expiresAt: now() + leaseMs }, now());

    function hold(requestRelease: () => unknown): void {
      held.set(id, requestRelease);
      renewing = setInterval(() => {
        // Without the lock the writer stops, also while the database cannot say whose it is.
        take().then(
          (isOurs) => isOurs || requestRelease(),
          () => requestRelease(),
        );
      }, leaseMs / 4).unref();
    }

    return {
      async lock(signal, requestRelease) {
        const deadline = performance.now() + GIVE_UP_MS;
        while (!(await take())) {
          await pubsub.publish(WANTED, { id });
          if (signal.aborted || performance.now() > deadline) throw ERRORS.ERR_LOCK_TIMEOUT;
          await sleep(TRY_EVERY_MS);
        }
        hold(requestRelease);
      },
      async tryLock() {
        const isOurs = await take();
        if (isOurs) hold(() => undefined);
        return isOurs;
      },
      async unlock() {
        clearInterval(renewing);
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
