/** Below it platforms report themselves, each by a secret of its own. */
export const REPORTS_PATH = '/api/reports/';

/**
 * Every call's name and path: the one place where a path is spelled. Without schemas, so that the page,
 * which only needs keys, does not load them; `calls.ts` is the whole table.
 */
export const PATHS = {
  login: '/api/auth/login',
  register: '/api/auth/register',
  stats: '/api/dashboard/stats',
  activity: '/api/activity/logs',
  bundles: '/api/zip/bundles',
  upload: '/api/zip/upload',
  receipt: '/api/zip/receipts/{id}',
  sync: '/api/system/sync',
  disk: '/api/system/disk',
  connections: '/api/mesh/connections',
  certificates: '/api/mesh/certificates',
  witnesses: '/api/mesh/witnesses',
  watchdog: '/api/admin/watchdog/summary',
  ping: '/api/admin/heartbeat/ping',
  reconnect: '/api/mesh/manual-reconnect',
  meshHealth: '/api/mesh/health',
  endpointAudit: '/api/run-endpoint-audit',
  proofHealth: '/api/mesh/proof/health',
  proofStart: '/api/mesh/proof/start',
  proofStatus: '/api/mesh/proof/status/{challenge_id}',
  logout: '/api/auth/logout',
  session: '/api/auth/session',
  bundle: '/api/zip/bundles/{id}',
  deploy: '/api/zip/bundles/{id}/deploy',
  cancelDeploy: '/api/zip/bundles/{id}/deploy/cancel',
  bundlesOfFile: '/api/zip/files/{sha256}',
  removeBundle: '/api/zip/bundles/{id}',
  history: '/api/mesh/history',
  meshHistory: '/api/mesh/history/{range}',
  platform: '/api/mesh/platforms/{id}',
  platformHistory: '/api/mesh/platforms/{id}/history/{range}',
  platformRuns: '/api/mesh/platforms/{id}/runs',
  platformRun: '/api/mesh/platforms/{id}/runs/{run}',
  acknowledgeKey: '/api/mesh/platforms/{id}/key/acknowledge',
  platforms: '/api/mesh/platforms',
  addPlatform: '/api/mesh/platforms',
  changePlatform: '/api/mesh/platforms/{id}',
  pausePlatform: '/api/mesh/platforms/{id}/pause',
  removePlatform: '/api/mesh/platforms/{id}/remove',
  orderPlatforms: '/api/mesh/order',
  testPlatform: '/api/mesh/test',
  exportPlatforms: '/api/mesh/file',
  importPlatforms: '/api/mesh/import',
  report: `${REPORTS_PATH}{secret}`,
  host: '/api/mesh/platforms/{id}/host',
  changeHost: '/api/mesh/platforms/{id}/host',
  hostHistory: '/api/mesh/hosts/{id}/history/{range}',
  proofs: '/api/mesh/proofs',
  live: '/api/live',
  pair: '/api/displays/pairing',
  displays: '/api/displays',
  approveDisplay: '/api/displays',
  reportDisplay: '/api/displays/report',
  watchDisplay: '/api/displays/{id}/watch',
  orderDisplay: '/api/displays/{id}/order',
  revokeDisplay: '/api/displays/{id}',
  notifications: '/api/notifications',
  readNotifications: '/api/notifications/read',
  incidents: '/api/incidents',
  incident: '/api/incidents/{id}',
  openIncident: '/api/incidents',
  changeIncident: '/api/incidents/{id}',
  acknowledgeIncident: '/api/incidents/{id}/acknowledge',
  releaseIncident: '/api/incidents/{id}/acknowledge',
  handOverIncident: '/api/incidents/{id}/hand-over',
  commentOnIncident: '/api/incidents/{id}/comments',
  seeIncident: '/api/incidents/{id}/seen',
  startDrill: '/api/drills',
  endDrill: '/api/drills/{platform}',
  maintenance: '/api/maintenance',
  planMaintenance: '/api/maintenance',
  changeMaintenance: '/api/maintenance/{id}',
  removeMaintenance: '/api/maintenance/{id}',
  handoverNotes: '/api/handover/notes',
  addHandoverNote: '/api/handover/notes',
  removeHandoverNote: '/api/handover/notes/{id}',
  alertChannels: '/api/alerts/channels',
  addAlertChannel: '/api/alerts/channels',
  changeAlertChannel: '/api/alerts/channels/{id}',
  removeAlertChannel: '/api/alerts/channels/{id}',
  testAlertChannel: '/api/alerts/channels/{id}/test',
  previewAlert: '/api/alerts/preview',
  alertRules: '/api/alerts/rules',
  addAlertRule: '/api/alerts/rules',
  changeAlertRule: '/api/alerts/rules/{id}',
  removeAlertRule: '/api/alerts/rules/{id}',
  rota: '/api/rota',
  changeRota: '/api/rota',
  alertDeliveries: '/api/alerts/deliveries',
  reportArrival: '/api/alerts/arrivals',
  signInOptions: '/api/auth/options',
  checkInvitation: '/api/auth/invitation',
  passkeyChallenge: '/api/auth/passkey/challenge',
  passkeySignIn: '/api/auth/passkey',
  secondFactor: '/api/auth/second-factor',
  account: '/api/account',
  confirmChallenge: '/api/account/confirm/challenge',
  confirmIdentity: '/api/account/confirm',
  changePassword: '/api/account/password',
  changeEmail: '/api/account/email',
  endSession: '/api/account/sessions/{id}',
  endSessions: '/api/account/sessions',
  removeAccount: '/api/account',
  passkeySetUp: '/api/account/passkeys/challenge',
  addPasskey: '/api/account/passkeys',
  removePasskey: '/api/account/passkeys/{id}',
  codeSetUp: '/api/account/codes/secret',
  addCodes: '/api/account/codes',
  removeCodes: '/api/account/codes',
  newRecoveryCodes: '/api/account/recovery-codes',
  addToken: '/api/account/tokens',
  removeToken: '/api/account/tokens/{id}',
  operators: '/api/operators',
  people: '/api/people',
  changePerson: '/api/people/{id}',
  removePerson: '/api/people/{id}',
  endPersonSessions: '/api/people/{id}/sessions',
  removeSecondFactor: '/api/people/{id}/second-factor',
  invitations: '/api/invitations',
  addInvitation: '/api/invitations',
  removeInvitation: '/api/invitations/{id}',
  accessSettings: '/api/settings/access',
  changeAccessSettings: '/api/settings/access',
  witnessing: '/api/settings/witnesses',
  changeWitnessing: '/api/settings/witnesses',
  statusPage: '/api/settings/status-page',
  changeStatusPage: '/api/settings/status-page',
  audit: '/api/audit',
  push: '/api/push',
  pushSubscribe: '/api/push/subscribe',
  pushUnsubscribe: '/api/push/unsubscribe',
  pushTest: '/api/push/test',
} as const;

export type CallName = keyof typeof PATHS;

/** A page that describes every call, for people. */
export const API_REFERENCE_PATH = '/api/reference';

/** Where the live socket is opened. */
export const LIVE_PATH = '/ws';

/**
 * A navigation here begins a sign-in at the OpenID provider; `?redirect=` is where it leads in the console. With `?confirm=` the
 * provider asks anew, and the session that is there is confirmed.
 */
export const OIDC_START_PATH = '/api/auth/oidc/start';

/** Where the OpenID provider sends the browser back to. */
export const OIDC_CALLBACK_PATH = '/api/auth/oidc/callback';

/** Where resumable uploads are created (tus 1.0). Another server may not have it. */
export const RESUMABLE_PATH = '/api/zip/uploads';

/** Where the system posts a file that is shared with the console. The service worker answers it, else the server. */
export const SHARE_PATH = '/share';

/** @param shared id of the stored file, or the reason why there is none */
export const sharedAddress = (shared: string) => `/dashboard?show=upload&shared=${shared}`;

/** The segments of a read's path. One key from the server's live message to the Query cache. */
export type Key = readonly string[];

/** Values of the braces in a path. */
export type PathParams = Readonly<Record<string, string>>;

/** @returns the path with its braces filled in and encoded. Throws on a value that is missing. */
export function pathOf(name: CallName, params: PathParams = {}): string {
  return PATHS[name].replace(/\{(\w+)\}/g, (_, param: string) => {
    const value = params[param];
    if (value === undefined) throw new TypeError(`${name} needs the path parameter ${param}`);
    return encodeURIComponent(value);
  });
}

/** @returns the key as one text, for maps. */
export function keyText(key: Key): string {
  return key.join('/');
}

/** @returns the key of a read: the segments of its filled-in path. */
export function keyOf(name: CallName, params: PathParams = {}): Key {
  return pathOf(name, params).slice(1).split('/');
}

/** Response header: the server's clock at the time of the answer, epoch milliseconds. */
export const SERVER_TIME_HEADER = 'meridian-time';

/**
 * Response header of a read: the number of the last live message that was sent before the read began. The data
 * includes at least all changes up to it, so the client drops older messages about the same key.
 */
export const LIVE_SEQ_HEADER = 'meridian-seq';

/** Response header of a read: name of the stream that the number belongs to. */
export const LIVE_STREAM_HEADER = 'meridian-stream';

/** For whoever accepts it a call may answer in lines of JSON: what it has done so far, and the answer as the last one. */
export const LINES_TYPE = 'application/x-ndjson';

/**
 * Request header of an upload: a random key chosen by the sender. A repeat with the same key gets the bundle that the
 * first upload created.
 */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** Request header of an upload: SHA-256 of the file, hexadecimal. A file with another hash is refused. */
export const FILE_SHA256_HEADER = 'meridian-sha256';
