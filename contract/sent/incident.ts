import * as z from 'zod/mini';
import { INCIDENTS } from '../limits.ts';
import { INCIDENT_PHASES, REPORT_PARTS } from '../shapes/incident.ts';
import { MAINTENANCE_REPEATS } from '../shapes/maintenance.ts';
import { TEXT_MAX } from '../text-limits.ts';
import { proseOf, titleOf } from './text.ts';

export const EpochMsSchema = z.int().check(z.nonnegative());

const TextSchema = proseOf(TEXT_MAX.incidentText);
/** Ids of those that it affects; also none. */
const AffectedSchema = z.array(z.string().check(z.maxLength(64))).check(z.maxLength(1000));

export const INCIDENT_PAYLOADS = {
  openIncident: z.strictObject({
    title: titleOf(TEXT_MAX.incidentTitle),
    platforms: AffectedSchema,
    /** The first update. */
    text: z.optional(TextSchema),
  }),
  /** Answered 409 when the incident has ended, or when probes found it. */
  changeIncident: z.strictObject({ platforms: AffectedSchema }),
  /** Answered 409 when the incident has ended. */
  acknowledgeIncident: z.strictObject({
    note: proseOf(TEXT_MAX.note, 0),
  }),
  /** Answered 409 when the incident has ended, or when `to` may not be on it or is whoever offers it. */
  handOverIncident: z.strictObject({
    /** Username of an operator or admin. */
    to: z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.username)),
  }),
  commentOnIncident: z.strictObject({
    text: TextSchema,
    /** Left out: `comment`. */
    kind: z.optional(z.enum(['comment', ...INCIDENT_PHASES, ...REPORT_PARTS])),
  }),
  /** That a person has seen it: `shown` on a screen that is visible, or `opened`. */
  seeIncident: z.strictObject({ how: z.enum(['shown', 'opened']) }),
  /** Begins a drill: the platform pretends to be down. Answered 409 while the platform has an open incident. */
  startDrill: z.strictObject({
    platform: z.string().check(z.minLength(1), z.maxLength(64)),
    minutes: z.int().check(z.minimum(1), z.maximum(INCIDENTS.drillMaxMinutes)),
  }),
  planMaintenance: z.strictObject({
    platforms: z
      .array(z.string().check(z.minLength(1), z.maxLength(64)))
      .check(z.minLength(1), z.maxLength(1000)),
    note: proseOf(TEXT_MAX.note, 0),
    /** Left out: now. */
    startsAt: z.optional(EpochMsSchema),
    /** An end is always required. */
    endsAt: EpochMsSchema,
    repeat: z.enum(MAINTENANCE_REPEATS),
    timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
  }),
  /** Another end for the present or next occurrence; one that is past ends it now. */
  changeMaintenance: z.strictObject({ endsAt: EpochMsSchema }),
  addHandoverNote: z.strictObject({
    text: proseOf(TEXT_MAX.handoverNote),
  }),
} as const;
