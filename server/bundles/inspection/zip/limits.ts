import type { ByteSource } from './byte-source.ts';
import type { Entry } from './central-directory.ts';
import { BrokenRule } from './problem.ts';

const MIB = 1024 * 1024;

/** Limits of an archive; nested archives count towards the same numbers. */
export interface InspectionLimits {
  /** Entries of the archive and of those inside it, together. */
  readonly entries: number;
  /** Unpacked bytes, together. */
  readonly totalBytes: number;
  /** Of one entry that unpacks to more than `from` bytes: unpacked by packed size. */
  readonly entryRatio: Ratio;
  /** The same for everything in the bundle, nested archives included, by the bundle's size. */
  readonly archiveRatio: Ratio;
  /** How deep archives may be nested; 0 allows none inside the bundle. */
  readonly nesting: number;
  /** Folders in a path. */
  readonly pathDepth: number;
  readonly nameBytes: number;
}

interface Ratio {
  readonly max: number;
  readonly from: number;
}

/** The limits that an operator can set. */
interface ConfiguredLimits {
  readonly entries: number;
  readonly totalBytes: number;
  /** Of one entry. */
  readonly ratio: number;
  readonly nesting: number;
}

/**
 * Small entries of zeros are common and harmless (matrices in published packages unpack from 9 KiB to
 * 1.4 MiB), so an entry's ratio counts from 4 MiB. Honest archives as a whole stay far below the ratio of
 * a single entry: half of it is enough, from 64 MiB.
 */
export function inspectionLimits(configured: ConfiguredLimits): InspectionLimits {
  const { entries, totalBytes, ratio, nesting } = configured;
  return {
    entries,
    totalBytes,
    entryRatio: { max: ratio, from: 4 * MIB },
    archiveRatio: { max: ratio / 2, from: 64 * MIB },
    nesting,
    pathDepth: 64,
    nameBytes: 1024,
  };
}

/**
 * Counts entries and declared sizes against the limits before anything is unpacked, nested archives
 * included. `content.ts` checks that the declared sizes are the real ones.
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
    countEntries(entries) {
      counted += entries;
      if (counted > limits.entries)
        throw new BrokenRule('entry-count', null, `has more than ${limits.entries} entries`);
    },
    countBytes(entries) {
      for (const entry of entries) countEntry(entry);
    },
  };
}
