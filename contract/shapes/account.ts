import * as z from 'zod/mini';

/** The specification names only `user.username`; a server may leave out all of it. */
export const SignInAnswerSchema = z.looseObject({
  message: z.optional(z.string()),
  user: z.nullish(z.looseObject({ username: z.optional(z.string()) })),
});
export type SignInAnswer = z.infer<typeof SignInAnswerSchema>;

/** The account of the session that the request came with. */
export const SessionSchema = z.looseObject({
  user: z.looseObject({
    username: z.string(),
    email: z.string(),
    sovereignLevel: z.string(),
  }),
  expiresAt: z.number(),
});
