/** Response header: the server's clock as this answer was made, in epoch milliseconds. */
export const SERVER_TIME_HEADER = 'meridian-time';

/**
 * Response header of a read: the number of the last live message that was out when the read began.
 * The data holds at least everything up to it, so older messages about the same key are dropped.
 */
export const LIVE_SEQ_HEADER = 'meridian-seq';

/**
 * Request header of an upload: a random name that the sender gave it. A repeat with the same name is
 * answered with the bundle that the first one became.
 */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** Request header of an upload: the file's SHA-256, hexadecimal; other bytes than these are refused. */
export const FILE_SHA256_HEADER = 'meridian-sha256';

/** Request header, present or not: this script is asked for to be kept on the device, and run from there. */
export const TO_KEEP_HEADER = 'meridian-to-keep';
