import * as z from 'zod/mini';
import { ROLES } from '../roles.ts';

/** The specification names only `user.username`; a server may leave out all of it. */
export const SignInAnswerSchema = z.looseObject({
  message: z.optional(z.string()),
  user: z.nullish(z.looseObject({ username: z.optional(z.string()) })),
});
export type SignInAnswer = z.infer<typeof SignInAnswerSchema>;

/** The account of the session that the request came with, and what it may not do. */
export const SessionSchema = z.looseObject({
  user: z.looseObject({
    username: z.string(),
    email: z.string(),
    sovereignLevel: z.string(),
  }),
  expiresAt: z.number(),
  /** Of a person; a paired display has none. */
  role: z.optional(z.enum(ROLES)),
  /** The calls that this session is refused for its role, each with the role that it needs. */
  refused: z.optional(z.catchall(z.object({}), z.string())),
  /** Nothing else is allowed before the account has a second factor, which its role demands. */
  mustEnrol: z.optional(z.boolean()),
  /** Said to admins: nobody else has an account. */
  onlyAccount: z.optional(z.boolean()),
});
export type SessionInfo = z.infer<typeof SessionSchema>;
