import * as z from 'zod/mini';
import { TEXT_MAX } from '../limits.ts';
import {
  AlertNameSchema,
  ruleFields,
  SMTP_SECURITIES,
  WEBHOOK_TEMPLATES,
} from '../shapes/alert.ts';

const MailAddressSchema = z.email().check(z.maxLength(TEXT_MAX.email));
const SecretSchema = z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.alertSecret));

/** A secret that is left out of a change stays as it is. */
export const ChannelPayloadSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('email'),
    name: AlertNameSchema,
    enabled: z.boolean(),
    host: z.string().check(z.trim(), z.minLength(1), z.maxLength(253)),
    port: z.int().check(z.minimum(1), z.maximum(65_535)),
    security: z.enum(SMTP_SECURITIES),
    /** '': the server asks for none. */
    username: z.string().check(z.maxLength(TEXT_MAX.email)),
    password: z.optional(SecretSchema),
    from: MailAddressSchema,
    to: z.array(MailAddressSchema).check(z.minLength(1), z.maxLength(20)),
  }),
  z.strictObject({
    kind: z.literal('webhook'),
    name: AlertNameSchema,
    enabled: z.boolean(),
    template: z.enum(WEBHOOK_TEMPLATES),
    /** Kept as a secret: many services put a token into it. Required for a new channel. */
    url: z.optional(z.url({ protocol: /^https?$/ }).check(z.maxLength(2048))),
    /** Signs the body (HMAC-SHA256); of Gotify and ntfy the access token, of PagerDuty the routing key. */
    signingKey: z.optional(SecretSchema),
  }),
]);
export type ChannelPayload = z.infer<typeof ChannelPayloadSchema>;

export const RulePayloadSchema = z.strictObject(ruleFields);
export type RulePayload = z.infer<typeof RulePayloadSchema>;
