import * as z from 'zod/mini';
import { INCIDENT_PHASES } from './incident.ts';

/** What the public reads of a platform, the worst first. */
export const PUBLIC_STATES = ['down', 'planned', 'slow', 'not-measured', 'up'] as const;
export type PublicState = (typeof PUBLIC_STATES)[number];

/** UTC, as in 2026-11-26T14:02:00.000Z. */
const time = z.iso.datetime();

const IncidentSchema = z.object({
  id: z.uuid(),
  /** Public names. */
  platforms: z.array(z.string()),
  /** The worst that its platform had; reported: a person opened it. */
  state: z.enum(['down', 'slow', 'planned', 'reported']),
  startedAt: time,
  /** Null: it is open. */
  endedAt: z.nullable(time),
  /** By people, oldest first. */
  updates: z.array(z.object({ at: time, phase: z.enum(INCIDENT_PHASES), text: z.string() })),
});

/** The public status page for programs. It is all that leaves: what is not named here is nowhere in it. */
export const StatusSummarySchema = z.object({
  title: z.string(),
  asOf: time,
  /** False: newer data cannot be read now. */
  isCurrent: z.boolean(),
  /** In the order of the page. */
  platforms: z.array(
    z.object({
      name: z.string(),
      state: z.enum(PUBLIC_STATES),
      /** Since when; null: it is not known, or not measured. */
      since: z.nullable(time),
      /** Share of the measured time of 90 days in which it answered, maintenance left out; null: none was measured. */
      uptime: z.nullable(z.number()),
      /** Of those 90 days. */
      measuredDays: z.number(),
    }),
  ),
  /** Open ones, and those of the last 14 days; newest first. */
  incidents: z.array(IncidentSchema),
  /** Present and coming, by their start. */
  maintenance: z.array(
    z.object({
      id: z.uuid(),
      platforms: z.array(z.string()),
      startsAt: time,
      endsAt: time,
      plannedAt: time,
      /** When it was planned, or changed last. */
      updatedAt: time,
    }),
  ),
});
export type StatusSummary = z.infer<typeof StatusSummarySchema>;
