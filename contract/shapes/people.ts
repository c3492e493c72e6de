import * as z from 'zod/mini';
import { ROLES } from '../roles.ts';

/** What the sign-in page may offer, asked without a session. */
export const SignInOptionsSchema = z.looseObject({
  registration: z.enum(['open', 'invite', 'closed']),
  /** Nobody has an account yet: whoever signs up first becomes admin. */
  firstAccount: z.optional(z.boolean()),
  /** Why no passkey can be used at the address that was asked, as a sentence; null: they can be used. */
  passkeyProblem: z.nullable(z.string()),
  /** The OpenID provider, by the name that its button shows. */
  oidc: z.nullable(z.looseObject({ name: z.string() })),
});
export type SignInOptions = z.infer<typeof SignInOptionsSchema>;

/** Which ways an account has to prove its second factor. */
export const SecondFactorsSchema = z.looseObject({
  passkey: z.boolean(),
  code: z.boolean(),
  recovery: z.boolean(),
});
export type SecondFactors = z.infer<typeof SecondFactorsSchema>;

/**
 * Options of a WebAuthn ceremony as JSON (Web Authentication Level 3, section 5.1: `parseCreationOptionsFromJSON` and
 * `parseRequestOptionsFromJSON`).
 */
export const PasskeyOptionsSchema = z.looseObject({ challenge: z.string() });
export type PasskeyOptions = z.infer<typeof PasskeyOptionsSchema>;

export const InvitationCheckSchema = z.looseObject({
  role: z.enum(ROLES),
  /** Epoch milliseconds. */
  expiresAt: z.number(),
});
export type InvitationCheck = z.infer<typeof InvitationCheckSchema>;

/** A way to sign in that is open to more than its owner until it is used: shown without its secret. */
const InvitationSchema = z.looseObject({
  id: z.string(),
  role: z.enum(ROLES),
  note: z.string(),
  createdBy: z.string(),
  /** Epoch milliseconds, as are all times here. */
  createdAt: z.number(),
  expiresAt: z.number(),
  /** Username of who signed up with it. */
  usedBy: z.nullable(z.string()),
  usedAt: z.nullable(z.number()),
});
export type Invitation = z.infer<typeof InvitationSchema>;

/** Newest first: open ones, and those that were used or expired in the last 30 days. */
export const InvitationListSchema = z.array(InvitationSchema);

/** `secret` is shown once: it stands behind `#invitation=` in the address of the sign-up page. */
export const NewInvitationSchema = z.looseObject({ message: z.string(), secret: z.string() });

const PersonSchema = z.looseObject({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  /** Where the password is: on this server, or at the OpenID provider. */
  source: z.enum(['local', 'oidc']),
  secondFactor: z.boolean(),
  /** Live ones. */
  sessions: z.number(),
  createdAt: z.number(),
  lastSeenAt: z.nullable(z.number()),
  /** Since when the account cannot sign in. */
  disabledAt: z.nullable(z.number()),
});
export type Person = z.infer<typeof PersonSchema>;

/** By name; without deleted accounts. */
export const PersonListSchema = z.array(PersonSchema);

/** Names of those who may be on an incident. Replaced by live messages. */
export const OperatorListSchema = z.array(z.string());

export const AccessSettingsSchema = z.looseObject({
  registration: z.enum(['open', 'invite', 'closed']),
  /** Role of who signs up without an invitation. */
  signUpRole: z.enum(ROLES),
  /** Anybody who reaches this server from another machine can sign up. */
  exposed: z.boolean(),
  oidc: z.nullable(z.looseObject({ name: z.string(), issuer: z.string() })),
  /** Roles whose accounts must have a second factor. */
  secondFactorFor: z.array(z.enum(ROLES)),
  /** How long the audit log is kept. */
  auditDays: z.number(),
});
export type AccessSettings = z.infer<typeof AccessSettingsSchema>;

const DeviceSessionSchema = z.looseObject({
  id: z.string(),
  /** Such as `Chrome on Android`. */
  browser: z.string(),
  address: z.string(),
  createdAt: z.number(),
  lastSeenAt: z.number(),
  expiresAt: z.number(),
  /** The one that asks. */
  current: z.boolean(),
});
export type DeviceSession = z.infer<typeof DeviceSessionSchema>;

const PasskeySchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Kept by a password manager on several devices; else it is bound to one. */
  synced: z.boolean(),
  /** Host name that it was made for: it works at no other. */
  host: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.nullable(z.number()),
});
export type Passkey = z.infer<typeof PasskeySchema>;

const ApiTokenSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  createdAt: z.number(),
  expiresAt: z.number(),
  lastUsedAt: z.nullable(z.number()),
});
export type ApiToken = z.infer<typeof ApiTokenSchema>;

/** Everything about the account that asks. */
export const AccountSchema = z.looseObject({
  username: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  source: z.enum(['local', 'oidc']),
  createdAt: z.number(),
  /** Newest use first. */
  sessions: z.array(DeviceSessionSchema),
  passkeys: z.array(PasskeySchema),
  /** As in `SignInOptions`. */
  passkeyProblem: z.nullable(z.string()),
  /** Since when one-time codes are set up; null: they are not. */
  codesSince: z.nullable(z.number()),
  recoveryCodesLeft: z.number(),
  secondFactorRequired: z.boolean(),
  tokens: z.array(ApiTokenSchema),
  /** Until when nothing asks again who this is. */
  confirmedUntil: z.number(),
});
export type AccountDetails = z.infer<typeof AccountSchema>;

/** `recoveryCodes` come with the first second factor, once. */
export const SecondFactorAddedSchema = z.looseObject({
  message: z.string(),
  recoveryCodes: z.optional(z.array(z.string())),
});

/** What an authenticator app needs, as text and as the address in its QR code. */
export const CodeSetUpSchema = z.looseObject({ secret: z.string(), uri: z.string() });

export const RecoveryCodesSchema = z.looseObject({ recoveryCodes: z.array(z.string()) });

/** `token` is answered once. */
export const NewTokenSchema = z.looseObject({ message: z.string(), token: z.string() });
