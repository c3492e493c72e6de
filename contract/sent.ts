import type * as z from 'zod/mini';
import type { CallName } from './paths.ts';
import { LoginPayloadSchema, RegistrationPayloadSchema } from './sent/account.ts';
import { ChannelPayloadSchema, RulePayloadSchema } from './sent/alert.ts';
import { DeployPayloadSchema, UploadFieldsSchema } from './sent/bundle.ts';
import {
  DisplayApprovalSchema,
  DisplayOrderPayloadSchema,
  PairingPayloadSchema,
} from './sent/display.ts';
import {
  AcknowledgePayloadSchema,
  DrillPayloadSchema,
  HandoverNotePayloadSchema,
  MaintenanceChangeSchema,
  MaintenancePayloadSchema,
} from './sent/incident.ts';
import {
  NotificationsReadSchema,
  PushEndpointSchema,
  PushSubscriptionSchema,
} from './sent/notification.ts';
import {
  AccessSettingsPayloadSchema,
  AuditQuerySchema,
  CodePayloadSchema,
  ConfirmPayloadSchema,
  EmailChangeSchema,
  InvitationPayloadSchema,
  InvitationSecretSchema,
  NewPasskeySchema,
  NewTokenPayloadSchema,
  PasskeyPayloadSchema,
  PasswordChangeSchema,
  PersonChangeSchema,
  SecondFactorPayloadSchema,
} from './sent/people.ts';
import {
  PlatformOrderSchema,
  PlatformPauseSchema,
  PlatformPayloadSchema,
  PlatformRemovalSchema,
  PlatformTestSchema,
  ReportQuerySchema,
} from './sent/platform.ts';
import { ProofStartPayloadSchema } from './sent/proof.ts';
import {
  ActivityQuerySchema,
  HistoryQuerySchema,
  IncidentQuerySchema,
  LiveQuerySchema,
} from './sent/queries.ts';

/**
 * What each call is sent: its JSON, or of a multipart call the fields beside the file. Who answers checks it. The console
 * needs the types alone, and does not load the shapes.
 */
export const PAYLOADS = {
  login: LoginPayloadSchema,
  register: RegistrationPayloadSchema,
  upload: UploadFieldsSchema,
  proofStart: ProofStartPayloadSchema,
  deploy: DeployPayloadSchema,
  addPlatform: PlatformPayloadSchema,
  changePlatform: PlatformPayloadSchema,
  pausePlatform: PlatformPauseSchema,
  orderPlatforms: PlatformOrderSchema,
  removePlatform: PlatformRemovalSchema,
  testPlatform: PlatformTestSchema,
  pair: PairingPayloadSchema,
  approveDisplay: DisplayApprovalSchema,
  orderDisplay: DisplayOrderPayloadSchema,
  readNotifications: NotificationsReadSchema,
  pushSubscribe: PushSubscriptionSchema,
  pushUnsubscribe: PushEndpointSchema,
  pushTest: PushEndpointSchema,
  acknowledgeIncident: AcknowledgePayloadSchema,
  startDrill: DrillPayloadSchema,
  planMaintenance: MaintenancePayloadSchema,
  changeMaintenance: MaintenanceChangeSchema,
  addHandoverNote: HandoverNotePayloadSchema,
  addAlertChannel: ChannelPayloadSchema,
  changeAlertChannel: ChannelPayloadSchema,
  addAlertRule: RulePayloadSchema,
  changeAlertRule: RulePayloadSchema,
  checkInvitation: InvitationSecretSchema,
  passkeySignIn: PasskeyPayloadSchema,
  secondFactor: SecondFactorPayloadSchema,
  confirmIdentity: ConfirmPayloadSchema,
  changePassword: PasswordChangeSchema,
  changeEmail: EmailChangeSchema,
  addPasskey: NewPasskeySchema,
  addCodes: CodePayloadSchema,
  addToken: NewTokenPayloadSchema,
  changePerson: PersonChangeSchema,
  addInvitation: InvitationPayloadSchema,
  changeAccessSettings: AccessSettingsPayloadSchema,
} as const satisfies Partial<Record<CallName, z.ZodMiniType>>;

/** What may stand in the query of a call. */
export const QUERIES = {
  activity: ActivityQuerySchema,
  history: HistoryQuerySchema,
  live: LiveQuerySchema,
  incidents: IncidentQuerySchema,
  audit: AuditQuerySchema,
  report: ReportQuerySchema,
} as const satisfies Partial<Record<CallName, z.ZodMiniType>>;

/** What a call is sent; of the upload the fields beside the file; null where it sends nothing. */
export type PayloadOf<Name extends CallName> = Name extends keyof typeof PAYLOADS
  ? z.infer<(typeof PAYLOADS)[Name]>
  : null;

/** What the query of a call says; null where it has none. */
export type QueryOf<Name extends CallName> = Name extends keyof typeof QUERIES
  ? z.infer<(typeof QUERIES)[Name]>
  : null;

export interface SentShapes {
  readonly payload: z.ZodMiniType | null;
  readonly query: z.ZodMiniType | null;
}

/** @returns what a call is checked with before it is answered */
export function sentShapes(name: CallName): SentShapes {
  const payloads: Partial<Record<CallName, z.ZodMiniType>> = PAYLOADS;
  const queries: Partial<Record<CallName, z.ZodMiniType>> = QUERIES;
  return { payload: payloads[name] ?? null, query: queries[name] ?? null };
}
