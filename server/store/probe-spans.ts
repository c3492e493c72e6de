import type { Selectable } from 'kysely';
import { CONNECTION_STATUSES } from '../../contract/shapes/mesh.ts';
import type { Tx } from './database.ts';
import {
  addEncoded,
  addLatency,
  encodeHistogram,
  type LatencyHistogram,
} from './latency-histogram.ts';
import type { Probe } from './probes.ts';
import type { ProbeSpanTable } from './schema.ts';

/**
 * Probes rolled up into minutes and hours, for charts of times from which single probes are gone. Every
 * probe is added to its minute and its hour as it is written: there is never a backlog to work off.
 */
export const MINUTE_MS = 60 * 1000;
export const HOUR_MS = 60 * MINUTE_MS;
const ROLLED_UP_MS = [MINUTE_MS, HOUR_MS] as const;
export type RolledUpMs = (typeof ROLLED_UP_MS)[number];

/** Has the spans of this node itself: `up` is the time in which it probed. No platform has an empty id. */
export const NODE_ITSELF = '';

/** The worse a status, the higher its place in the contract's list. */
const RANKS = new Map<string, number>(CONNECTION_STATUSES.map((status, rank) => [status, rank]));
const WORST = CONNECTION_STATUSES.length - 1;
const rankOf = (status: string): number => RANKS.get(status) ?? WORST;

/** Far from the number of parameters that a statement may have; each row has thirteen. */
const ROWS_A_STATEMENT = 1000;

/** A status that held from one probe to the next one. */
export interface HeldStatus {
  readonly platform: string;
  readonly status: string;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** In maintenance: if it was down, that was planned. */
  readonly planned?: boolean;
}

/**
 * Adds probes to their spans, and how long statuses held. It reads the few rows that they fall into, merges and writes
 * them; the transaction is the only one that writes.
 */
export async function addToSpans(
  tx: Tx,
  probes: readonly Probe[],
  held: readonly HeldStatus[] = [],
): Promise<void> {
  const spans = await openSpans(tx, probes, held);
  for (const probe of probes)
    for (const spanMs of ROLLED_UP_MS)
      addProbe(spans.at(probe.platform, spanMs, startOf(probe.at, spanMs)), probe);
  for (const one of held) addHeld(spans, one);
  await saveSpans(tx, spans.all());
}

interface Span {
  readonly row: Selectable<ProbeSpanTable>;
  /** Decoded when the first latency is added. */
  histogram: LatencyHistogram | null;
}

interface Spans {
  /** @param at start of the span */
  at(platform: string, spanMs: number, at: number): Span;
  all(): Span[];
}

const startOf = (at: number, spanMs: number): number => at - (at % spanMs);

async function openSpans(
  tx: Tx,
  probes: readonly Probe[],
  held: readonly HeldStatus[],
): Promise<Spans> {
  const platforms = [...new Set([...probes, ...held].map(({ platform }) => platform))];
  const starts = new Set<number>();
  for (const spanMs of ROLLED_UP_MS) {
    for (const { at } of probes) starts.add(startOf(at, spanMs));
    for (const { from, to } of held)
      for (let at = startOf(from, spanMs); at < to; at += spanMs) starts.add(at);
  }
  const stored = new Map<string, Span>();
  const touched = new Map<string, Span>();
  for (let from = 0; from < platforms.length; from += ROWS_A_STATEMENT) {
    const rows = await tx
      .selectFrom('probe_spans')
      .selectAll()
      .where('platform', 'in', platforms.slice(from, from + ROWS_A_STATEMENT))
      .where('span_ms', 'in', [...ROLLED_UP_MS])
      .where('at', 'in', [...starts])
      .execute();
    for (const stated of rows) {
      const row = withNumbers(stated);
      stored.set(keyOf(row.platform, row.span_ms, row.at), { row, histogram: null });
    }
  }
  return {
    at(platform, spanMs, at) {
      const key = keyOf(platform, spanMs, at);
      const span = touched.get(key) ?? stored.get(key) ?? blankSpan(platform, spanMs, at);
      touched.set(key, span);
      return span;
    },
    all: () => [...touched.values()],
  };
}

const keyOf = (platform: string, spanMs: number, at: number) => `${spanMs} ${at} ${platform}`;

/** PostgreSQL returns a bigint as text. */
function withNumbers(row: Span['row']): Span['row'] {
  const numbered = { ...row };
  for (const column of ['span_ms', 'at', 'answered', ...TIME_COLUMNS] as const)
    numbered[column] = Number(row[column]);
  return numbered;
}

function blankSpan(platform: string, spanMs: number, at: number): Span {
  const times = { up_ms: 0, late_ms: 0, down_ms: 0, planned_ms: 0 };
  const latencies = { answered: 0, latency_min: null, latency_max: null, latency_histogram: '' };
  return {
    row: { platform, span_ms: spanMs, at, worst: 0, ...times, ...latencies },
    histogram: new Map(),
  };
}

function addProbe(span: Span, { status, latencyMs }: Probe): void {
  const { row } = span;
  row.worst = Math.max(row.worst, rankOf(status));
  if (latencyMs === null) return;
  row.answered += 1;
  row.latency_min = Math.min(row.latency_min ?? latencyMs, latencyMs);
  row.latency_max = Math.max(row.latency_max ?? latencyMs, latencyMs);
  addLatency(histogramOf(span), latencyMs);
}

function histogramOf(span: Span): LatencyHistogram {
  if (span.histogram === null) {
    span.histogram = new Map();
    addEncoded(span.histogram, span.row.latency_histogram);
  }
  return span.histogram;
}

/**
 * No span counts more time than it has. A clock that was set back goes through the same minute again, and only what was
 * not measured the first time is counted then. An hour counts what its minutes do.
 */
function addHeld(spans: Spans, { platform, status, from, to, planned }: HeldStatus): void {
  const rank = rankOf(status);
  const column = TIME_COLUMNS[planned && rank === WORST ? PLANNED : rank] ?? 'down_ms';
  for (let at = startOf(from, MINUTE_MS); at < to; at += MINUTE_MS) {
    const heldMs = Math.min(to, at + MINUTE_MS) - Math.max(from, at);
    const { row: minute } = spans.at(platform, MINUTE_MS, at);
    const { row: hour } = spans.at(platform, HOUR_MS, startOf(at, HOUR_MS));
    const counted = Math.min(heldMs, MINUTE_MS - timeOf(minute), HOUR_MS - timeOf(hour));
    for (const row of [minute, hour]) {
      row.worst = Math.max(row.worst, rank);
      row[column] += Math.max(0, counted);
    }
  }
}

/** Where time is counted, by the status' place in the contract's list. */
const TIME_COLUMNS = ['up_ms', 'late_ms', 'down_ms', 'planned_ms'] as const;
const PLANNED = 3;

const timeOf = ({ up_ms, late_ms, down_ms, planned_ms }: Span['row']): number =>
  up_ms + late_ms + down_ms + planned_ms;

async function saveSpans(tx: Tx, spans: readonly Span[]): Promise<void> {
  const rows = spans.map(({ row, histogram }) =>
    histogram === null ? row : { ...row, latency_histogram: encodeHistogram(histogram) },
  );
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await tx
      .insertInto('probe_spans')
      .values(rows.slice(from, from + ROWS_A_STATEMENT))
      .onConflict((conflict) =>
        conflict.columns(['platform', 'span_ms', 'at']).doUpdateSet((eb) => ({
          worst: eb.ref('excluded.worst'),
          answered: eb.ref('excluded.answered'),
          up_ms: eb.ref('excluded.up_ms'),
          late_ms: eb.ref('excluded.late_ms'),
          down_ms: eb.ref('excluded.down_ms'),
          planned_ms: eb.ref('excluded.planned_ms'),
          latency_min: eb.ref('excluded.latency_min'),
          latency_max: eb.ref('excluded.latency_max'),
          latency_histogram: eb.ref('excluded.latency_histogram'),
        })),
      )
      .execute();
}
