/** Limits of platforms that console and server must agree on. */

/** Of every kind together. */
export const PLATFORMS_MAX = 1000;
/** Of one file. */
export const IMPORT_MAX = 500;

/** What a platform may be probed with, and how often one that reports itself may say that it calls. */
export const PROBE = {
  redirectsMax: 10,
  headersMax: 10,
  /** Of what a port is sent, and of what it has to say. */
  talkMax: 500,
  everySecMin: 10,
  everySecMax: 31 * 24 * 3600,
  /** Of a line of cron, and of the name of a time zone. */
  cronMax: 100,
} as const;

/** What a platform may have in place of the mesh's own. */
export const THRESHOLDS = {
  intervalSec: { min: 5, max: 3600 },
  lateMs: { min: 1, max: 60_000 },
  timeoutMs: { min: 10, max: 60_000 },
  failures: { min: 1, max: 10 },
} as const;

/** Tags of one platform. */
export const TAGS_MAX = 20;

/** Platforms on which one depends by itself. */
export const DEPENDS_ON_MAX = 20;
