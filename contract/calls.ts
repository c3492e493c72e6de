import type * as z from 'zod/mini';
import { ACCOUNT_CALLS } from './account-calls.ts';
import { ALERT_CALLS } from './alert-calls.ts';
import {
  type Call,
  extraDelete,
  extraRead,
  extraWrite,
  extraWriteJson,
  read,
  write,
  writeJson,
} from './call.ts';
import { INCIDENT_CALLS } from './incident-calls.ts';
import { MissedSchema } from './live.ts';
import { type CallName, PATHS } from './paths.ts';
import { SessionSchema, SignInAnswerSchema } from './shapes/account.ts';
import { ActivityListSchema } from './shapes/activity.ts';
import { BundleDetailsSchema, BundleListSchema, UploadAnswerSchema } from './shapes/bundle.ts';
import { DisplayListSchema, PairingSchema } from './shapes/display.ts';
import {
  ConnectionListSchema,
  EndpointAuditSchema,
  HistorySchema,
  MeshHealthSchema,
  MeshHistorySchema,
  PlatformDetailsSchema,
  PlatformHistorySchema,
  SyncAnswerSchema,
} from './shapes/mesh.ts';
import { NotificationListSchema } from './shapes/notification.ts';
import {
  ProofHealthSchema,
  ProofListSchema,
  ProofStartAnswerSchema,
  ProofStatusSchema,
} from './shapes/proof.ts';
import { PushStateSchema, PushTestAnswerSchema } from './shapes/push.ts';
import { DiskSchema, StatsSchema } from './shapes/system.ts';
import { CommandAnswerSchema, WatchdogSummarySchema } from './shapes/watchdog.ts';

const SECOND_MS = 1000;

/** Every call that the console makes and the server answers; both are built from it. */
export const CALLS = {
  login: {
    ...writeJson,
    path: PATHS.login,
    access: 'public',
    answer: SignInAnswerSchema,
  },
  register: {
    ...writeJson,
    path: PATHS.register,
    access: 'public',
    answer: SignInAnswerSchema,
  },
  stats: { ...read, path: PATHS.stats, access: 'display', answer: StatsSchema },
  activity: {
    ...read,
    path: PATHS.activity,
    access: 'display',
    answer: ActivityListSchema,
  },
  bundles: { ...read, path: PATHS.bundles, access: 'display', answer: BundleListSchema },
  upload: {
    ...write,
    path: PATHS.upload,
    access: 'operator',
    body: 'multipart',
    answer: UploadAnswerSchema,
    refreshes: ['bundles', 'activity'],
  },
  receipt: { ...extraRead, path: PATHS.receipt, access: 'operator', answer: UploadAnswerSchema },
  sync: {
    ...write,
    path: PATHS.sync,
    access: 'operator',
    answer: SyncAnswerSchema,
    refreshes: ['connections'],
  },
  // A live message tells when the level changes.
  disk: { ...extraRead, path: PATHS.disk, access: 'display', answer: DiskSchema },
  connections: {
    ...read,
    path: PATHS.connections,
    access: 'display',
    answer: ConnectionListSchema,
  },
  watchdog: {
    ...read,
    path: PATHS.watchdog,
    access: 'display',
    answer: WatchdogSummarySchema,
    pollMs: 10 * SECOND_MS,
  },
  ping: {
    ...write,
    path: PATHS.ping,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['watchdog'],
  },
  reconnect: {
    ...write,
    path: PATHS.reconnect,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['watchdog'],
  },
  meshHealth: {
    ...read,
    path: PATHS.meshHealth,
    access: 'display',
    answer: MeshHealthSchema,
    pollMs: 30 * SECOND_MS,
  },
  endpointAudit: {
    ...read,
    path: PATHS.endpointAudit,
    access: 'display',
    answer: EndpointAuditSchema,
    pollMs: 60 * SECOND_MS,
  },
  proofHealth: {
    ...read,
    path: PATHS.proofHealth,
    access: 'display',
    answer: ProofHealthSchema,
    pollMs: 30 * SECOND_MS,
  },
  proofStart: {
    ...writeJson,
    path: PATHS.proofStart,
    access: 'operator',
    answer: ProofStartAnswerSchema,
  },
  proofStatus: {
    ...read,
    path: PATHS.proofStatus,
    access: 'viewer',
    answer: ProofStatusSchema,
    pollMs: 5 * SECOND_MS,
  },
  logout: {
    ...extraWrite,
    path: PATHS.logout,
    access: 'display',
    personal: true,
    answer: CommandAnswerSchema,
  },
  session: {
    ...extraRead,
    path: PATHS.session,
    access: 'display',
    personal: true,
    answer: SessionSchema,
    on401: 'nothing',
  },
  bundle: { ...extraRead, path: PATHS.bundle, access: 'viewer', answer: BundleDetailsSchema },
  deploy: {
    ...extraWriteJson,
    path: PATHS.deploy,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['bundles', 'activity'],
  },
  cancelDeploy: {
    ...extraWrite,
    path: PATHS.cancelDeploy,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['bundles', 'activity'],
  },
  /** The bundles with this SHA-256: asked before an upload, to find a bundle with the same file. */
  bundlesOfFile: {
    ...extraRead,
    path: PATHS.bundlesOfFile,
    access: 'viewer',
    answer: BundleListSchema,
  },
  removeBundle: {
    ...extraDelete,
    path: PATHS.removeBundle,
    access: 'operator',
    confirm: true,
    answer: CommandAnswerSchema,
    refreshes: ['bundles', 'activity', 'stats', 'disk'],
  },
  history: {
    ...extraRead,
    path: PATHS.history,
    access: 'display',
    answer: HistorySchema,
  },
  platform: {
    ...extraRead,
    path: PATHS.platform,
    access: 'display',
    answer: PlatformDetailsSchema,
    pollMs: 30 * SECOND_MS,
  },
  platformHistory: {
    ...extraRead,
    path: PATHS.platformHistory,
    access: 'display',
    answer: PlatformHistorySchema,
    pollMs: 60 * SECOND_MS,
  },
  acknowledgeKey: {
    ...extraWrite,
    path: PATHS.acknowledgeKey,
    access: 'operator',
    confirm: true,
    answer: CommandAnswerSchema,
    refreshes: ['connections'],
  },
  meshHistory: {
    ...extraRead,
    path: PATHS.meshHistory,
    access: 'display',
    answer: MeshHistorySchema,
    pollMs: 60 * SECOND_MS,
  },
  proofs: { ...extraRead, path: PATHS.proofs, access: 'viewer', answer: ProofListSchema },
  live: {
    ...extraRead,
    path: PATHS.live,
    access: 'display',
    answer: MissedSchema,
  },
  pair: {
    ...extraWriteJson,
    path: PATHS.pair,
    access: 'public',
    answer: PairingSchema,
  },
  displays: { ...extraRead, path: PATHS.displays, access: 'viewer', answer: DisplayListSchema },
  approveDisplay: {
    ...extraWriteJson,
    path: PATHS.approveDisplay,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['displays'],
  },
  orderDisplay: {
    ...extraWriteJson,
    path: PATHS.orderDisplay,
    access: 'operator',
    answer: CommandAnswerSchema,
  },
  revokeDisplay: {
    ...extraDelete,
    path: PATHS.revokeDisplay,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['displays'],
  },
  notifications: {
    ...extraRead,
    path: PATHS.notifications,
    access: 'viewer',
    answer: NotificationListSchema,
  },
  readNotifications: {
    ...extraWriteJson,
    path: PATHS.readNotifications,
    access: 'viewer',
    answer: CommandAnswerSchema,
    refreshes: ['notifications'],
  },
  push: { ...extraRead, path: PATHS.push, access: 'viewer', answer: PushStateSchema },
  pushSubscribe: {
    ...extraWriteJson,
    path: PATHS.pushSubscribe,
    access: 'viewer',
    personal: true,
    answer: CommandAnswerSchema,
  },
  pushUnsubscribe: {
    ...extraWriteJson,
    path: PATHS.pushUnsubscribe,
    access: 'viewer',
    personal: true,
    answer: CommandAnswerSchema,
  },
  pushTest: {
    ...extraWriteJson,
    path: PATHS.pushTest,
    access: 'viewer',
    personal: true,
    answer: PushTestAnswerSchema,
  },
  ...INCIDENT_CALLS,
  ...ALERT_CALLS,
  ...ACCOUNT_CALLS,
} as const satisfies Record<CallName, Call>;

/** What a call answers when it succeeds. */
export type AnswerOf<Name extends CallName> = z.infer<(typeof CALLS)[Name]['answer']>;

/** The calls that read, and may be watched. */
export type ReadName = {
  [Name in CallName]: (typeof CALLS)[Name]['method'] extends 'GET' ? Name : never;
}[CallName];

/** The calls that change something. */
export type WriteName = Exclude<CallName, ReadName>;

const NAME_BY_PATTERN = (Object.keys(CALLS) as CallName[])
  .filter((name) => CALLS[name].method === 'GET')
  .map((name) => [PATHS[name].slice(1).split('/'), name as ReadName] as const);

/** @returns the read whose path has these segments, or undefined for a key that no read has. */
export function readOfKey(key: readonly string[]): ReadName | undefined {
  return NAME_BY_PATTERN.find(
    ([pattern]) =>
      pattern.length === key.length &&
      pattern.every((segment, i) => segment.startsWith('{') || segment === key[i]),
  )?.[1];
}
