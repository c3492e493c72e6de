import {
  adminDelete,
  adminWriteJson,
  extraDelete,
  extraRead,
  extraWrite,
  extraWriteJson,
} from './call.ts';
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
  OperatorListSchema,
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
  signInOptions: { ...extraRead, access: 'public', answer: SignInOptionsSchema },
  checkInvitation: { ...extraWriteJson, access: 'public', answer: InvitationCheckSchema },
  /** After a password, for the passkeys of its account; else for any passkey of this server. */
  passkeyChallenge: { ...extraWrite, access: 'public', answer: PasskeyOptionsSchema },
  passkeySignIn: { ...extraWriteJson, access: 'public', answer: SignInAnswerSchema },
  /**
   * Follows a sign-in that was answered 401 with `secondFactor`. A wrong code is answered 401 with `secondFactor` again, as
   * is a wrong passkey then; a 401 without it says that the sign-in has to begin anew (too late, too many tries).
   */
  secondFactor: { ...extraWriteJson, access: 'public', answer: SignInAnswerSchema },
} as const;

/** For the account that calls, about itself. */
const own = { access: 'viewer', personal: true } as const;
const ownChange = {
  ...own,
  answer: CommandAnswerSchema,
  refreshes: ['account'],
} as const;

const OWN_ACCOUNT_CALLS = {
  account: { ...extraRead, ...own, answer: AccountSchema, pollMs: HALF_MINUTE_MS },
  confirmChallenge: { ...extraWrite, ...own, answer: PasskeyOptionsSchema },
  confirmIdentity: { ...extraWriteJson, ...ownChange },
  /** Ends all other sessions. */
  changePassword: { ...extraWriteJson, ...ownChange },
  changeEmail: { ...extraWriteJson, ...ownChange, confirm: true },
  endSession: { ...extraDelete, ...ownChange },
  /** Of all devices, this one included. */
  endSessions: { ...extraDelete, ...ownChange },
  removeAccount: { ...extraDelete, ...ownChange, confirm: true },
  passkeySetUp: { ...extraWrite, ...own, confirm: true, answer: PasskeyOptionsSchema },
  addPasskey: {
    ...extraWriteJson,
    ...ownChange,
    answer: SecondFactorAddedSchema,
    refreshes: ['account', 'session'],
  },
  removePasskey: { ...extraDelete, ...ownChange, confirm: true },
  /** Replaces a set-up that was not finished. */
  codeSetUp: { ...extraWrite, ...own, confirm: true, answer: CodeSetUpSchema },
  addCodes: {
    ...extraWriteJson,
    ...ownChange,
    answer: SecondFactorAddedSchema,
    refreshes: ['account', 'session'],
  },
  removeCodes: { ...extraDelete, ...ownChange, confirm: true },
  /** Replaces those of before. */
  newRecoveryCodes: { ...extraWrite, ...ownChange, confirm: true, answer: RecoveryCodesSchema },
  addToken: { ...extraWriteJson, ...ownChange, confirm: true, answer: NewTokenSchema },
  removeToken: { ...extraDelete, ...ownChange },
} as const;

const PEOPLE_CALLS = {
  people: { ...extraRead, access: 'admin', answer: PersonListSchema, pollMs: HALF_MINUTE_MS },
  operators: { ...extraRead, access: 'operator', answer: OperatorListSchema },
  changePerson: { ...adminWriteJson, confirm: true, refreshes: ['people'] },
  /** Their bundles and activity stay, with the name. */
  removePerson: { ...adminDelete, confirm: true, refreshes: ['people'] },
  endPersonSessions: { ...adminDelete, refreshes: ['people'] },
  /** For somebody who lost their device: passkeys, codes and recovery codes. Their sessions end. */
  removeSecondFactor: { ...adminDelete, confirm: true, refreshes: ['people'] },
  invitations: {
    ...extraRead,
    access: 'admin',
    answer: InvitationListSchema,
    pollMs: HALF_MINUTE_MS,
  },
  addInvitation: {
    ...extraWriteJson,
    access: 'admin',
    confirm: true,
    answer: NewInvitationSchema,
    refreshes: ['invitations'],
  },
  removeInvitation: { ...adminDelete, refreshes: ['invitations'] },
  accessSettings: { ...extraRead, access: 'admin', answer: AccessSettingsSchema },
  changeAccessSettings: {
    ...adminWriteJson,
    confirm: true,
    refreshes: ['accessSettings', 'session'],
  },
  audit: { ...extraRead, access: 'admin', answer: AuditListSchema, pollMs: HALF_MINUTE_MS },
} as const;

/** The calls about who may come in and what they may do. */
export const ACCOUNT_CALLS = { ...SIGN_IN_CALLS, ...OWN_ACCOUNT_CALLS, ...PEOPLE_CALLS } as const;
