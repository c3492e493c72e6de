import * as z from 'zod/mini';
import { TestimonySchema } from './witness.ts';

/** Who has taken an incident on. */
const AcknowledgementSchema = z.looseObject({
  /** Username. */
  by: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** What they wrote; '' when nothing. */
  note: z.string(),
});
export type Acknowledgement = z.infer<typeof AcknowledgementSchema>;

/** Somebody asks somebody to take an incident on, who accepts by acknowledging it. */
const OfferSchema = z.looseObject({
  /** Username. */
  by: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** From then on it has come to nothing, also while the server has not said so yet. */
  until: z.number(),
  /** Username. */
  to: z.string(),
});
export type Offer = z.infer<typeof OfferSchema>;

/** The time from a platform's leaving `connected` until it is back; or what a person opened, until a person ends it. */
const incident = {
  id: z.number(),
  /** Id of the platform; '' of one that a person opened. */
  platform: z.string(),
  /** The worst that the platform had in it: `warning` (it answered late) or `error` (it was down). */
  status: z.string(),
  /** Epoch milliseconds of the probe that found it. */
  startedAt: z.number(),
  /** Epoch milliseconds of the probe that found the platform connected again; null: it is open. */
  endedAt: z.nullable(z.number()),
  /** Why the probes failed, such as 'no answer'; null when they were only late. Of one that a person opened its title. */
  cause: z.nullable(z.string()),
  /** Username, or of a display's or a host's the name of this node; without it probes found it. */
  openedBy: z.optional(z.string()),
  /** Ids of the platforms that one affects which a person opened. It counts as no downtime of them. */
  platforms: z.optional(z.array(z.string())),
  /** All of it so far lies in maintenance windows: alerts are silent. */
  planned: z.boolean(),
  /** Epoch milliseconds of the end of a drill; null: the platform really has this status. */
  drillUntil: z.nullable(z.number()),
  /** null: nobody has said that they are on it, or whoever was has offered it to somebody. */
  acknowledgement: z.nullable(AcknowledgementSchema),
  /** Null or left out: it is offered to nobody. It ends when anybody acknowledges the incident. */
  offer: z.optional(z.nullable(OfferSchema)),
  /**
   * Of what it is, by what other nodes say. line: they reach the platform, and this node does not. platform: they do not either. node:
   * this node is cut off, and `platform` is its own id. undecided: for a round they are waited for. Null or left out: they say too little.
   * display, host: a display, or the host of a platform that is over a limit, of which no other node knows; this node opened it.
   */
  scope: z.optional(z.nullable(z.string())),
};
const IncidentSchema = z.looseObject(incident);
export type Incident = z.infer<typeof IncidentSchema>;

/**
 * Without a query: every open incident and the newest ended ones, newest first. A live message prepends a new one and
 * patches one that has changed. An ended drill is deleted, and the list replaced.
 */
export const IncidentListSchema = z.array(IncidentSchema);

/** How far those are who work on an incident; each is said by a person. */
export const INCIDENT_PHASES = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentPhase = (typeof INCIDENT_PHASES)[number];

/** Parts of the after-report: what happened, why, and what is changed. The newest of each holds. */
export const REPORT_PARTS = ['report-what', 'report-why', 'report-change'] as const;
export type ReportPart = (typeof REPORT_PARTS)[number];

export const IncidentOpenedSchema = z.looseObject({ message: z.string(), id: z.number() });

/** Something that happened in an incident. */
const IncidentEventSchema = z.looseObject({
  /** Epoch milliseconds. */
  at: z.number(),
  /**
   * opened, status, ended: what probes found. witnesses: what other nodes said. not-measured: this node did not probe meanwhile. acknowledged, released,
   * offered, handed-over (before there were offers), changed (which platforms it affects), comment, a phase, a part of the after-report: by a person. not-accepted: an offer came to nothing. maintenance: a window began or ended. alert: one was sent, or could not be.
   * escalation: a step of a rule was taken or skipped. seen: by a person.
   */
  kind: z.string(),
  /** A sentence. */
  text: z.string(),
  /** Username with which the text of a person begins, before `: `. */
  by: z.optional(z.string()),
});
export type IncidentEvent = z.infer<typeof IncidentEventSchema>;

/** Events oldest first. */
export const IncidentDetailsSchema = z.looseObject({
  ...incident,
  events: z.array(IncidentEventSchema),
  /** When its scope was found. */
  testimony: z.optional(TestimonySchema),
});
export type IncidentDetails = z.infer<typeof IncidentDetailsSchema>;
