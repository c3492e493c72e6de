import * as z from 'zod/mini';
import {
  DISPLAY_CODE_TYPED_MAX,
  NOTIFICATIONS_LISTED_MAX,
  PROOF_DEADLINE_SEC,
  PUSH_KINDS,
} from './limits.ts';
import type { CallName } from './paths.ts';
import { LoginPayloadSchema, RegistrationPayloadSchema } from './sent/account.ts';
import {
  ArrivalPayloadSchema,
  ChannelPayloadSchema,
  DailyHoursSchema,
  PreviewPayloadSchema,
  RotaPayloadSchema,
  RulePayloadSchema,
} from './sent/alert.ts';
import { DeployPayloadSchema, UploadFieldsSchema } from './sent/bundle.ts';
import { EpochMsSchema, INCIDENT_PAYLOADS } from './sent/incident.ts';
import { PEOPLE_PAYLOADS } from './sent/people.ts';
import { PLATFORM_PAYLOADS } from './sent/platform.ts';
import { QUERIES } from './sent/queries.ts';
import { lineOf, titleOf } from './sent/text.ts';
import { DISPLAY_ORDERS } from './shapes/display.ts';
import { STATUS_PAGE_MAX } from './status-page-limits.ts';
import { TEXT_MAX } from './text-limits.ts';

const endpoint = z.url({ protocol: /^https$/ }).check(z.maxLength(2048));

const HostLimitSchema = z.strictObject({
  measure: z.string().check(z.maxLength(32)),
  name: z.string().check(z.maxLength(TEXT_MAX.search)),
  over: z.number().check(z.minimum(0), z.maximum(1e12)),
  forSec: z.int().check(z.minimum(0), z.maximum(24 * 3600)),
});

/**
 * What each call is sent: its JSON, or of a multipart call the fields beside the file. Who answers checks it. The console
 * needs the types alone, and does not load the shapes.
 */
export const PAYLOADS = {
  login: LoginPayloadSchema,
  register: RegistrationPayloadSchema,
  upload: UploadFieldsSchema,
  deploy: DeployPayloadSchema,
  proofStart: z.strictObject({
    peer: z.string().check(z.minLength(1), z.maxLength(255)),
    deadline_sec: z
      .int()
      .check(z.minimum(PROOF_DEADLINE_SEC.min), z.maximum(PROOF_DEADLINE_SEC.max)),
    commander_origin: z.string().check(z.maxLength(255)),
  }),
  /** What a screen says when it asks who it is: the build of the console that it runs. */
  pair: z.strictObject({ build: z.string().check(z.maxLength(TEXT_MAX.build)) }),
  /** Who approves a display types its code, in any case and with or without spaces and dashes. */
  approveDisplay: z.strictObject({
    code: z.string().check(z.trim(), z.minLength(1), z.maxLength(DISPLAY_CODE_TYPED_MAX)),
    name: lineOf(TEXT_MAX.displayName),
  }),
  /** As in `Display`. */
  reportDisplay: z.strictObject({
    build: z.string().check(z.maxLength(TEXT_MAX.build)),
    startedAt: EpochMsSchema,
    reload: lineOf(TEXT_MAX.displayReported),
    paintedAt: EpochMsSchema,
    verdict: lineOf(TEXT_MAX.displayReported),
    hash: lineOf(TEXT_MAX.displayReported),
    dataAt: z.nullable(EpochMsSchema),
    skewMs: z.int(),
    workers: z.int().check(z.nonnegative()),
    memoryBytes: z.nullable(z.int().check(z.nonnegative())),
  }),
  watchDisplay: z.strictObject({ alert: z.boolean(), hours: z.nullable(DailyHoursSchema) }),
  orderDisplay: z.strictObject({ order: z.enum(DISPLAY_ORDERS) }),
  /** Marks these notifications as read; unknown ids are ignored. */
  readNotifications: z.strictObject({
    ids: z.array(z.int()).check(z.minLength(1), z.maxLength(NOTIFICATIONS_LISTED_MAX)),
  }),
  /** The device's own choice is sent with every subscription, so that a renewed one keeps it. */
  pushSubscribe: z.strictObject({
    endpoint,
    /** Base64url: 65 and 16 bytes. */
    keys: z.strictObject({
      p256dh: z.string().check(z.regex(/^[\w-]{87}$/)),
      auth: z.string().check(z.regex(/^[\w-]{22}$/)),
    }),
    kinds: z.array(z.enum(PUSH_KINDS)).check(z.maxLength(PUSH_KINDS.length)),
  }),
  pushUnsubscribe: z.strictObject({ endpoint }),
  pushTest: z.strictObject({ endpoint }),
  addAlertChannel: ChannelPayloadSchema,
  changeAlertChannel: ChannelPayloadSchema,
  previewAlert: PreviewPayloadSchema,
  addAlertRule: RulePayloadSchema,
  changeAlertRule: RulePayloadSchema,
  changeRota: RotaPayloadSchema,
  reportArrival: ArrivalPayloadSchema,
  /** Answered 400 where it would be public without a platform. */
  changeStatusPage: z.strictObject({
    on: z.boolean(),
    title: titleOf(STATUS_PAGE_MAX.title),
    platforms: z
      .array(
        z.strictObject({
          id: z.string().check(z.minLength(1), z.maxLength(64)),
          name: lineOf(TEXT_MAX.platformName),
        }),
      )
      .check(z.maxLength(STATUS_PAGE_MAX.platforms)),
    /** Of its times. Left out: as it is. */
    timeZone: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    byGroup: z.optional(z.boolean()),
  }),
  ...INCIDENT_PAYLOADS,
  ...PEOPLE_PAYLOADS,
  ...PLATFORM_PAYLOADS,
  /** renew: its metrics get another address, and the former one is worth nothing. Limits that are left out stay as they are. */
  changeHost: z.strictObject({
    renew: z.optional(z.boolean()),
    limits: z.optional(z.array(HostLimitSchema).check(z.maxLength(50))),
  }),
} as const satisfies Partial<Record<CallName, z.ZodMiniType>>;

/** What a call is sent; of the upload the fields beside the file; null where it sends nothing. */
export type PayloadOf<Name extends CallName> = Name extends keyof typeof PAYLOADS
  ? z.infer<(typeof PAYLOADS)[Name]>
  : null;

/** What the query of a call says; null where it has none. */
export type QueryOf<Name extends CallName> = Name extends keyof typeof QUERIES
  ? z.infer<(typeof QUERIES)[Name]>
  : null;

export interface SentShapes {
  readonly payload: z.ZodMiniType | null;
  readonly query: z.ZodMiniType | null;
}

/** @returns what a call is checked with before it is answered */
export function sentShapes(name: CallName): SentShapes {
  const payloads: Partial<Record<CallName, z.ZodMiniType>> = PAYLOADS;
  const queries: Partial<Record<CallName, z.ZodMiniType>> = QUERIES;
  return { payload: payloads[name] ?? null, query: queries[name] ?? null };
}
