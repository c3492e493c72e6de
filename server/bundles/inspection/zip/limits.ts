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
