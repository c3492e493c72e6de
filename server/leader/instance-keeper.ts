import type { FastifyBaseLogger } from 'fastify';
import { type Clock, every } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { type Instance, removeInstance, saveInstance } from '../store/instances.ts';

interface InstanceKeeperDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

const SAVE_EVERY_MS = 5_000;
/** Of a row that nobody renews. */
const FORGET_MS = 60_000;

/** Says in the database that this instance is there, for as long as it is. The owner closes it. */
export function keepInstance(
  { db, clock, log }: InstanceKeeperDeps,
  instance: Instance,
): { close(): Promise<void> } {
  const closing = new AbortController();
  const warn = (error: unknown) => log.warn({ reason: String(error) }, 'instance not stored');
  const keeping = every(
    clock,
    () => SAVE_EVERY_MS,
    closing.signal,
    () => saveInstance(db, instance, FORGET_MS).catch(warn),
  );
  return {
    async close() {
      closing.abort();
      await keeping;
      await removeInstance(db, instance.id).catch(warn);
    },
  };
}
