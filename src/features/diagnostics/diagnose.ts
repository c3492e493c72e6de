import type { Disk } from '../../../contract/shapes/system.ts';
import { spaceForecasts } from '../../domain/forecast.ts';
import { ageText, sizeText } from '../../domain/format.ts';
import type { ConnectionState } from '../../shared/model.ts';

export interface Finding {
  readonly layer: string;
  /** unmeasured: nothing is known, so nothing is claimed. */
  readonly result: 'good' | 'warn' | 'bad' | 'unmeasured';
  readonly text: string;
}

/** What is known of each layer when the checks are run; times are server time, epoch milliseconds. */
export interface DiagnosisInput {
  readonly now: number;
  readonly version: { readonly own: string; readonly server: string | undefined };
  readonly connection: ConnectionState;
  /** Server time minus this device's clock; undefined until the server has sent its time. */
  readonly skewMs: number | undefined;
  /** How often the data worker was replaced since the page was opened, and why the last time. */
  readonly restarts: { readonly count: number; readonly lastReason: string | undefined };
  readonly reads: readonly {
    readonly name: string;
    readonly age: 'fresh' | 'stale' | 'unknown';
    readonly at: number | undefined;
    readonly failure: string | undefined;
  }[];
  /** Of the server; undefined where it is not known now. */
  readonly disk: Disk | undefined;
  /** Undefined unless they are known now. */
  readonly platforms: readonly { readonly name: string; readonly status: string }[] | undefined;
}

type Result = Omit<Finding, 'layer'>;

/** A device clock that is off by more than this is shown. */
const SKEW_SHOWN_MS = 5000;
const WORST_FIRST = ['bad', 'warn', 'unmeasured', 'good'] as const;

/**
 * Checks every step between this screen and the mesh. What this device has is said by *This device*.
 *
 * @returns problems first, then nearest first
 */
export function diagnose(input: DiagnosisInput): readonly Finding[] {
  const findings = [
    { layer: 'Version', ...version(input) },
    { layer: 'Data worker', ...dataWorker(input) },
    { layer: 'This screen to the server', ...connection(input) },
    { layer: 'Clock of this device', ...clock(input) },
    ...input.reads.map((read) => ({ layer: `Read: ${read.name}`, ...readResult(read, input.now) })),
    ...(input.disk ? [{ layer: 'Disk of the server', ...serverDisk(input.disk) }] : []),
    { layer: 'The server to the platforms', ...mesh(input) },
  ];
  return WORST_FIRST.flatMap((result) => findings.filter((finding) => finding.result === result));
}

function version({ version: { own, server } }: DiagnosisInput): Result {
  if (server === undefined)
    return { result: 'unmeasured', text: `${own}. The server has not sent its version yet.` };
  if (server === own) return { result: 'good', text: `Up to date (${own}).` };
  return { result: 'warn', text: `${own}. The server has ${server}.` };
}

function dataWorker({ restarts }: DiagnosisInput): Result {
  if (restarts.count === 0) return { result: 'good', text: 'Running since the page was opened.' };
  const reason = restarts.lastReason ? `, last because ${restarts.lastReason}` : '';
  const times = restarts.count === 1 ? 'once' : `${restarts.count} times`;
  return { result: 'warn', text: `Restarted ${times}${reason}.` };
}

function connection({ connection: state, now }: DiagnosisInput): Result {
  if (state.state === 'live') {
    const stream = state.liveMessageSeen ? '' : ' No live message has arrived yet.';
    const last = `last message ${ageText(state.lastMessageAt, now)}`;
    return { result: 'good', text: `Live for ${forText(now - state.since)}, ${last}.${stream}` };
  }
  if (state.state === 'connecting') return { result: 'bad', text: 'Not connected. Connecting.' };
  const since = forText(now - state.since);
  const texts = {
    silent: `Open, but no message for ${since}.`,
    refused: `Signed out for ${since}: the server refuses this session.`,
    offline: `No connection for ${since}.`,
  };
  return { result: 'bad', text: texts[state.state] };
}

function clock({ skewMs }: DiagnosisInput): Result {
  if (skewMs === undefined) return { result: 'unmeasured', text: 'Not measured yet.' };
  const off = Math.abs(skewMs);
  if (off <= SKEW_SHOWN_MS)
    return { result: 'good', text: `Within ${Math.round(off)} ms of the server.` };
  const direction = skewMs > 0 ? 'behind' : 'ahead of';
  return { result: 'warn', text: `${forText(off)} ${direction} the server.` };
}

function readResult(read: DiagnosisInput['reads'][number], now: number): Result {
  if (read.failure) {
    const age = read.at === undefined ? 'never read' : `last read ${ageText(read.at, now)}`;
    return { result: 'bad', text: `Failed (${read.failure}), ${age}.` };
  }
  if (read.at === undefined) return { result: 'unmeasured', text: 'Not read yet on this device.' };
  const labels = { fresh: 'Up to date', stale: 'Last known', unknown: 'Too old' };
  return {
    result: read.age === 'fresh' ? 'good' : 'warn',
    text: `${labels[read.age]}, read ${ageText(read.at, now)}.`,
  };
}

function serverDisk(disk: Disk): Result {
  const { level, freeBytes, totalBytes, reserveBytes, days } = disk;
  const database = days?.at(-1)?.databaseBytes;
  const forecasts = spaceForecasts(disk);
  const texts = [
    `${sizeText(freeBytes)} of ${sizeText(totalBytes)} free, of which ${sizeText(reserveBytes)} are reserved.`,
    database !== undefined && `The database takes ${sizeText(database)}.`,
    ...forecasts.map((text) => `${text}.`),
  ];
  const result = level !== 'ok' ? 'bad' : forecasts.length > 0 ? 'warn' : 'good';
  return { result, text: texts.filter(Boolean).join(' ') };
}

function mesh({ platforms }: DiagnosisInput): Result {
  if (!platforms) return { result: 'unmeasured', text: 'Unknown while disconnected.' };
  const named = (...statuses: string[]) =>
    platforms.filter(({ status }) => statuses.includes(status)).map(({ name }) => name);
  const [down, slow] = [named('error', 'affected'), named('warning')];
  const text = [
    `${platforms.length - down.length} of ${platforms.length} reachable.`,
    down.length > 0 && `Down: ${down.join(', ')}.`,
    slow.length > 0 && `Slow: ${slow.join(', ')}.`,
  ];
  const result = down.length > 0 ? 'bad' : slow.length > 0 ? 'warn' : 'good';
  return { result, text: text.filter(Boolean).join(' ') };
}

/** @returns a length of time in its largest unit: '42 s', '3 min', '5 h' */
function forText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h`;
}

export const RESULT_LABELS = {
  good: 'OK',
  warn: 'Attention',
  bad: 'Problem',
  unmeasured: 'Not measured',
} as const;

/** @returns the findings as plain text, a line each, for a message to somebody else */
export function findingsText(findings: readonly Finding[], now: number): string {
  const lines = findings.map(
    ({ layer, result, text }) => `${RESULT_LABELS[result].toUpperCase()}  ${layer}: ${text}`,
  );
  return [`Diagnostics, ${new Date(now).toISOString()}`, ...lines].join('\n');
}
