import type { ByteSource } from './byte-source.ts';
import type { Entry } from './central-directory.ts';
import type { InspectionLimits } from './limits.ts';
import { BrokenRule } from './problem.ts';

/**
 * What one bundle may still ask for, nested archives included. It goes by declared numbers, before
 * anything is unpacked; that the declared numbers are the real ones is `content.ts`'s matter.
 */
export interface Budget {
  /** @throws BrokenRule `entry-count` */
  countEntries(entries: number): void;
  /** @throws BrokenRule `total-size` or `ratio` */
  countBytes(entries: readonly Entry[]): void;
}

export function createBudget(bundle: ByteSource, limits: InspectionLimits): Budget {
  let counted = 0;
  let bytes = 0;
  const { archiveRatio, entryRatio } = limits;

  function countEntry(entry: Entry): void {
    bytes += entry.size;
    if (bytes > limits.totalBytes)
      throw new BrokenRule(
        'total-size',
        entry.shown,
        `Unpacked, it passes ${limits.totalBytes} bytes.`,
      );
    if (entry.size > entryRatio.from && entry.size > entryRatio.max * entry.compressedSize)
      throw new BrokenRule(
        'ratio',
        entry.shown,
        `It unpacks to over ${entryRatio.max} times its size.`,
      );
    if (bytes > archiveRatio.from && bytes > archiveRatio.max * bundle.size)
      throw new BrokenRule(
        'ratio',
        entry.shown,
        `With it, the bundle unpacks to over ${archiveRatio.max} times its size.`,
      );
  }

  return {
    countEntries(entries) {
      counted += entries;
      if (counted > limits.entries)
        throw new BrokenRule('entry-count', null, `It has more than ${limits.entries} entries.`);
    },
    countBytes(entries) {
      for (const entry of entries) countEntry(entry);
    },
  };
}
