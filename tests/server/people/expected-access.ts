import type { CallName } from '../../../contract/paths.ts';

/** Who makes a call. What each is answered is written down here a second time, so that a slip in the table of calls is noticed. */
const COLUMNS = [
  'nobody',
  'ended session',
  'display',
  'viewer',
  'operator',
  'admin',
  'admin proven long ago',
  'admin without the second factor',
  'viewer token',
  'operator token',
  'admin token',
  'token without the second factor',
  'removed token',
] as const;
type Column = (typeof COLUMNS)[number];

/** Who is answered like another one. */
const LIKE = {
  'expired session': 'ended session',
  'session of a disabled account': 'ended session',
  'session of a deleted account': 'ended session',
  'revoked display': 'ended session',
  'demoted admin': 'viewer',
  'admin token of a demoted admin': 'viewer token',
  'expired token': 'removed token',
  'token of a disabled account': 'removed token',
  'token of a deleted account': 'removed token',
} as const satisfies Record<string, Column>;

export type Caller = Column | keyof typeof LIKE;
export const CALLERS = [...COLUMNS, ...Object.keys(LIKE)] as readonly Caller[];

/** 403 with the ways to confirm who it is: `confirm`. */
type Outcome = 'yes' | '401' | '403' | 'confirm';

/** One word for each of `COLUMNS`. A token that is not valid is refused also where none is needed. */
const PATTERNS = {
  public: 'yes yes yes yes yes yes yes yes yes yes yes yes 401',
  /** No session is looked for, so that no wrong one is noticed. */
  'everybody, always': 'yes yes yes yes yes yes yes yes yes yes yes yes yes',
  all: '401 401 yes yes yes yes yes 403 yes yes yes 403 401',
  'all, personal': '401 401 yes yes yes yes yes yes 403 403 403 403 401',
  viewer: '401 401 403 yes yes yes yes 403 yes yes yes 403 401',
  'viewer, personal': '401 401 403 yes yes yes yes yes 403 403 403 403 401',
  'viewer, personal, confirm': '401 401 403 yes yes yes confirm yes 403 403 403 403 401',
  operator: '401 401 403 403 yes yes yes 403 403 yes yes 403 401',
  'operator, confirm': '401 401 403 403 yes yes confirm 403 403 yes yes 403 401',
  admin: '401 401 403 403 403 yes yes 403 403 403 yes 403 401',
  'admin, confirm': '401 401 403 403 403 yes confirm 403 403 403 yes 403 401',
  /** Not in the table of calls: for programs on this machine, and everybody who is signed in. */
  metrics: '401 401 yes yes yes yes yes yes yes yes yes yes 401',
} as const;
export type Pattern = keyof typeof PATTERNS;

/** @returns what the server is to answer a caller where this pattern holds */
export function expectedOutcome(pattern: Pattern, caller: Caller): Outcome {
  const column: Column = caller in LIKE ? LIKE[caller as keyof typeof LIKE] : (caller as Column);
  return PATTERNS[pattern].split(' ')[COLUMNS.indexOf(column)] as Outcome;
}

/** A call without a line here does not compile, and fails the test. */
export const EXPECTED: Readonly<Record<CallName, Pattern>> = {
  login: 'public',
  register: 'public',
  pair: 'public',
  signInOptions: 'public',
  checkInvitation: 'public',
  passkeyChallenge: 'public',
  passkeySignIn: 'public',
  secondFactor: 'public',
  report: 'public',

  stats: 'all',
  activity: 'all',
  bundles: 'all',
  disk: 'all',
  connections: 'all',
  certificates: 'all',
  witnesses: 'all',
  watchdog: 'all',
  meshHealth: 'all',
  endpointAudit: 'all',
  proofHealth: 'all',
  history: 'all',
  platform: 'all',
  platformHistory: 'all',
  meshHistory: 'all',
  live: 'all',
  incidents: 'all',
  incident: 'all',
  maintenance: 'all',
  logout: 'all, personal',
  session: 'all, personal',

  proofStatus: 'viewer',
  proofs: 'viewer',
  bundle: 'viewer',
  bundlesOfFile: 'viewer',
  displays: 'viewer',
  notifications: 'viewer',
  readNotifications: 'viewer',
  push: 'viewer',
  pushSubscribe: 'viewer, personal',
  pushUnsubscribe: 'viewer, personal',
  pushTest: 'viewer, personal',
  handoverNotes: 'viewer',
  alertChannels: 'viewer',
  alertRules: 'viewer',
  alertDeliveries: 'viewer',
  rota: 'viewer',

  account: 'viewer, personal',
  confirmChallenge: 'viewer, personal',
  confirmIdentity: 'viewer, personal',
  changePassword: 'viewer, personal',
  endSession: 'viewer, personal',
  endSessions: 'viewer, personal',
  addPasskey: 'viewer, personal',
  addCodes: 'viewer, personal',
  removeToken: 'viewer, personal',
  changeEmail: 'viewer, personal, confirm',
  removeAccount: 'viewer, personal, confirm',
  passkeySetUp: 'viewer, personal, confirm',
  removePasskey: 'viewer, personal, confirm',
  codeSetUp: 'viewer, personal, confirm',
  removeCodes: 'viewer, personal, confirm',
  newRecoveryCodes: 'viewer, personal, confirm',
  addToken: 'viewer, personal, confirm',

  upload: 'operator',
  receipt: 'operator',
  sync: 'operator',
  ping: 'operator',
  reconnect: 'operator',
  proofStart: 'operator',
  deploy: 'operator',
  cancelDeploy: 'operator',
  approveDisplay: 'operator',
  orderDisplay: 'operator',
  revokeDisplay: 'operator',
  openIncident: 'operator',
  changeIncident: 'operator',
  acknowledgeIncident: 'operator',
  releaseIncident: 'operator',
  handOverIncident: 'operator',
  commentOnIncident: 'operator',
  operators: 'operator',
  seeIncident: 'operator',
  startDrill: 'operator',
  endDrill: 'operator',
  planMaintenance: 'operator',
  changeMaintenance: 'operator',
  removeMaintenance: 'operator',
  addHandoverNote: 'operator',
  removeHandoverNote: 'operator',
  addAlertChannel: 'operator',
  changeAlertChannel: 'operator',
  removeAlertChannel: 'operator',
  testAlertChannel: 'operator',
  previewAlert: 'operator',
  addAlertRule: 'operator',
  changeAlertRule: 'operator',
  removeAlertRule: 'operator',
  changeRota: 'operator',
  removeBundle: 'operator, confirm',
  acknowledgeKey: 'operator, confirm',

  platforms: 'admin',
  exportPlatforms: 'admin',
  importPlatforms: 'admin',
  addPlatform: 'admin',
  changePlatform: 'admin',
  pausePlatform: 'admin',
  testPlatform: 'admin',
  orderPlatforms: 'admin',
  people: 'admin',
  endPersonSessions: 'admin',
  invitations: 'admin',
  removeInvitation: 'admin',
  accessSettings: 'admin',
  audit: 'admin',
  removePlatform: 'admin, confirm',
  changePerson: 'admin, confirm',
  removePerson: 'admin, confirm',
  removeSecondFactor: 'admin, confirm',
  addInvitation: 'admin, confirm',
  changeAccessSettings: 'admin, confirm',
  statusPage: 'admin',
  changeStatusPage: 'admin, confirm',
};
