import * as z from 'zod/mini';

/** One alert on its way through one channel. */
const DeliverySchema = z.looseObject({
  id: z.number(),
  /** Id of the channel. */
  channel: z.string(),
  title: z.string(),
  /** Id of the incident that it is about; null for a test. */
  incident: z.nullable(z.number()),
  /** waiting: not sent yet, or tried again; sent; failed: given up; dropped: no longer true before it was sent. */
  state: z.string(),
  attempts: z.number(),
  /** Epoch milliseconds: created, and last tried. */
  at: z.number(),
  triedAt: z.nullable(z.number()),
  /** Why the last try failed; null when it did not. */
  error: z.nullable(z.string()),
});
export type Delivery = z.infer<typeof DeliverySchema>;

/** The newest, newest first. Live messages prepend and patch. */
export const DeliveryListSchema = z.array(DeliverySchema);

/** Liquid templates in place of the built-in texts; '': the built-in one. */
const texts = { title: z.string(), text: z.string() };

const ChannelTextsSchema = z.looseObject({
  ...texts,
  /** Since when the built-in texts are sent because these fail, and why; null: they do not. */
  failure: z.nullable(z.looseObject({ at: z.number(), text: z.string() })),
});
export type ChannelTexts = z.infer<typeof ChannelTextsSchema>;

/** What templates make of a real incident. */
export const AlertPreviewSchema = z.looseObject({ ...texts, incident: z.number() });
export type AlertTexts = Readonly<Record<keyof typeof texts, string>>;

/** Secrets are never answered: only whether there is one. */
const ChannelSchema = z.looseObject({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  /** For people: whom or where it reaches, without secrets, such as 'ops@mesh.example' or 'hooks.slack.com'. */
  target: z.string(),
  /** Of web push and of who is on duty: how many devices get an alert now when a platform is down. */
  devices: z.optional(z.number()),
  /** When one of these last said that it is there, epoch milliseconds; left out without any. */
  seenAt: z.optional(z.number()),
  /** Of an e-mail channel. */
  host: z.optional(z.string()),
  port: z.optional(z.number()),
  security: z.optional(z.string()),
  username: z.optional(z.string()),
  from: z.optional(z.string()),
  to: z.optional(z.array(z.string())),
  hasPassword: z.optional(z.boolean()),
  /** Of a webhook. */
  template: z.optional(z.string()),
  hasSigningKey: z.optional(z.boolean()),
  /** Until when the secret before the present one signs too, epoch milliseconds. */
  oldSecretUntil: z.optional(z.number()),
  /** Of its own; left out: the built-in ones. */
  texts: z.optional(ChannelTextsSchema),
  lastDelivery: z.nullable(DeliverySchema),
  /** The newest delivery that failed or had an error; null when there was none. */
  lastError: z.nullable(z.looseObject({ at: z.number(), text: z.string() })),
});
export type Channel = z.infer<typeof ChannelSchema>;

/** Web push first, then by name. Replaced by live messages. */
export const ChannelListSchema = z.array(ChannelSchema);

/** A moment of each week: 1 Monday to 7 Sunday, such as 09:00, an IANA name. */
const weekly = { weekday: z.number(), time: z.string(), timeZone: z.string() };

/** The newest drill that went to all ways of a rule. Times are epoch milliseconds. */
const ChainProofSchema = z.looseObject({
  /** held: it waits for the end of an outage; running; proven: all ways came back; failed: some did not in time; missed. */
  state: z.string(),
  /** Since when. */
  at: z.number(),
  /** For which it was set, and until when ways may come back. */
  dueAt: z.number(),
  endsAt: z.number(),
  /** What did not come back, or why it was missed; '' elsewhere. */
  text: z.string(),
  /** When all ways last came back; null: never. */
  provenAt: z.nullable(z.number()),
  /** Of what did not come back. */
  incident: z.nullable(z.number()),
  /** Each person or channel: `at` is when it came back, `token` the SHA-256 of what has to. */
  ways: z.array(
    z.looseObject({
      channel: z.string(),
      name: z.string(),
      token: z.string(),
      at: z.nullable(z.number()),
    }),
  ),
});
export type ChainProof = z.infer<typeof ChainProofSchema>;

/** When whom to alert. */
const RuleSchema = z.looseObject({
  id: z.number(),
  name: z.string(),
  enabled: z.boolean(),
  /** `certificate`: those that expire; `person`: incidents that people open; `display`: displays that are watched; `host`: hosts over a limit; without it platforms that are late or down. */
  about: z.optional(z.enum(['platform', 'certificate', 'person', 'display', 'host'])),
  /** Ids. All platforms, if there are none of these three. */
  platforms: z.array(z.string()),
  /** Also the platforms of these groups, and those with one of these tags. */
  groups: z.optional(z.array(z.string())),
  tags: z.optional(z.array(z.string())),
  /** `warning`: late and down, or 21 days left; `error`: down alone, or 7 days left. */
  status: z.enum(['warning', 'error']),
  /** How long an incident must be open, seconds. */
  afterSec: z.number(),
  /** Minutes between repetitions until somebody acknowledges; null: once. */
  repeatMin: z.nullable(z.number()),
  /** Says too when the platform is back. */
  recovered: z.boolean(),
  /** Alerts that fall into it wait for its end, and are sent if they are still true. */
  quiet: z.nullable(
    z.object({
      /** Times of day, such as 22:00. */
      from: z.string(),
      to: z.string(),
      /** IANA name. */
      timeZone: z.string(),
    }),
  ),
  /** Ids of channels: of the first step. */
  channels: z.array(z.string()),
  /** What follows while nobody is on it, in the order of their times; left out: the rule has one step. */
  steps: z.optional(
    z.array(
      z.object({
        /** Minutes after the first step. While nobody has seen the incident, half of them. */
        afterMin: z.number(),
        channels: z.array(z.string()),
      }),
    ),
  ),
  /** When a drill goes to all of its ways; null or left out: never. No time before `since` is missed. */
  prove: z.optional(z.nullable(z.looseObject({ ...weekly, since: z.optional(z.number()) }))),
  /** Null or left out: there was none. */
  proof: z.optional(z.nullable(ChainProofSchema)),
});
export type Rule = z.infer<typeof RuleSchema>;

/** By name. Replaced by live messages. */
export const RuleListSchema = z.array(RuleSchema);

const TurnSchema = z.looseObject({
  /** Username. */
  name: z.string(),
  /** Epoch milliseconds. Until when somebody is on duty; from when somebody is. */
  at: z.number(),
});
export type Turn = z.infer<typeof TurnSchema>;

/** Who is on duty when: one after the other, a week each. */
export const RotaSchema = z.looseObject({
  /** In the order of their turns, from whoever has it now. */
  people: z.array(
    z.looseObject({
      /** Username. */
      name: z.string(),
      /** How many of their devices get an alert now when a platform is down. */
      devices: z.number(),
      /** There is no such operator or admin any more. */
      gone: z.boolean(),
    }),
  ),
  /** Of the handover. */
  ...weekly,
  /** Null without people. */
  onDuty: z.nullable(TurnSchema),
  next: z.nullable(TurnSchema),
  /** Somebody stands in for whoever would be on duty, until then. */
  swap: z.nullable(TurnSchema),
});
export type Rota = z.infer<typeof RotaSchema>;

/** `id`: of the channel. `signingKey`: of a webhook, when a new one was asked for. It is answered this once. */
export const ChannelAnswerSchema = z.looseObject({
  message: z.optional(z.string()),
  id: z.optional(z.string()),
  signingKey: z.optional(z.string()),
});

/** What became of a test, at once. */
export const ChannelTestAnswerSchema = z.looseObject({ delivery: DeliverySchema });
