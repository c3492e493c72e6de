import { randomUUID } from 'node:crypto';
import { repeat } from '../base/clock.ts';
import { type Instance, removeInstance, saveInstance } from '../database/instances.ts';
import type { NodeBase } from '../feature.ts';
import { createSoleLeadership, type OpenTerm } from './leadership.ts';
import { createLeaseLeadership } from './lease-leadership.ts';

/** This instance among those of its database. On SQLite it is the only one, which leads and asks nobody. The owner closes it. */
export function setUpInstance(deps: NodeBase) {
  const { config, clock, build } = deps;
  const id = randomUUID();
  const instance = { id, name: config.instanceName, build, startedAt: clock.now() };
  if (config.database === null)
    return {
      instance,
      createLeadership: (openTerm: OpenTerm) => createSoleLeadership({ ...deps, openTerm }),
      close: async () => undefined,
    };
  return {
    instance,
    createLeadership: (openTerm: OpenTerm) =>
      createLeaseLeadership({ ...deps, instance: id, openTerm }),
    close: keepInstance(deps, instance).close,
  };
}

const SAVE_EVERY_MS = 5_000;
/** Of a row that nobody renews. */
const FORGET_MS = 60_000;

/** Says in the database that this instance is there, for as long as it is. The owner closes it. */
function keepInstance(
  { db, clock, log }: Pick<NodeBase, 'db' | 'clock' | 'log'>,
  instance: Instance,
): { close(): Promise<void> } {
  const warn = (error: unknown) => log.warn({ reason: String(error) }, 'instance not stored');
  const keeping = repeat(clock, SAVE_EVERY_MS, () =>
    saveInstance(db, instance, FORGET_MS).catch(warn),
  );
  return {
    async close() {
      await keeping.close();
      await removeInstance(db, instance.id).catch(warn);
    },
  };
}
