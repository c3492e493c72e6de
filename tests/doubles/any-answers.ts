/**
 * One good answer of each call of the specification's section 7, with the fields of its section 3 and no
 * others. Where the specification shows no answer there is an empty object.
 */
const EPOCH_SEC = 1_795_222_800;
const CREATED_AT = new Date(EPOCH_SEC * 1000).toISOString();

export const PROOF_STATUS = 'GET /api/mesh/proof/status/{challenge_id}';
export const CHALLENGE = '0123456789abcdef';

const PLATFORMS = ['Forge', 'Harbor', 'Ledger', 'Signal', 'Archive', 'Sentinel'];
const STATUSES = ['connected', 'connected', 'warning', 'connected', 'error', 'connected'];

export const GOOD_ANSWERS = {
  'POST /api/auth/login': { user: { username: 'ada' } },
  'POST /api/auth/register': { message: 'Welcome to the mesh, ada', user: { username: 'ada' } },
  'GET /api/dashboard/stats': {
    meshConnections: 6,
    zipBundlesProcessed: 12,
    route66Handshakes: 345,
  },
  'GET /api/activity/logs': [
    { id: 2, message: 'Harbor answered late', severity: 'warning', createdAt: CREATED_AT },
    { id: 1, message: 'Moon rose', severity: 'celestial', createdAt: CREATED_AT },
  ],
  'GET /api/zip/bundles': [
    {
      id: 7,
      name: 'routing.zip',
      size: 1536,
      status: 'validated',
      targetPlatforms: ['Forge', 'Harbor'],
      createdAt: CREATED_AT,
    },
    {
      id: 8,
      name: 'empty.zip',
      size: 0,
      status: 'quarantined',
      targetPlatforms: 'everywhere',
      createdAt: CREATED_AT,
    },
  ],
  'POST /api/zip/upload': {},
  'POST /api/system/sync': {},
  'GET /api/mesh/connections': PLATFORMS.map((name, index) => ({
    id: name.toLowerCase(),
    name,
    domain: `${name.toLowerCase()}.mesh.example`,
    status: STATUSES[index],
    latencyMs: 12,
    lastSeen: EPOCH_SEC * 1000,
  })),
  'GET /api/admin/watchdog/summary': {
    platform: 'Elsewhere',
    ts: CREATED_AT,
    forgeRun: '',
    heartbeat: {
      enabled: true,
      lastError: null,
      lastSuccess: CREATED_AT,
      sentCount: 4711,
      intervalSec: 30,
    },
    meshStats: { meshConnections: 6, zipBundlesProcessed: 12, route66Handshakes: 345 },
    endpoints: ['GET /api/mesh/health'],
  },
  'POST /api/admin/heartbeat/ping': {},
  'POST /api/mesh/manual-reconnect': {},
  'GET /api/mesh/health': {
    ok: true,
    platform: 'Elsewhere',
    uptime: 7380,
    heartbeat_interval_sec: 30,
    compliance: 'S11.1',
  },
  'GET /api/run-endpoint-audit': {
    domain: 'elsewhere.mesh.example',
    endpoints: [{ path: '/api/mesh/health', method: 'GET' }],
  },
  'GET /api/mesh/proof/health': {
    ok: true,
    service: 'route66-proof',
    challenges_active: 1,
    well_known_dir: '/.well-known',
    timestamp: EPOCH_SEC,
  },
  'POST /api/mesh/proof/start': { challenge_id: CHALLENGE },
  [PROOF_STATUS]: {
    verified: true,
    callback_ok: true,
    file_ok: true,
    peer: 'forge.mesh.example',
    deadline: EPOCH_SEC + 60,
    time_remaining: 42,
  },
};

export type SpecifiedCall = keyof typeof GOOD_ANSWERS;

/** Calls that are in no specification: not there until a test gives them an answer. */
export const EXTRA_CALLS = {
  details: 'GET /api/zip/bundles/7',
  deploy: 'POST /api/zip/bundles/7/deploy',
  remove: 'DELETE /api/zip/bundles/7',
  proofs: 'GET /api/mesh/proofs',
  disk: 'GET /api/system/disk',
  session: 'GET /api/auth/session',
  logout: 'POST /api/auth/logout',
  displays: 'GET /api/displays',
  approveDisplay: 'POST /api/displays',
  revokeDisplay: 'DELETE /api/displays/hall',
  push: 'GET /api/push',
  pushSubscribe: 'POST /api/push/subscribe',
  pushUnsubscribe: 'POST /api/push/unsubscribe',
  pushTest: 'POST /api/push/test',
} as const;

export type ExtraCall = (typeof EXTRA_CALLS)[keyof typeof EXTRA_CALLS];
