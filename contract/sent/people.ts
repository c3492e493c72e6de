import * as z from 'zod/mini';
import {
  AUDIT,
  AUDIT_DAYS,
  INVITATION_HOURS,
  PASSWORD_MIN,
  TEXT_MAX,
  TOKEN_DAYS,
} from '../limits.ts';
import { ROLES } from '../roles.ts';

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_MAX.credentialName));
const currentPassword = z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.password));
const newPassword = z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(TEXT_MAX.password));
/** As it was typed or pasted: with spaces and dashes. */
const typedCode = z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.typedCode));
/** What the authenticator answered (`PublicKeyCredential.toJSON()`); the library that verifies it parses it. */
const credential = z.looseObject({ id: z.string().check(z.maxLength(1400)) });

export const InvitationSecretSchema = z.strictObject({
  invitation: z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.secret)),
});

/** One-time code of an app, or one of the recovery codes. */
export const SecondFactorPayloadSchema = z.strictObject({
  kind: z.enum(['code', 'recovery']),
  code: typedCode,
});

export const PasskeyPayloadSchema = z.strictObject({ credential });

/** How somebody who is signed in proves that it is still them. */
export const ConfirmPayloadSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('password'), password: currentPassword }),
  z.strictObject({ kind: z.literal('code'), code: typedCode }),
  z.strictObject({ kind: z.literal('passkey'), credential }),
]);
export type ConfirmPayload = z.infer<typeof ConfirmPayloadSchema>;

export const PasswordChangeSchema = z.strictObject({
  password: currentPassword,
  next: newPassword,
});

export const EmailChangeSchema = z.strictObject({
  email: z.email().check(z.maxLength(TEXT_MAX.email)),
});

export const NewPasskeySchema = z.strictObject({ name, credential });

export const CodePayloadSchema = z.strictObject({ code: typedCode });

export const NewTokenPayloadSchema = z.strictObject({
  name,
  role: z.enum(ROLES),
  days: z.number().check(z.int(), z.minimum(1), z.maximum(TOKEN_DAYS.max)),
});

/** What is left out stays. */
export const PersonChangeSchema = z.strictObject({
  role: z.optional(z.enum(ROLES)),
  disabled: z.optional(z.boolean()),
});

export const InvitationPayloadSchema = z.strictObject({
  role: z.enum(ROLES),
  hours: z.number().check(z.int(), z.minimum(1), z.maximum(INVITATION_HOURS.max)),
  /** Whom it is for. */
  note: z.string().check(z.trim(), z.maxLength(TEXT_MAX.invitationNote)),
});

export const AccessSettingsPayloadSchema = z.strictObject({
  secondFactorFor: z.array(z.enum(ROLES)).check(z.maxLength(ROLES.length)),
  auditDays: z.number().check(z.int(), z.minimum(AUDIT_DAYS.min), z.maximum(AUDIT_DAYS.max)),
});

const EpochMsSchema = z.coerce.number().check(z.int(), z.nonnegative());

/** All filters apply together. */
export const AuditQuerySchema = z.strictObject({
  /** Id: only rows with a smaller one. */
  before: z.optional(z.coerce.number().check(z.int(), z.positive())),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(AUDIT.pageMax))),
  /** One action, or the part before the dot for all of its kind. */
  action: z.optional(z.string().check(z.maxLength(64))),
  /** Text in the actor, the target, the detail or the address, in any case. */
  q: z.optional(z.string().check(z.maxLength(TEXT_MAX.search))),
  /** Epoch milliseconds, inclusive. */
  from: z.optional(EpochMsSchema),
  /** Epoch milliseconds, exclusive. */
  to: z.optional(EpochMsSchema),
});
