const MIB = 1024 * 1024;

/** How much an archive may ask of whoever unpacks it. Nested archives count towards the same limits. */
export interface InspectionLimits {
  /** Entries of the archive and of those inside it, together. */
  readonly entries: number;
  /** Unpacked bytes, together. */
  readonly totalBytes: number;
  /** One entry: how many times its packed bytes it may unpack to, once past `from` bytes. */
  readonly entryRatio: Ratio;
  /** The same for all that unpacks from the archive, nested archives included, against its own size. */
  readonly archiveRatio: Ratio;
  /** How many archives may lie inside one another; 0 allows none inside the bundle. */
  readonly nesting: number;
  /** Folders in a path. */
  readonly pathDepth: number;
  readonly nameBytes: number;
}

export interface Ratio {
  readonly max: number;
  readonly from: number;
}

/** What an operator may set; the rest follows from it or is no matter of taste. */
export interface ConfiguredLimits {
  readonly entries: number;
  readonly totalBytes: number;
  /** Of one entry. */
  readonly ratio: number;
  readonly nesting: number;
}

/**
 * Small entries of zeros are common and harmless (matrices in published packages unpack from 9 KiB to
 * 1.4 MiB), so the ratio of an entry counts from 4 MiB. An archive as a whole never gets near an entry's
 * ratio by honest means: half of it is enough, from 64 MiB.
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
