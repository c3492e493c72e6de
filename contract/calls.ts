import type * as z from 'zod/mini';
import { ACCOUNT_CALLS } from './account-calls.ts';
import { ALERT_CALLS } from './alert-calls.ts';
import {
  adminWriteJson,
  type CallRow,
  extraRead,
  extraWrite,
  extraWriteJson,
  operatorDelete,
  operatorWrite,
  operatorWriteJson,
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
import { HostSchema } from './shapes/host.ts';
import {
  CertificateListSchema,
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
  ImportAnswerSchema,
  MeshFileSchema,
  PlatformAnswerSchema,
  PlatformListSchema,
  PlatformTestAnswerSchema,
} from './shapes/platform.ts';
import {
  ProofHealthSchema,
  ProofListSchema,
  ProofStartAnswerSchema,
  ProofStatusSchema,
} from './shapes/proof.ts';
import { PushStateSchema, PushTestAnswerSchema } from './shapes/push.ts';
import { RunLogSchema, RunsSchema } from './shapes/run.ts';
import { StatusPageSchema } from './shapes/status-page.ts';
import { DiskSchema, StatsSchema } from './shapes/system.ts';
import { CommandAnswerSchema, WatchdogSummarySchema } from './shapes/watchdog.ts';
import { WitnessesSchema, WitnessingListSchema } from './shapes/witness.ts';

const SECOND_MS = 1000;

const platformChange = {
  ...adminWriteJson,
  refreshes: ['platforms', 'connections', 'stats'],
} as const;

const ownJson = { ...extraWriteJson, access: 'viewer', personal: true } as const;

const ROWS = {
  login: { ...writeJson, access: 'public', answer: SignInAnswerSchema },
  register: { ...writeJson, access: 'public', answer: SignInAnswerSchema },
  stats: { ...read, access: 'display', answer: StatsSchema },
  activity: { ...read, access: 'display', answer: ActivityListSchema },
  bundles: { ...read, access: 'display', answer: BundleListSchema },
  upload: {
    ...write,
    access: 'operator',
    body: 'multipart',
    answer: UploadAnswerSchema,
    refreshes: ['bundles', 'activity'],
  },
  receipt: { ...extraRead, access: 'operator', answer: UploadAnswerSchema },
  sync: { ...write, access: 'operator', answer: SyncAnswerSchema, refreshes: ['connections'] },
  // A live message tells when the level changes.
  disk: { ...extraRead, access: 'display', answer: DiskSchema },
  connections: { ...read, access: 'display', answer: ConnectionListSchema },
  /** Who sees whom. */
  witnesses: { ...extraRead, access: 'display', answer: WitnessesSchema, pollMs: 10 * SECOND_MS },
  certificates: { ...extraRead, access: 'display', answer: CertificateListSchema },
  watchdog: { ...read, access: 'display', answer: WatchdogSummarySchema, pollMs: 10 * SECOND_MS },
  ping: { ...write, access: 'operator', answer: CommandAnswerSchema, refreshes: ['watchdog'] },
  reconnect: { ...write, access: 'operator', answer: CommandAnswerSchema, refreshes: ['watchdog'] },
  meshHealth: { ...read, access: 'display', answer: MeshHealthSchema, pollMs: 30 * SECOND_MS },
  endpointAudit: {
    ...read,
    access: 'display',
    answer: EndpointAuditSchema,
    pollMs: 60 * SECOND_MS,
  },
  proofHealth: { ...read, access: 'display', answer: ProofHealthSchema, pollMs: 30 * SECOND_MS },
  proofStart: { ...writeJson, access: 'operator', answer: ProofStartAnswerSchema },
  proofStatus: { ...read, access: 'viewer', answer: ProofStatusSchema, pollMs: 5 * SECOND_MS },
  logout: { ...extraWrite, access: 'display', personal: true, answer: CommandAnswerSchema },
  session: {
    ...extraRead,
    access: 'display',
    personal: true,
    answer: SessionSchema,
    on401: 'nothing',
  },
  bundle: { ...extraRead, access: 'viewer', answer: BundleDetailsSchema },
  deploy: { ...operatorWriteJson, refreshes: ['bundles', 'activity'] },
  cancelDeploy: { ...operatorWrite, refreshes: ['bundles', 'activity'] },
  /** The bundles with this SHA-256: asked before an upload, to find a bundle with the same file. */
  bundlesOfFile: { ...extraRead, access: 'viewer', answer: BundleListSchema },
  removeBundle: {
    ...operatorDelete,
    confirm: true,
    refreshes: ['bundles', 'activity', 'stats', 'disk'],
  },
  history: { ...extraRead, access: 'display', answer: HistorySchema },
  platform: {
    ...extraRead,
    access: 'display',
    answer: PlatformDetailsSchema,
    pollMs: 30 * SECOND_MS,
  },
  platformHistory: {
    ...extraRead,
    access: 'display',
    answer: PlatformHistorySchema,
    pollMs: 60 * SECOND_MS,
  },
  // A live message says that one began or ended.
  platformRuns: { ...extraRead, access: 'viewer', answer: RunsSchema, pollMs: 60 * SECOND_MS },
  platformRun: { ...extraRead, access: 'viewer', answer: RunLogSchema },
  acknowledgeKey: { ...operatorWrite, confirm: true, refreshes: ['connections'] },
  meshHistory: {
    ...extraRead,
    access: 'display',
    answer: MeshHistorySchema,
    pollMs: 60 * SECOND_MS,
  },
  proofs: { ...extraRead, access: 'viewer', answer: ProofListSchema },
  live: { ...extraRead, access: 'display', answer: MissedSchema },
  pair: { ...extraWriteJson, access: 'public', answer: PairingSchema },
  displays: { ...extraRead, access: 'viewer', answer: DisplayListSchema, pollMs: 30 * SECOND_MS },
  reportDisplay: { ...extraWriteJson, access: 'display', answer: CommandAnswerSchema },
  watchDisplay: { ...operatorWriteJson, refreshes: ['displays'] },
  approveDisplay: { ...operatorWriteJson, refreshes: ['displays'] },
  orderDisplay: operatorWriteJson,
  revokeDisplay: { ...operatorDelete, refreshes: ['displays'] },
  notifications: { ...extraRead, access: 'viewer', answer: NotificationListSchema },
  readNotifications: {
    ...extraWriteJson,
    access: 'viewer',
    answer: CommandAnswerSchema,
    refreshes: ['notifications'],
  },
  push: { ...extraRead, access: 'viewer', answer: PushStateSchema },
  pushSubscribe: { ...ownJson, answer: CommandAnswerSchema, refreshes: ['alertChannels'] },
  pushUnsubscribe: { ...ownJson, answer: CommandAnswerSchema, refreshes: ['alertChannels'] },
  pushTest: { ...ownJson, answer: PushTestAnswerSchema },
  platforms: { ...extraRead, access: 'admin', answer: PlatformListSchema },
  /** All of them as `MESH_CONFIG` reads them, without secrets. */
  exportPlatforms: { ...extraRead, access: 'admin', answer: MeshFileSchema },
  addPlatform: { ...platformChange, answer: PlatformAnswerSchema },
  changePlatform: { ...platformChange, answer: PlatformAnswerSchema },
  importPlatforms: { ...platformChange, answer: ImportAnswerSchema },
  pausePlatform: platformChange,
  orderPlatforms: platformChange,
  removePlatform: { ...platformChange, confirm: true },
  /** Probes what is not added yet, once. */
  testPlatform: { ...adminWriteJson, answer: PlatformTestAnswerSchema },
  /** Which peers this node asks to look at its platforms, and for which it does. */
  witnessing: { ...extraRead, access: 'admin', answer: WitnessingListSchema },
  changeWitnessing: { ...adminWriteJson, confirm: true, refreshes: ['witnessing', 'witnesses'] },
  statusPage: { ...extraRead, access: 'admin', answer: StatusPageSchema },
  changeStatusPage: { ...adminWriteJson, confirm: true, refreshes: ['statusPage'] },
  /** A platform reports itself: whoever knows its secret address. */
  report: { ...extraWrite, access: 'public', answer: CommandAnswerSchema },
  host: { ...extraRead, access: 'display', answer: HostSchema, pollMs: 30 * SECOND_MS },
  changeHost: { ...adminWriteJson, answer: PlatformAnswerSchema, refreshes: ['host'] },
  /** One series: its values stand where latencies do. */
  hostHistory: {
    ...extraRead,
    access: 'display',
    answer: PlatformHistorySchema,
    pollMs: 60 * SECOND_MS,
  },
  ...INCIDENT_CALLS,
  ...ALERT_CALLS,
  ...ACCOUNT_CALLS,
} as const satisfies Record<CallName, CallRow>;

type Calls = {
  readonly [Name in CallName]: (typeof ROWS)[Name] & { readonly path: (typeof PATHS)[Name] };
};

/** Every call that the console makes and the server answers; both are built from it. */
export const CALLS = Object.fromEntries(
  Object.entries(ROWS).map(([name, row]) => [name, { ...row, path: PATHS[name as CallName] }]),
) as unknown as Calls;

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
