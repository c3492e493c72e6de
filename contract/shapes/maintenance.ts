import * as z from 'zod/mini';

/** A time in which platforms may be down: probes go on, downtime counts as planned, alerts are silent. */
const MaintenanceSchema = z.looseObject({
  id: z.number(),
  /** Ids of platforms. */
  platforms: z.array(z.string()),
  note: z.string(),
  /** Epoch milliseconds of the present occurrence, else of the next, else of the last. */
  startsAt: z.number(),
  endsAt: z.number(),
  /** `weekly`: again at the same time of the week, in its own time zone. */
  repeat: z.string(),
  /** IANA name, such as 'Europe/Berlin'. */
  timeZone: z.string(),
  /** Username. */
  createdBy: z.string(),
  /** Epoch milliseconds. */
  createdAt: z.number(),
  /** When it was changed last; null: never. */
  changedAt: z.optional(z.nullable(z.number())),
});
export type Maintenance = z.infer<typeof MaintenanceSchema>;

/** Present and coming windows by their start, then the last month's ended ones, newest first. Replaced by live messages. */
export const MaintenanceListSchema = z.array(MaintenanceSchema);

export const MAINTENANCE_REPEATS = ['none', 'weekly'] as const;
