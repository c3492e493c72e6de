import * as z from 'zod/mini';
import { PROBE } from '../platform-limits.ts';
import { lineOf } from '../sent/text.ts';
import { TEXT_MAX } from '../text-limits.ts';
import { HttpUrlSchema } from './place.ts';

/** Some sites answer a status above 599, which no standard knows. */
const STATUSES = /^\s*[1-9]\d\d(-[1-9]\d\d)?(\s*,\s*[1-9]\d\d(-[1-9]\d\d)?)*\s*$/;

const HeaderTextSchema = lineOf(TEXT_MAX.alertSecret).check(
  z.regex(/^[ -~\u00a0-\u00ff]*$/, 'has characters that no header may have'),
);

/** What a request brings that nobody may read. Left out of a change it stays as it is; null takes it away. */
export const WebSecretsSchema = z.strictObject({
  auth: z.optional(
    z.nullable(
      z.union([
        z.strictObject({
          username: z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.email)),
          password: z.string().check(z.maxLength(TEXT_MAX.password)),
        }),
        z.strictObject({ token: HeaderTextSchema }),
      ]),
    ),
  ),
  headers: z.optional(
    z.nullable(
      z
        .record(
          z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a header')),
          HeaderTextSchema,
        )
        .check(z.refine((all) => Object.keys(all).length <= PROBE.headersMax, 'has too many')),
    ),
  ),
});
export type WebSecrets = z.infer<typeof WebSecretsSchema>;

/** How it is probed. Secrets are no part of it. */
export const WEB = {
  kind: z.literal('web'),
  url: HttpUrlSchema.check(
    z.regex(/^[^:]+:\/\/[^/?#@]+(?:[/?#]|$)/, 'must not hold a user name or a password'),
  ),
  method: z._default(z.enum(['GET', 'HEAD', 'POST']), 'GET'),
  /** Such as `200-299, 401`. */
  statuses: z._default(z.string().check(z.regex(STATUSES, 'must be like 200-299, 401')), '200-299'),
  /** A word or phrase that the answer has; null: any answer will do. */
  word: z._default(z.nullable(lineOf(TEXT_MAX.search)), null),
  /** A value of an answer in JSON, by the names on the way to it with dots between; null: not looked at. */
  json: z._default(
    z.nullable(z.strictObject({ path: lineOf(TEXT_MAX.search), value: lineOf(TEXT_MAX.search) })),
    null,
  ),
  /** How many redirects are followed; 0: one is the answer. */
  redirects: z._default(z.int().check(z.minimum(0), z.maximum(PROBE.redirectsMax)), 0),
  /** any: a certificate that nobody vouches for is taken as well. */
  tls: z._default(z.enum(['trusted', 'any']), 'trusted'),
};
export type WebCheck = z.infer<z.ZodMiniObject<typeof WEB>>;
