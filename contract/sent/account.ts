import * as z from 'zod/mini';
import { PASSWORD_MIN } from '../account-limits.ts';
import { SOVEREIGN_LEVELS } from '../limits.ts';
import { TEXT_MAX } from '../text-limits.ts';
import { mailOf } from './text.ts';

/** What a login may send. It has no lower bound on the password: a short one is simply wrong. */
export const LoginPayloadSchema = z.strictObject({
  username: z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.username)),
  password: z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.password)),
});
export type LoginPayload = z.infer<typeof LoginPayloadSchema>;

export const RegistrationPayloadSchema = z.strictObject({
  username: z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(TEXT_MAX.username),
      z.regex(/^[^<>&"`]*$/, 'must not contain < > & " or `'),
    ),
  email: mailOf(TEXT_MAX.email),
  password: z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(TEXT_MAX.password)),
  sovereignLevel: z.enum(SOVEREIGN_LEVELS),
  /** The secret of an invitation; who has none leaves it out. */
  invitation: z.optional(z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.secret))),
});
export type RegistrationPayload = z.infer<typeof RegistrationPayloadSchema>;
