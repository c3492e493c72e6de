import * as z from 'zod/mini';
import { ACTIVITY, INCIDENTS, TEXT_MAX } from '../limits.ts';

const EpochMsSchema = z.coerce.number().check(z.int(), z.nonnegative());

/** All filters apply together; without any the answer is the newest page. Newest first, unless `after` is asked for. */
export const ActivityQuerySchema = z.strictObject({
  /** Id of a row: only older rows. The cursor of the next page is the id of the last row. */
  before: z.optional(z.coerce.number().check(z.int(), z.positive())),
  /** Id of a row: only newer rows, and the oldest of them first. 0: from the first row on. */
  after: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(ACTIVITY.pageMax))),
  /** One severity or several with commas; `info` (or `primary`) is every row that is none of `SEVERITIES`. */
  severity: z.optional(z.string().check(z.maxLength(64))),
  /** Text in the message, in any case. */
  q: z.optional(z.string().check(z.maxLength(TEXT_MAX.search))),
  /** Id of a platform. */
  platform: z.optional(z.string().check(z.maxLength(64))),
  /** Epoch milliseconds, inclusive. */
  from: z.optional(EpochMsSchema),
  /** Epoch milliseconds, exclusive. */
  to: z.optional(EpochMsSchema),
});

/** All filters apply together. */
export const IncidentQuerySchema = z.strictObject({
  /** Id: only incidents with a smaller one. The cursor of the next page is the smallest id of the last one. */
  before: z.optional(z.coerce.number().check(z.int(), z.positive())),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(INCIDENTS.pageMax))),
  state: z.optional(z.enum(['open', 'ended'])),
  status: z.optional(z.enum(['warning', 'error'])),
  platform: z.optional(z.string().check(z.maxLength(64))),
  /** Text in the cause, or in the name or note of an acknowledgement, in any case. */
  q: z.optional(z.string().check(z.maxLength(TEXT_MAX.search))),
  /** Incidents that were open at some time from here on, epoch milliseconds. */
  from: z.optional(EpochMsSchema),
  /** Incidents that began before, epoch milliseconds. */
  to: z.optional(EpochMsSchema),
});

export const HistoryQuerySchema = z.strictObject({
  platform: z.optional(z.string().check(z.maxLength(64))),
  /** Epoch milliseconds. */
  since: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
});

export const LiveQuerySchema = z.strictObject({
  since: z.coerce.number().check(z.int(), z.nonnegative()),
});
