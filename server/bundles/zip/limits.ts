const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

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

/**
 * 10,000 entries and the two ratios are what public registries and mail gateways use (50:1 once past
 * 64 MiB; 100:1 for a single entry). Small entries of zeros are common and harmless, so the ratio of an
 * entry counts from 1 MiB.
 */
export const INSPECTION_LIMITS: InspectionLimits = {
  entries: 10_000,
  totalBytes: 4 * GIB,
  entryRatio: { max: 100, from: MIB },
  archiveRatio: { max: 50, from: 64 * MIB },
  nesting: 2,
  pathDepth: 64,
  nameBytes: 1024,
};
