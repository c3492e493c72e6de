import { MINUTE_MS } from '../../../contract/limits.ts';
import { CONNECTION_STATUSES } from '../../../contract/shapes/mesh.ts';
import type { Tx } from '../../database/database.ts';
import { addLatency } from './latency-histogram.ts';
import type { Probe } from './probes.ts';
import {
  histogramOf,
  type OpenSpans,
  openSpans,
  type Span,
  saveSpans,
  TIME_COLUMNS,
} from './span-rows.ts';

/** Has the spans of this node itself: `up` is the time in which it probed. No platform has an empty id. */
export const NODE_ITSELF = '';

/**
 * Has the spans of a series of a host, whose values stand where latencies do: the platform of neither a probe nor a log. No
 * platform has a blank in its id.
 */
export const hostSpans = (series: number): string => `host ${series}`;
export const ALL_HOSTS = 'host %';

/** The worse a status, the higher its place in the contract's list. */
const RANKS = new Map<string, number>(CONNECTION_STATUSES.map((status, rank) => [status, rank]));
const WORST = CONNECTION_STATUSES.length - 1;
const rankOf = (status: string): number => RANKS.get(status) ?? WORST;

/** A status that held from one probe to the next one. */
export interface HeldStatus {
  readonly platform: string;
  readonly status: string;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** In maintenance: if it was down, that was planned. */
  readonly planned?: boolean;
  /** If it was down, that was because of another. */
  readonly affected?: boolean;
  /** No other node said anything of it. */
  readonly alone?: boolean;
}

/**
 * Rolls probes up into minutes, hours and days, for charts of times from which single probes are gone: adds them, and
 * how long statuses held, to the few spans that they lie in. Each probe is added as it is written, so that there is never
 * a backlog. The transaction is the only one that writes.
 */
export async function addToSpans(
  tx: Tx,
  probes: readonly Probe[],
  held: readonly HeldStatus[] = [],
): Promise<void> {
  const platforms = new Set([...probes, ...held].map(({ platform }) => platform));
  const times = [...probes.map(({ at }) => ({ from: at, to: at })), ...held];
  const spans = await openSpans(tx, [...platforms], times);
  for (const probe of probes)
    for (const span of spans.at(probe.platform, probe.at)) addProbe(span, probe);
  for (const one of held) addHeld(spans, one);
  await saveSpans(tx, spans.all());
}

function addProbe(span: Span, { status, latencyMs }: Probe): void {
  const { row } = span;
  row.worst = Math.max(row.worst, rankOf(status));
  if (latencyMs === null) return;
  row.answered += 1;
  row.latencyMin = Math.min(row.latencyMin ?? latencyMs, latencyMs);
  row.latencyMax = Math.max(row.latencyMax ?? latencyMs, latencyMs);
  addLatency(histogramOf(span), latencyMs);
}

/**
 * No span counts more time than it has. A clock that was set back goes through the same minute again, and only what was
 * not measured the first time is counted then. Hours and days count what their minutes do.
 */
function addHeld(
  spans: OpenSpans,
  { platform, status, from, to, planned, affected, alone }: HeldStatus,
): void {
  const rank = rankOf(status);
  const apart = planned ? 'plannedMs' : affected ? 'affectedMs' : undefined;
  const column = (rank === WORST && apart) || (TIME_COLUMNS[rank] ?? 'downMs');
  for (let at = from; at < to; ) {
    const end = Math.min(to, at - (at % MINUTE_MS) + MINUTE_MS);
    const rows = spans.at(platform, at).map(({ row }) => row);
    const counted = Math.min(end - at, ...rows.map((row) => row.spanMs - timeOf(row)));
    for (const row of rows) {
      row.worst = Math.max(row.worst, rank);
      row[column] += Math.max(0, counted);
      if (alone) row.aloneMs += Math.max(0, counted);
    }
    at = end;
  }
}

const timeOf = (row: Span['row']): number =>
  TIME_COLUMNS.reduce((sum, column) => sum + row[column], 0);
