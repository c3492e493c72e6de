import { randomUUID } from 'node:crypto';
import { recordActivity } from '../activity/rows.ts';
import { durationText } from '../base/duration-text.ts';
import { lookAtClock } from '../database/pruning-time.ts';
import type { Feature, NodeBase } from '../feature.ts';
import { createSoleLeadership, type OpenTerm } from './leadership.ts';
import { createLeaseLeadership } from './lease-leadership.ts';
import { type Instance, removeInstance, saveInstance } from './rows.ts';

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

const SAVE = { name: 'say that this instance is there', everyMs: 5_000, limitMs: 10_000 };
/** Of a row that nobody renews. */
const FORGET_MS = 60_000;

/** Says in the database that this instance is there, for as long as it is. The owner closes it. */
function keepInstance(
  { db, loops, log }: Pick<NodeBase, 'db' | 'loops' | 'log'>,
  instance: Instance,
): { close(): Promise<void> } {
  const warn = (error: unknown) => log.warn({ reason: String(error) }, 'instance not stored');
  const keeping = loops.repeat(SAVE, () => saveInstance(db, instance, FORGET_MS).catch(warn));
  return {
    async close() {
      await keeping.close();
      await removeInstance(db, instance.id).catch(warn);
    },
  };
}

const LOOK = {
  name: 'look at the clock',
  everyMs: 60 * 60_000,
  limitMs: 60_000,
  failed: 'clock not looked at; it is tried again',
};
const AGAIN = 'The clock is believed again: what is old is deleted again';
const movedText = (ms: number) =>
  `The clock moved by ${durationText(Math.abs(ms))}: nothing is deleted because of its age until it is back, or has run for a day`;

/** Looks at the clock of the leader, by which old rows are deleted (see `pruningTime`), and says when it is not believed. */
export const setUpPruningClock = ({
  clock,
  loops,
  log,
}: Pick<NodeBase, 'clock' | 'loops' | 'log'>): Feature => ({
  lead(journal) {
    let lookedAt: number | undefined;
    return loops.repeat(LOOK, async () => {
      const [at, elapsed] = [clock.now(), clock.elapsed()];
      const passedMs = lookedAt === undefined ? undefined : elapsed - lookedAt;
      await journal.commit(async (tx, emit) => {
        const movedMs = await lookAtClock(tx, at, passedMs);
        if (movedMs === undefined) return;
        const message = movedMs === 0 ? AGAIN : movedText(movedMs);
        log.warn({ movedMs }, message);
        const severity = movedMs === 0 ? 'primary' : 'warning';
        await recordActivity(tx, emit, { message, severity, at });
      });
      lookedAt = elapsed;
    });
  },
});
