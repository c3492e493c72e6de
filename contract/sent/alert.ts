import * as z from 'zod/mini';
import { SMTP_SECURITIES, STEPS_MAX, WEBHOOK_TEMPLATES } from '../channels.ts';
import { SECRET_KEPT_HOURS_MAX } from '../limits.ts';
import { TEXT_MAX } from '../text-limits.ts';
import { mailOf, titleOf } from './text.ts';

const AlertNameSchema = titleOf(TEXT_MAX.alertName);
const MailAddressSchema = mailOf(TEXT_MAX.email);
const SecretSchema = z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.alertSecret));

const HOST = /^[^\s\p{C}]{1,253}$/u;

const TemplateSchema = z.string().check(z.maxLength(TEXT_MAX.alertTemplate));
const TextsSchema = z.strictObject({ title: TemplateSchema, text: TemplateSchema });

/** Templates are filled in with the incident, or with the newest one. Answered 400 when they fail. */
export const PreviewPayloadSchema = z.strictObject({
  texts: TextsSchema,
  incident: z.optional(z.int().check(z.positive())),
});

/** A secret that is left out of a change stays as it is, and so do texts. */
export const ChannelPayloadSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('email'),
    name: AlertNameSchema,
    enabled: z.boolean(),
    host: z.string().check(z.trim(), z.regex(HOST, 'must be a host name or an address')),
    port: z.int().check(z.minimum(1), z.maximum(65_535)),
    security: z.enum(SMTP_SECURITIES),
    /** '': the server asks for none. */
    username: z.string().check(z.maxLength(TEXT_MAX.email)),
    password: z.optional(SecretSchema),
    from: MailAddressSchema,
    to: z.array(MailAddressSchema).check(z.minLength(1), z.maxLength(20)),
    texts: z.optional(TextsSchema),
  }),
  /** Of web push there is no more to change. */
  z.strictObject({ kind: z.literal('push'), name: AlertNameSchema, texts: TextsSchema }),
  z.strictObject({
    kind: z.literal('webhook'),
    name: AlertNameSchema,
    enabled: z.boolean(),
    template: z.enum(WEBHOOK_TEMPLATES),
    /** Kept as a secret: many services put a token into it. Required for a new channel. */
    url: z.optional(z.url({ protocol: /^https?$/ }).check(z.maxLength(2048))),
    /** Of JSON `whsec_` and base64, as Standard Webhooks has it; of Gotify and ntfy the access token, of PagerDuty the routing key. */
    signingKey: z.optional(SecretSchema),
    /** Of JSON: makes a new one, and lets the old one sign too for so long. 0 without a new one ends the old one. */
    newSecret: z.optional(z.boolean()),
    keepOldHours: z.optional(z.int().check(z.minimum(0), z.maximum(SECRET_KEPT_HOURS_MAX))),
    /** Not of JSON. */
    texts: z.optional(TextsSchema),
  }),
]);
export type ChannelPayload = z.infer<typeof ChannelPayloadSchema>;

const TimeOfDaySchema = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/));

const ChannelIdsSchema = z
  .array(z.string().check(z.maxLength(64)))
  .check(z.minLength(1), z.maxLength(20));

/** Hours of each day. */
export const DailyHoursSchema = z.strictObject({
  from: TimeOfDaySchema,
  to: TimeOfDaySchema,
  timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
});

const weekly = {
  weekday: z.int().check(z.minimum(1), z.maximum(7)),
  time: TimeOfDaySchema,
  timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
};

/** As in `Rule`, within its limits. */
export const RulePayloadSchema = z.strictObject({
  name: AlertNameSchema,
  enabled: z.boolean(),
  about: z.optional(z.enum(['platform', 'certificate', 'person', 'display', 'host'])),
  platforms: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(1000)),
  groups: z.optional(
    z.array(z.string().check(z.maxLength(TEXT_MAX.group))).check(z.maxLength(100)),
  ),
  tags: z.optional(z.array(z.string().check(z.maxLength(TEXT_MAX.tag))).check(z.maxLength(100))),
  status: z.enum(['warning', 'error']),
  afterSec: z.int().check(z.minimum(0), z.maximum(24 * 3600)),
  repeatMin: z.nullable(z.int().check(z.minimum(1), z.maximum(24 * 60))),
  recovered: z.boolean(),
  quiet: z.nullable(DailyHoursSchema),
  channels: ChannelIdsSchema,
  /** Left out of a change: they stay as they are. */
  steps: z.optional(
    z
      .array(
        z.strictObject({
          afterMin: z.int().check(z.minimum(1), z.maximum(24 * 60)),
          channels: ChannelIdsSchema,
        }),
      )
      .check(z.maxLength(STEPS_MAX - 1)),
  ),
  /** Left out of a change: it stays as it is. */
  prove: z.optional(z.nullable(z.strictObject(weekly))),
});
export type RulePayload = z.infer<typeof RulePayloadSchema>;

/** That a drill of a rule arrived: what its message held. Answered 404 when it is over. */
export const ArrivalPayloadSchema = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(64)),
});

const UsernameSchema = z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.username));

/** What is left out stays as it is. */
export const RotaPayloadSchema = z.strictObject({
  /** The first one is on duty from now on, until the handover. */
  people: z.optional(z.array(UsernameSchema).check(z.maxLength(50))),
  weekday: z.optional(weekly.weekday),
  time: z.optional(weekly.time),
  timeZone: z.optional(weekly.timeZone),
  /** Null ends it. */
  swap: z.optional(
    z.nullable(z.strictObject({ name: UsernameSchema, at: z.int().check(z.nonnegative()) })),
  ),
});
