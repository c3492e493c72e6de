import { MINUTE_MS } from '../../contract/limits.ts';
import type { Activity } from '../../contract/shapes/activity.ts';
import type { Bundle, BundleDetails } from '../../contract/shapes/bundle.ts';
import type { Connection, HistorySlot, MeshHistory } from '../../contract/shapes/mesh.ts';
import type { Disk } from '../../contract/shapes/system.ts';
import type { WatchdogSummary } from '../../contract/shapes/watchdog.ts';
import { meshVerdict } from '../../src/domain/verdict.ts';
import type { ReadState } from '../../src/ui/read-state.tsx';

/** Mock data for the gallery: what a server might answer, well, badly and far too long. */
export const NOW = Date.parse('2026-11-20T12:00:00Z');

/** How a read stands, in each way that a screen can meet it. */
export const READINGS = {
  fresh: { at: NOW, age: 'fresh', failure: undefined, loading: false },
  loading: { at: undefined, age: 'unknown', failure: undefined, loading: true },
  stale: { at: NOW - 3 * MINUTE_MS, age: 'stale', failure: undefined, loading: false },
  unknown: { at: NOW - 90 * MINUTE_MS, age: 'unknown', failure: undefined, loading: false },
  failing: {
    at: NOW - MINUTE_MS,
    age: 'stale',
    failure: { message: '503: The mesh is being restarted.' },
    loading: false,
  },
  failed: {
    at: undefined,
    age: 'unknown',
    failure: { message: '500: Internal Server Error' },
    loading: false,
  },
} as const satisfies Record<string, ReadState>;

export const LONG_WORD = 'a-very-long-name-without-a-single-place-to-break'.repeat(3);
export const LONG_TEXT =
  'A sentence that goes on for longer than anybody has room for, because a server may say whatever it likes. '.repeat(
    4,
  );

const STATUSES = ['connected', 'connected', 'warning', 'connected', 'error', 'connected'];
const NAMES = ['Forge', 'Harbor', 'Ledger', 'Signal', 'Archive', 'Sentinel'];

export const CONNECTIONS: readonly Connection[] = NAMES.map((name, index) => ({
  id: name.toLowerCase(),
  name,
  domain: `${name.toLowerCase()}.mesh.example`,
  status: STATUSES[index] ?? 'unknown',
  latencyMs: name === 'Archive' ? null : 20 + index * 40,
  lastSeen: name === 'Archive' ? null : NOW - index * 1000,
  since: NOW - (index + 1) * 11 * MINUTE_MS,
  failure: name === 'Archive' ? 'does not answer' : null,
}));

const BLANK_SLOT = { up: 0, late: 0, down: 0, notMeasured: 0, latencyMs: null };
/** From this minute of the hour on. */
const TROUBLE_FROM: Record<string, number> = { error: 41, warning: 26 };

/** @returns a minute of the last hour of a platform: good times, a gap, trouble */
function historySlot(status: string, row: number, minute: number): HistorySlot {
  if (minute === 12 || minute === 13) return { ...BLANK_SLOT, notMeasured: MINUTE_MS };
  if (minute >= (TROUBLE_FROM[status] ?? 60))
    return status === 'error'
      ? { ...BLANK_SLOT, down: MINUTE_MS }
      : { ...BLANK_SLOT, late: MINUTE_MS, latencyMs: 400 };
  const latencyMs = 20 + ((minute * 7) % 13);
  if (minute === 20 + row) return { ...BLANK_SLOT, up: 50_000, down: 10_000, latencyMs };
  return { ...BLANK_SLOT, up: MINUTE_MS, latencyMs };
}

/** @returns the last hour of these platforms */
export function meshHistory(connections: readonly Connection[]): MeshHistory {
  return {
    from: NOW - 60 * MINUTE_MS,
    to: NOW,
    slotMs: MINUTE_MS,
    platforms: connections.map(({ id, status }, row) => ({
      platform: id,
      slots: Array.from({ length: 60 }, (_, minute) => historySlot(status, row, minute)),
      medianMs: 26,
      p95Ms: 31.4,
    })),
  };
}

export const LONG_CONNECTIONS: readonly Connection[] = CONNECTIONS.map((connection) => ({
  ...connection,
  name: `${connection.name} of the Northern Hemisphere`,
  domain: `${LONG_WORD}.${connection.domain}`,
}));

/** @returns a mesh of so many platforms, every tenth of them down, the others up, each with a name of sixty characters or so */
export const largeMesh = (count: number): Connection[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    name: `Archive of the Federal Office for Civil Registration, Copy ${index}`,
    domain: `archive-of-the-federal-office-for-civil-registration-${index}.mesh.example`,
    status: index % 10 === 9 ? 'error' : 'connected',
    latencyMs: 123,
    lastSeen: NOW - 2000,
    since: NOW - 22 * MINUTE_MS,
  }));

const SEVERITIES = ['success', 'warning', 'error', 'note'];

/** @returns rows of the activity, newest first */
export function activities(count: number): Activity[] {
  return Array.from({ length: count }, (_, index) => ({
    id: count - index,
    message: `Event ${count - index}: ${NAMES[index % NAMES.length]} did what it does`,
    severity: SEVERITIES[index % SEVERITIES.length] ?? 'note',
    createdAt: new Date(NOW - index * 20_000).toISOString(),
  }));
}

const BUNDLE_STATUSES = ['validating', 'validated', 'failed', 'deployed', 'quarantined'];

const DEPLOYMENTS = [
  null,
  { state: 'idle', done: 0, failed: 0, total: 6 },
  { state: 'in-progress', done: 3, failed: 0, total: 6 },
  { state: 'incomplete', done: 5, failed: 1, total: 6 },
];

/** @returns bundles, newest first */
export function bundles(count: number): Bundle[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `bundle-${index}`,
    name: `routing-rules-${count - index}.zip`,
    size: index * 137_000,
    status: BUNDLE_STATUSES[index % BUNDLE_STATUSES.length] ?? 'validated',
    targetPlatforms: index % 3 === 0 ? null : NAMES.slice(0, (index % NAMES.length) + 1),
    createdAt: new Date(NOW - index * MINUTE_MS).toISOString(),
    deployment: DEPLOYMENTS[index % DEPLOYMENTS.length] ?? null,
    ...(index % 5 === 2 && { reason: 'models/weights.bin expands more than 100 times.' }),
  }));
}

export const LONG_BUNDLE: Bundle = {
  id: 'long',
  name: `${LONG_WORD}.zip`,
  size: 999_999_999_999,
  status: LONG_WORD,
  targetPlatforms: [LONG_WORD, ...NAMES],
  createdAt: 'at no time at all',
};

/** @returns all about a bundle, with so many files */
export function bundleDetails(bundle: Bundle, files: number): BundleDetails {
  return {
    ...bundle,
    sha256: 'ab'.repeat(32),
    priority: 'high',
    uploadedBy: 'ada',
    problems: [{ rule: 'traversal', entry: '../evil.txt', message: 'Its name leads out.' }],
    files: Array.from({ length: Math.min(files, 2000) }, (_, index) => ({
      name: `folder/file-${index}.txt`,
      size: 1536,
      compressedSize: 512,
      crc32: '00000000',
    })),
    fileCount: files,
    targets: NAMES.map((platform) => ({
      platform,
      status: 'waiting',
      sentBytes: 0,
      message: null,
    })),
    history: [{ status: 'validating', at: bundle.createdAt }],
  };
}

export const SUMMARY: NonNullable<WatchdogSummary> = {
  platform: 'Sample',
  ts: '2026-11-20T11:59:58Z',
  forgeRun: 'https://forge.mesh.example',
  heartbeat: {
    enabled: true,
    lastError: null,
    lastSuccess: '2026-11-20T11:59:30Z',
    sentCount: 1234,
    intervalSec: 30,
  },
  meshStats: { meshConnections: 6, zipBundlesProcessed: 1234, route66Handshakes: 40_123 },
  endpoints: ['GET /api/mesh/health', 'POST /api/system/sync'],
};

/** What a wall knows while its connection is live. */
export const WALL = {
  product: 'Meridian',
  groups: [],
  now: NOW,
  connection: {
    state: 'live',
    since: NOW,
    lastMessageAt: NOW,
    liveMessageSeen: true,
  },
  stats: SUMMARY.meshStats,
  verdict: meshVerdict(CONNECTIONS, 'fresh'),
  connections: CONNECTIONS,
  history: undefined,
  activity: activities(30),
  dataAt: NOW - 3 * MINUTE_MS,
  status: 'live',
} as const;

const GIB = 1024 ** 3;
/** That loses a GiB a day, and has six left before its reserve. */
export const DISK: Disk = {
  ...{ level: 'low', freeBytes: 6.5 * GIB, totalBytes: 40 * GIB, reserveBytes: 0.5 * GIB },
  at: new Date(NOW).toISOString(),
  days: Array.from({ length: 14 }, (_, day) => ({
    ...{ at: NOW - (13 - day) * 24 * 60 * MINUTE_MS, freeBytes: (19.5 - day) * GIB },
    databaseBytes: 40_000_000 + day * 1000,
  })),
};
