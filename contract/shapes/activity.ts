import * as z from 'zod/mini';
import { ACTIVITY, TEXT_MAX } from '../limits.ts';

/** The severities with a look of their own; any other value is displayed as primary. */
export const SEVERITIES = ['success', 'warning', 'error'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const ActivitySchema = z.looseObject({
  id: z.union([z.string(), z.number()]),
  message: z.string(),
  severity: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
});
export type Activity = z.infer<typeof ActivitySchema>;

/** Newest first. */
export const ActivityListSchema = z.array(ActivitySchema);

/** Paging: rows older than `before` (an id), at most `limit`, of one severity, holding the text `q`. */
export const ActivityQuerySchema = z.strictObject({
  before: z.optional(z.coerce.number().check(z.int(), z.positive())),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(ACTIVITY.pageMax))),
  severity: z.optional(z.string().check(z.maxLength(32))),
  q: z.optional(z.string().check(z.maxLength(TEXT_MAX.search))),
});
export type ActivityQuery = z.infer<typeof ActivityQuerySchema>;
