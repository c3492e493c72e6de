import * as z from 'zod/mini';
import { ACTIVITY, TEXT_MAX } from '../limits.ts';

const ActivitySchema = z.looseObject({
  id: z.union([z.string(), z.number()]),
  message: z.string(),
  severity: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** Id of the platform that the row is about, if it is about one. */
  platform: z.optional(z.nullable(z.string())),
});
export type Activity = z.infer<typeof ActivitySchema>;

/** Newest first. */
export const ActivityListSchema = z.array(ActivitySchema);

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
