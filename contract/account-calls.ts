import { extraDelete, extraRead, extraWrite, extraWriteJson } from './call.ts';
import { PATHS } from './paths.ts';
import { SignInAnswerSchema } from './shapes/account.ts';
import { AuditListSchema } from './shapes/audit.ts';
import {
  AccessSettingsSchema,
  AccountSchema,
  CodeSetUpSchema,
  InvitationCheckSchema,
  InvitationListSchema,
  NewInvitationSchema,
  NewTokenSchema,
  PasskeyOptionsSchema,
  PersonListSchema,
  RecoveryCodesSchema,
  SecondFactorAddedSchema,
  SignInOptionsSchema,
} from './shapes/people.ts';
import { CommandAnswerSchema } from './shapes/watchdog.ts';

const HALF_MINUTE_MS = 30_000;

/** Ways to sign in beside name and password. */
const SIGN_IN_CALLS = {
  signInOptions: {
    ...extraRead,
    path: PATHS.signInOptions,
    access: 'public',
    answer: SignInOptionsSchema,
  },
  checkInvitation: {
    ...extraWriteJson,
    path: PATHS.checkInvitation,
    access: 'public',
    answer: InvitationCheckSchema,
  },
  /** After a password, for the passkeys of its account; else for any passkey of this server. */
  passkeyChallenge: {
    ...extraWrite,
    path: PATHS.passkeyChallenge,
    access: 'public',
    answer: PasskeyOptionsSchema,
  },
  passkeySignIn: {
    ...extraWriteJson,
    path: PATHS.passkeySignIn,
    access: 'public',
    answer: SignInAnswerSchema,
  },
  /**
   * Follows a sign-in that was answered 401 with `secondFactor`. A wrong code is answered 401 with `secondFactor` again, as
   * is a wrong passkey then; a 401 without it says that the sign-in has to begin anew (too late, too many tries).
   */
  secondFactor: {
    ...extraWriteJson,
    path: PATHS.secondFactor,
    access: 'public',
    answer: SignInAnswerSchema,
  },
} as const;

/** For the account that calls, about itself. */
const own = { access: 'viewer', personal: true } as const;
const ownChange = {
  ...own,
  answer: CommandAnswerSchema,
  refreshes: ['account'],
} as const;

const OWN_ACCOUNT_CALLS = {
  account: {
    ...extraRead,
    ...own,
    path: PATHS.account,
    answer: AccountSchema,
    pollMs: HALF_MINUTE_MS,
  },
  confirmChallenge: {
    ...extraWrite,
    ...own,
    path: PATHS.confirmChallenge,
    answer: PasskeyOptionsSchema,
  },
  confirmIdentity: { ...extraWriteJson, ...ownChange, path: PATHS.confirmIdentity },
  /** Ends all other sessions. */
  changePassword: { ...extraWriteJson, ...ownChange, path: PATHS.changePassword },
  changeEmail: { ...extraWriteJson, ...ownChange, path: PATHS.changeEmail, confirm: true },
  endSession: { ...extraDelete, ...ownChange, path: PATHS.endSession },
  /** Of all devices, this one included. */
  endSessions: { ...extraDelete, ...ownChange, path: PATHS.endSessions },
  removeAccount: { ...extraDelete, ...ownChange, path: PATHS.removeAccount, confirm: true },
  passkeySetUp: {
    ...extraWrite,
    ...own,
    path: PATHS.passkeySetUp,
    confirm: true,
    answer: PasskeyOptionsSchema,
  },
  addPasskey: {
    ...extraWriteJson,
    ...ownChange,
    path: PATHS.addPasskey,
    answer: SecondFactorAddedSchema,
    refreshes: ['account', 'session'],
  },
  removePasskey: { ...extraDelete, ...ownChange, path: PATHS.removePasskey, confirm: true },
  /** Replaces a set-up that was not finished. */
  codeSetUp: {
    ...extraWrite,
    ...own,
    path: PATHS.codeSetUp,
    confirm: true,
    answer: CodeSetUpSchema,
  },
  addCodes: {
    ...extraWriteJson,
    ...ownChange,
    path: PATHS.addCodes,
    answer: SecondFactorAddedSchema,
    refreshes: ['account', 'session'],
  },
  removeCodes: { ...extraDelete, ...ownChange, path: PATHS.removeCodes, confirm: true },
  /** Replaces those of before. */
  newRecoveryCodes: {
    ...extraWrite,
    ...ownChange,
    path: PATHS.newRecoveryCodes,
    confirm: true,
    answer: RecoveryCodesSchema,
  },
  addToken: {
    ...extraWriteJson,
    ...ownChange,
    path: PATHS.addToken,
    confirm: true,
    answer: NewTokenSchema,
  },
  removeToken: { ...extraDelete, ...ownChange, path: PATHS.removeToken },
} as const;

const PEOPLE_CALLS = {
  people: {
    ...extraRead,
    path: PATHS.people,
    access: 'admin',
    answer: PersonListSchema,
    pollMs: HALF_MINUTE_MS,
  },
  changePerson: {
    ...extraWriteJson,
    path: PATHS.changePerson,
    access: 'admin',
    confirm: true,
    answer: CommandAnswerSchema,
    refreshes: ['people'],
  },
  /** Their bundles and activity stay, with the name. */
  removePerson: {
    ...extraDelete,
    path: PATHS.removePerson,
    access: 'admin',
    confirm: true,
    answer: CommandAnswerSchema,
    refreshes: ['people'],
  },
  endPersonSessions: {
    ...extraDelete,
    path: PATHS.endPersonSessions,
    access: 'admin',
    answer: CommandAnswerSchema,
    refreshes: ['people'],
  },
  /** For somebody who lost their device: passkeys, codes and recovery codes. Their sessions end. */
  removeSecondFactor: {
    ...extraDelete,
    path: PATHS.removeSecondFactor,
    access: 'admin',
    confirm: true,
    answer: CommandAnswerSchema,
    refreshes: ['people'],
  },
  invitations: {
    ...extraRead,
    path: PATHS.invitations,
    access: 'admin',
    answer: InvitationListSchema,
    pollMs: HALF_MINUTE_MS,
  },
  addInvitation: {
    ...extraWriteJson,
    path: PATHS.addInvitation,
    access: 'admin',
    confirm: true,
    answer: NewInvitationSchema,
    refreshes: ['invitations'],
  },
  removeInvitation: {
    ...extraDelete,
    path: PATHS.removeInvitation,
    access: 'admin',
    answer: CommandAnswerSchema,
    refreshes: ['invitations'],
  },
  accessSettings: {
    ...extraRead,
    path: PATHS.accessSettings,
    access: 'admin',
    answer: AccessSettingsSchema,
  },
  changeAccessSettings: {
    ...extraWriteJson,
    path: PATHS.changeAccessSettings,
    access: 'admin',
    confirm: true,
    answer: CommandAnswerSchema,
    refreshes: ['accessSettings', 'session'],
  },
  audit: {
    ...extraRead,
    path: PATHS.audit,
    access: 'admin',
    answer: AuditListSchema,
    pollMs: HALF_MINUTE_MS,
  },
} as const;

/** The calls about who may come in and what they may do. */
export const ACCOUNT_CALLS = { ...SIGN_IN_CALLS, ...OWN_ACCOUNT_CALLS, ...PEOPLE_CALLS } as const;
