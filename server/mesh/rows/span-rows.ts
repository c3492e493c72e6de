import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/limits.ts';
import type { Tx } from '../../database/database.ts';
import type { Row } from '../../database/schema.ts';
import { addEncoded, encodeHistogram, type LatencyHistogram } from './latency-histogram.ts';

/** Spans that are stored: minutes, hours and days (UTC). */
const ROLLED_UP_MS = [MINUTE_MS, HOUR_MS, DAY_MS] as const;
export type RolledUpMs = (typeof ROLLED_UP_MS)[number];

/** The columns of times, by the status' place in the contract's list; the last are for downtime in maintenance, and because of others. */
export const TIME_COLUMNS = ['upMs', 'lateMs', 'downMs', 'plannedMs', 'affectedMs'] as const;

/** Far from the number of parameters that a statement may have; each row has fourteen. */
const ROWS_A_STATEMENT = 1000;

export interface Span {
  readonly row: Row<'probeSpans'>;
  /** Decoded when the first latency is added. */
  histogram: LatencyHistogram | null;
}

export type OpenSpans = Awaited<ReturnType<typeof openSpans>>;

const startOf = (at: number, spanMs: number): number => at - (at % spanMs);

/** Reads the spans of these platforms in which these times lie, to be changed and saved. */
export async function openSpans(
  tx: Tx,
  platforms: readonly string[],
  times: readonly { readonly from: number; readonly to: number }[],
) {
  const stored = new Map<string, Span>();
  const touched = new Map<string, Span>();
  for (const spanMs of ROLLED_UP_MS) {
    const starts = new Set<number>();
    for (const { from, to } of times)
      for (let at = startOf(from, spanMs); at <= to; at += spanMs) starts.add(at);
    for (let from = 0; from < platforms.length; from += ROWS_A_STATEMENT) {
      const some = platforms.slice(from, from + ROWS_A_STATEMENT);
      for (const row of await readSpans(tx, spanMs, some, [...starts]))
        stored.set(keyOf(row.platform, row.spanMs, row.at), { row, histogram: null });
    }
  }
  return {
    /** @returns the minute, the hour and the day of this time */
    at: (platform: string, at: number): Span[] =>
      ROLLED_UP_MS.map((spanMs) => {
        const start = startOf(at, spanMs);
        const key = keyOf(platform, spanMs, start);
        const span = touched.get(key) ?? stored.get(key) ?? blankSpan(platform, spanMs, start);
        touched.set(key, span);
        return span;
      }),
    all: () => [...touched.values()],
  };
}

const keyOf = (platform: string, spanMs: number, at: number) => `${spanMs} ${at} ${platform}`;

const readSpans = (
  tx: Tx,
  spanMs: number,
  platforms: readonly string[],
  starts: readonly number[],
): Promise<Span['row'][]> =>
  tx
    .selectFrom('probeSpans')
    .selectAll()
    .where('platform', 'in', platforms)
    .where('spanMs', '=', spanMs)
    .where('at', 'in', starts)
    .execute();

function blankSpan(platform: string, spanMs: number, at: number): Span {
  const times = { upMs: 0, lateMs: 0, downMs: 0, plannedMs: 0, affectedMs: 0, aloneMs: 0 };
  const latencies = { answered: 0, latencyMin: null, latencyMax: null, latencyHistogram: '' };
  return {
    row: { platform, spanMs, at, worst: 0, ...times, ...latencies },
    histogram: new Map(),
  };
}

export function histogramOf(span: Span): LatencyHistogram {
  if (span.histogram === null) {
    span.histogram = new Map();
    addEncoded(span.histogram, span.row.latencyHistogram);
  }
  return span.histogram;
}

export async function saveSpans(tx: Tx, spans: readonly Span[]): Promise<void> {
  const rows = spans.map(({ row, histogram }) =>
    histogram === null ? row : { ...row, latencyHistogram: encodeHistogram(histogram) },
  );
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await tx
      .insertInto('probeSpans')
      .values(rows.slice(from, from + ROWS_A_STATEMENT))
      .onConflict((conflict) =>
        conflict.columns(['platform', 'spanMs', 'at']).doUpdateSet((eb) => ({
          worst: eb.ref('excluded.worst'),
          answered: eb.ref('excluded.answered'),
          upMs: eb.ref('excluded.upMs'),
          lateMs: eb.ref('excluded.lateMs'),
          downMs: eb.ref('excluded.downMs'),
          plannedMs: eb.ref('excluded.plannedMs'),
          affectedMs: eb.ref('excluded.affectedMs'),
          aloneMs: eb.ref('excluded.aloneMs'),
          latencyMin: eb.ref('excluded.latencyMin'),
          latencyMax: eb.ref('excluded.latencyMax'),
          latencyHistogram: eb.ref('excluded.latencyHistogram'),
        })),
      )
      .execute();
}
