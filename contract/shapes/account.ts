import * as z from 'zod/mini';
import { PASSWORD_MIN, SOVEREIGN_LEVELS, TEXT_MAX } from '../limits.ts';

/** What a login may send. No lower bound on the password: a wrong one is answered, not described. */
export const LoginPayloadSchema = z.strictObject({
  username: z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.username)),
  password: z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.password)),
});
export type LoginPayload = z.infer<typeof LoginPayloadSchema>;

export const RegistrationPayloadSchema = z.strictObject({
  username: z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_MAX.username)),
  email: z.email().check(z.maxLength(TEXT_MAX.email)),
  password: z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(TEXT_MAX.password)),
  sovereignLevel: z.enum(SOVEREIGN_LEVELS),
});
export type RegistrationPayload = z.infer<typeof RegistrationPayloadSchema>;

/** Only `user.username` is named by the specification; a server may leave all of it out. */
export const SignInAnswerSchema = z.looseObject({
  message: z.optional(z.string()),
  user: z.optional(z.looseObject({ username: z.optional(z.string()) })),
});
export type SignInAnswer = z.infer<typeof SignInAnswerSchema>;

/** The account behind the session that asks. */
export const SessionSchema = z.looseObject({
  user: z.looseObject({
    username: z.string(),
    email: z.string(),
    sovereignLevel: z.string(),
  }),
  expiresAt: z.number(),
});
export type Session = z.infer<typeof SessionSchema>;
