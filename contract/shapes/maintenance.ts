import * as z from 'zod/mini';
import { TEXT_MAX } from '../limits.ts';

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
});
export type Maintenance = z.infer<typeof MaintenanceSchema>;

/** Present and coming windows by their start, then the last month's ended ones, newest first. Replaced by live messages. */
export const MaintenanceListSchema = z.array(MaintenanceSchema);

export const MAINTENANCE_REPEATS = ['none', 'weekly'] as const;
export type MaintenanceRepeat = (typeof MAINTENANCE_REPEATS)[number];

const EpochMsSchema = z.int().check(z.nonnegative());

export const MaintenancePayloadSchema = z.strictObject({
  platforms: z
    .array(z.string().check(z.minLength(1), z.maxLength(64)))
    .check(z.minLength(1), z.maxLength(1000)),
  note: z.string().check(z.trim(), z.maxLength(TEXT_MAX.note)),
  /** Left out: now. */
  startsAt: z.optional(EpochMsSchema),
  /** An end is always required. */
  endsAt: EpochMsSchema,
  repeat: z.enum(MAINTENANCE_REPEATS),
  timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
});

/** Another end for the present or next occurrence; one that is past ends it now. */
export const MaintenanceChangeSchema = z.strictObject({ endsAt: EpochMsSchema });
