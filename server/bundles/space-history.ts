import { repeat } from '../base/clock.ts';
import type { Journal } from '../database/journal.ts';
import type { NodeBase } from '../feature.ts';
import type { DiskSpace } from './disk-space.ts';
import { databaseBytes, saveSpace } from './rows/space-history.ts';

interface SpaceHistoryDeps extends Pick<NodeBase, 'clock' | 'log'> {
  /** Of the leader. */
  readonly journal: Journal;
  readonly disk: Pick<DiskSpace, 'read'>;
}

const HOUR_MS = 60 * 60 * 1000;

/** Stores each hour how much room there is, so that it can be said how long it lasts. The owner closes it. */
export const createSpaceHistory = ({ journal, disk, clock, log }: SpaceHistoryDeps) =>
  repeat(clock, HOUR_MS, async () => {
    try {
      const { freeBytes } = await disk.read();
      const at = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
      await journal.commit(async (tx) =>
        saveSpace(tx, { at, freeBytes, databaseBytes: await databaseBytes(tx) }),
      );
    } catch (error) {
      log.error({ err: error }, 'free space not stored');
    }
  });
