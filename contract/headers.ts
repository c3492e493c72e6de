/** Response header: the server's clock as this answer was made, in epoch milliseconds. */
export const SERVER_TIME_HEADER = 'meridian-time';

/**
 * Response header of a read: the number of the last live message that was out when the read began.
 * The data holds at least everything up to it, so older messages about the same key are dropped.
 */
export const LIVE_SEQ_HEADER = 'meridian-seq';
