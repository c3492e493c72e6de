/** Response header: the server's clock at the time of the answer, epoch milliseconds. */
export const SERVER_TIME_HEADER = 'meridian-time';

/**
 * Response header of a read: the number of the last live message that was sent before the read began. The data
 * includes at least all changes up to it, so the client drops older messages about the same key.
 */
export const LIVE_SEQ_HEADER = 'meridian-seq';

/**
 * Request header of an upload: a random key chosen by the sender. A repeat with the same key gets the bundle that the
 * first upload created.
 */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** Request header of an upload: SHA-256 of the file, hexadecimal. A file with another hash is refused. */
export const FILE_SHA256_HEADER = 'meridian-sha256';
