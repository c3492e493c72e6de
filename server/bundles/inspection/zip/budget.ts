import type { ByteSource } from './byte-source.ts';
import type { Entry } from './central-directory.ts';
import type { InspectionLimits } from './limits.ts';
import { BrokenRule } from './problem.ts';

/**
 * Counts entries and declared sizes against the limits before anything is unpacked, nested archives
 * included. `content.ts` checks that the declared sizes are the real ones.
 */
export type Budget = ReturnType<typeof createBudget>;

export function createBudget(bundle: ByteSource, limits: InspectionLimits) {
  let counted = 0;
  let bytes = 0;
  const { archiveRatio, entryRatio } = limits;

  function countEntry(entry: Entry): void {
    bytes += entry.size;
    if (bytes > limits.totalBytes)
      throw new BrokenRule(
        'total-size',
        entry.shown,
        `brings the unpacked size over ${limits.totalBytes} bytes`,
      );
    if (entry.size > entryRatio.from && entry.size > entryRatio.max * entry.compressedSize)
      throw new BrokenRule('ratio', entry.shown, `expands more than ${entryRatio.max}×`);
    if (bytes > archiveRatio.from && bytes > archiveRatio.max * bundle.size)
      throw new BrokenRule(
        'ratio',
        entry.shown,
        `makes the bundle expand more than ${archiveRatio.max}×`,
      );
  }

  return {
    /** @throws BrokenRule `entry-count` */
    countEntries(entries: number): void {
      counted += entries;
      if (counted > limits.entries)
        throw new BrokenRule('entry-count', null, `has more than ${limits.entries} entries`);
    },
    /** @throws BrokenRule `total-size` or `ratio` */
    countBytes(entries: readonly Entry[]): void {
      for (const entry of entries) countEntry(entry);
    },
  };
}
