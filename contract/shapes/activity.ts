import * as z from 'zod/mini';

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
