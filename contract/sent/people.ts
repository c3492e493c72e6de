import * as z from 'zod/mini';
import { AUDIT_DAYS, INVITATION_HOURS, PASSWORD_MIN, TOKEN_DAYS } from '../account-limits.ts';
import { ROLES } from '../roles.ts';
import { TEXT_MAX } from '../text-limits.ts';
import { lineOf, mailOf, proseOf } from './text.ts';

const name = lineOf(TEXT_MAX.credentialName);
const currentPassword = z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.password));
const newPassword = z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(TEXT_MAX.password));
/** As it was typed or pasted: with spaces and dashes. */
const typedCode = z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.typedCode));
/** What the authenticator answered (`PublicKeyCredential.toJSON()`); the library that verifies it parses it. */
const credential = z.looseObject({ id: z.string().check(z.maxLength(1400)) });

/** What accounts say of themselves, and admins of accounts. */
export const PEOPLE_PAYLOADS = {
  checkInvitation: z.strictObject({
    invitation: z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.secret)),
  }),
  /** One-time code of an app, or one of the recovery codes. */
  secondFactor: z.strictObject({ kind: z.enum(['code', 'recovery']), code: typedCode }),
  passkeySignIn: z.strictObject({ credential }),
  /** How somebody who is signed in proves that it is still them. */
  confirmIdentity: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('password'), password: currentPassword }),
    z.strictObject({ kind: z.literal('code'), code: typedCode }),
    z.strictObject({ kind: z.literal('passkey'), credential }),
  ]),
  changePassword: z.strictObject({ password: currentPassword, next: newPassword }),
  changeEmail: z.strictObject({ email: mailOf(TEXT_MAX.email) }),
  addPasskey: z.strictObject({ name, credential }),
  addCodes: z.strictObject({ code: typedCode }),
  addToken: z.strictObject({
    name,
    role: z.enum(ROLES),
    days: z.number().check(z.int(), z.minimum(1), z.maximum(TOKEN_DAYS.max)),
  }),
  /** What is left out stays. */
  changePerson: z.strictObject({
    role: z.optional(z.enum(ROLES)),
    disabled: z.optional(z.boolean()),
  }),
  addInvitation: z.strictObject({
    role: z.enum(ROLES),
    hours: z.number().check(z.int(), z.minimum(1), z.maximum(INVITATION_HOURS.max)),
    /** Whom it is for. */
    note: proseOf(TEXT_MAX.invitationNote, 0),
  }),
  changeAccessSettings: z.strictObject({
    secondFactorFor: z.array(z.enum(ROLES)).check(z.maxLength(ROLES.length)),
    auditDays: z.number().check(z.int(), z.minimum(AUDIT_DAYS.min), z.maximum(AUDIT_DAYS.max)),
  }),
} as const;
