import type { CallName } from '../../../contract/paths.ts';

/** Who makes a call. Written down here a second time, so that a slip in the table of calls is noticed. */
export const CALLERS = [
  'nobody',
  'expired session',
  'ended session',
  'display',
  'viewer',
  'operator',
  'admin',
  'admin proven long ago',
  'admin without the second factor',
] as const;
export type Caller = (typeof CALLERS)[number];

/** 403 with the ways to confirm who it is: `confirm`. */
type Outcome = 'yes' | '401' | '403' | 'confirm';

/** One column for each of `CALLERS`. */
const PATTERNS = {
  public: 'yes yes yes yes yes yes yes yes yes',
  /** A person may sign in at a display's browser, but not sign up there. */
  'sign-up': 'yes yes yes 403 yes yes yes yes yes',
  all: '401 401 401 yes yes yes yes yes 403',
  'all, personal': '401 401 401 yes yes yes yes yes yes',
  viewer: '401 401 401 403 yes yes yes yes 403',
  'viewer, personal': '401 401 401 403 yes yes yes yes yes',
  'viewer, personal, confirm': '401 401 401 403 yes yes yes confirm yes',
  operator: '401 401 401 403 403 yes yes yes 403',
  'operator, confirm': '401 401 401 403 403 yes yes confirm 403',
  admin: '401 401 401 403 403 403 yes yes 403',
  'admin, confirm': '401 401 401 403 403 403 yes confirm 403',
  /** Not in the table of calls: for programs on this machine, and everybody who is signed in. */
  metrics: '401 401 401 yes yes yes yes yes yes',
} as const;
export type Pattern = keyof typeof PATTERNS;

/** @returns what the server is to answer a caller where this pattern holds */
export function expectedOutcome(pattern: Pattern, caller: Caller): Outcome {
  return PATTERNS[pattern].split(' ')[CALLERS.indexOf(caller)] as Outcome;
}

/** A call without a line here does not compile. */
export const EXPECTED: Readonly<Record<CallName, Pattern>> = {
  login: 'public',
  register: 'sign-up',
  pair: 'public',
  signInOptions: 'public',
  checkInvitation: 'sign-up',
  passkeyChallenge: 'public',
  passkeySignIn: 'public',
  secondFactor: 'public',

  stats: 'all',
  activity: 'all',
  bundles: 'all',
  disk: 'all',
  connections: 'all',
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
  acknowledgeIncident: 'operator',
  releaseIncident: 'operator',
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
  addAlertRule: 'operator',
  changeAlertRule: 'operator',
  removeAlertRule: 'operator',
  removeBundle: 'operator, confirm',
  acknowledgeKey: 'operator, confirm',

  people: 'admin',
  endPersonSessions: 'admin',
  invitations: 'admin',
  removeInvitation: 'admin',
  accessSettings: 'admin',
  audit: 'admin',
  changePerson: 'admin, confirm',
  removePerson: 'admin, confirm',
  removeSecondFactor: 'admin, confirm',
  addInvitation: 'admin, confirm',
  changeAccessSettings: 'admin, confirm',
};
