import type { PlatformRange } from '../../contract/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, PLATFORM_RANGES } from '../../contract/limits.ts';
import type { Incident } from '../../contract/shapes/incident.ts';
import type { Maintenance } from '../../contract/shapes/maintenance.ts';
import type {
  Certificate,
  LatencySlot,
  PlatformDetails,
  PlatformHistory,
} from '../../contract/shapes/mesh.ts';
import { NOW } from './samples.ts';

/** Mock data of one platform's page. */

const NONE = { up: 0, late: 0, down: 0, planned: 0, notMeasured: 0 };
const SILENT = { latencyMs: null, minMs: null, maxMs: null };

/** @returns a slot of good times, trouble, maintenance or a gap, by its place among others */
function sampleSlot(index: number, count: number, slotMs: number): LatencySlot {
  const place = index / count;
  if (place > 0.3 && place < 0.34) return { ...NONE, ...SILENT, notMeasured: slotMs };
  if (place > 0.5 && place < 0.53) return { ...NONE, ...SILENT, planned: slotMs };
  if (place > 0.7 && place < 0.72) return { ...NONE, ...SILENT, down: slotMs };
  const latencyMs = 24 + 8 * Math.sin(index / 5) + ((index * 7) % 5);
  const speed = { latencyMs, minMs: latencyMs * 0.7, maxMs: latencyMs * 2 + ((index * 13) % 30) };
  if (index % 37 === 20) return { ...NONE, ...speed, up: slotMs * 0.9, late: slotMs * 0.1 };
  if (index % 53 === 30) return { ...NONE, ...speed, up: slotMs * 0.97, down: slotMs * 0.03 };
  return { ...NONE, ...speed, up: slotMs };
}

/** @returns one platform's history that ends now */
export function platformHistory(range: PlatformRange, isEmpty = false): PlatformHistory {
  const { slotMs, slots: count } = PLATFORM_RANGES[range];
  const from = Math.floor(NOW / slotMs) * slotMs - (count - 1) * slotMs;
  const slots = Array.from({ length: count }, (_, index) =>
    isEmpty ? { ...NONE, ...SILENT, notMeasured: slotMs } : sampleSlot(index, count, slotMs),
  );
  return {
    from,
    to: NOW,
    slotMs,
    slots,
    absences: isEmpty
      ? []
      : [
          { from: NOW - 62 * DAY_MS, to: NOW - 60 * DAY_MS, reason: 'off' },
          { from: NOW - 60 * DAY_MS + HOUR_MS, to: NOW - 59.9 * DAY_MS, reason: 'asleep' },
          { from: NOW - 3 * HOUR_MS, to: NOW - 2 * HOUR_MS, reason: 'no-network' },
        ],
  };
}

export const DETAILS: PlatformDetails = {
  id: 'forge',
  address: 'https://forge.mesh.example:8443',
  version: '0.1.0+407d248',
  clockOffsetMs: 2100,
  keys: [
    { thumbprint: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs', seenAt: NOW - DAY_MS },
    { thumbprint: 'cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s', seenAt: NOW - 300 * DAY_MS },
  ],
  uptime: [
    { ...NONE, range: '24h', up: DAY_MS },
    { ...NONE, range: '7d', up: 6.9 * DAY_MS, down: 0.1 * DAY_MS },
    { ...NONE, range: '30d', up: 28 * DAY_MS, late: DAY_MS, planned: DAY_MS },
    { ...NONE, range: '90d', up: 84 * DAY_MS, down: 2 * DAY_MS, notMeasured: 4 * DAY_MS },
  ],
  probes: Array.from({ length: 12 }, (_, index) => ({
    at: NOW - index * 10_000,
    status: index % 5 === 3 ? 'error' : 'connected',
    latencyMs: index % 5 === 3 ? null : 20 + index,
    failure: index % 5 === 3 ? 'no answer within 3 s' : null,
  })),
};

/** Of a platform that was never probed. */
export const NO_DETAILS: PlatformDetails = {
  ...DETAILS,
  ...{ address: null, version: null, clockOffsetMs: null, keys: [], probes: [] },
  uptime: ['24h', '7d', '30d', '90d'].map((range) => ({ ...NONE, range, notMeasured: DAY_MS })),
};

const INCIDENT: Incident = {
  id: 1,
  platform: 'forge',
  status: 'error',
  startedAt: NOW - 20 * DAY_MS,
  endedAt: NOW - 20 * DAY_MS + 40 * MINUTE_MS,
  cause: 'no answer',
  planned: false,
  drillUntil: null,
  acknowledgement: null,
};

/** Newest first: an open one, one that was planned, an ended one. */
export const INCIDENTS_OF_FORGE: readonly Incident[] = [
  {
    ...INCIDENT,
    id: 3,
    startedAt: NOW - 22 * MINUTE_MS,
    endedAt: null,
    acknowledgement: { by: 'ada', at: NOW - 20 * MINUTE_MS, note: 'The switch is being replaced.' },
  },
  { ...INCIDENT, id: 2, status: 'warning', cause: null, planned: true },
  INCIDENT,
];

export const DRILL: Incident = {
  ...INCIDENT,
  id: 4,
  startedAt: NOW - MINUTE_MS,
  endedAt: null,
  drillUntil: NOW + 9 * MINUTE_MS,
};

export const WINDOW: Maintenance = {
  id: 1,
  platforms: ['forge'],
  note: 'New disks',
  startsAt: NOW - HOUR_MS,
  endsAt: NOW + HOUR_MS,
  repeat: 'none',
  timeZone: 'UTC',
  createdBy: 'ada',
  createdAt: NOW - DAY_MS,
};

export const CERTIFICATES: readonly Certificate[] = [
  {
    ...{ platform: 'harbor', name: 'Harbor', issuer: 'Mesh authority', names: ['*.mesh.example'] },
    ...{ notAfter: NOW - 2.5 * DAY_MS, seenAt: NOW - 3 * DAY_MS },
  },
  {
    ...{ platform: 'forge', name: 'Forge', issuer: "Let's Encrypt", seenAt: NOW - HOUR_MS },
    ...{ names: ['forge.mesh.example', 'www.forge.mesh.example'], notAfter: NOW + 12.5 * DAY_MS },
  },
  {
    ...{ platform: 'forge', name: 'Forge', issuer: '', of: 'domain', seenAt: NOW - 20 * HOUR_MS },
    ...{ names: ['mesh.example'], notAfter: NOW + 25.5 * DAY_MS },
  },
  {
    ...{ platform: 'meridian', name: 'Meridian', issuer: "Let's Encrypt", seenAt: NOW },
    ...{ names: ['meridian.mesh.example'], notAfter: NOW + 80.5 * DAY_MS },
  },
];

/** @returns 30 days in which the latency grew, to pass 250 ms in about nine days */
export function growingHistory(): PlatformHistory {
  const history = platformHistory('30d');
  const slots = history.slots.map((slot, index) => {
    const days = (history.slots.length - index) * (history.slotMs / DAY_MS);
    return { ...slot, latencyMs: Math.max(20, 160 - 10 * days + ((index * 7) % 5)) };
  });
  return { ...history, slots };
}
