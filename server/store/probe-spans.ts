import { type RawBuilder, type Selectable, sql } from 'kysely';
import { CONNECTION_STATUSES, type ProbeResult } from '../../contract/shapes/mesh.ts';
import type { Database, Tx } from './database.ts';
import type { Probe, ProbeSpan } from './probes.ts';
import type { ProbeSpanTable } from './schema.ts';

/**
 * Probes rolled up into minutes and hours, for charts of times from which single probes are gone. Every
 * probe is added to its minute and its hour as it is written: there is never a backlog to work off.
 */
export const MINUTE_MS = 60 * 1000;
export const HOUR_MS = 60 * MINUTE_MS;
const ROLLED_UP_MS = [MINUTE_MS, HOUR_MS] as const;
type RolledUpMs = (typeof ROLLED_UP_MS)[number];

/** The worse a status, the higher its place in the contract's list. */
const RANKS = new Map<string, number>(CONNECTION_STATUSES.map((status, rank) => [status, rank]));
const WORST = CONNECTION_STATUSES.length - 1;

/** Far from the number of parameters that a statement may have; each row has six. */
const ROWS_A_STATEMENT = 1000;

/** A status that held from one probe to the next one. */
export interface HeldStatus {
  readonly platform: string;
  readonly status: string;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
}

type Row = Selectable<ProbeSpanTable>;

/**
 * Adds probes to their spans, and how long statuses held: the worst status, what the mean latency is made of,
 * and the time of each status.
 */
export async function addToSpans(
  tx: Tx,
  probes: readonly Probe[],
  held: readonly HeldStatus[] = [],
): Promise<void> {
  const rows = joinRows(
    ROLLED_UP_MS.flatMap((spanMs) => [
      ...probes.map((probe) => probeRow(probe, spanMs)),
      ...held.flatMap((one) => heldRows(one, spanMs)),
    ]),
  );
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await tx
      .insertInto('probe_spans')
      .values(rows.slice(from, from + ROWS_A_STATEMENT))
      .onConflict((conflict) =>
        conflict.columns(['platform', 'span_ms', 'at']).doUpdateSet((eb) => {
          const sumOf = (column: (typeof SUMMED)[number]) =>
            eb(`probe_spans.${column}`, '+', eb.ref(`excluded.${column}`));
          return {
            worst: sql<number>`case when ${eb.ref('excluded.worst')} > ${eb.ref('probe_spans.worst')}
              then ${eb.ref('excluded.worst')} else ${eb.ref('probe_spans.worst')} end`,
            answered: sumOf('answered'),
            latency_sum: sumOf('latency_sum'),
            up_ms: sumOf('up_ms'),
            late_ms: sumOf('late_ms'),
            down_ms: sumOf('down_ms'),
          };
        }),
      )
      .execute();
}

const SUMMED = ['answered', 'latency_sum', 'up_ms', 'late_ms', 'down_ms'] as const;
/** Where the time of a status is counted, by its place in the contract's list. */
const TIME_COLUMNS = ['up_ms', 'late_ms', 'down_ms'] as const;

const rankOf = (status: string): number => RANKS.get(status) ?? WORST;

function blankRow(platform: string, spanMs: number, at: number): Row {
  const row = { platform, span_ms: spanMs, at, worst: 0, answered: 0, latency_sum: 0 };
  const times = { up_ms: 0, late_ms: 0, down_ms: 0, planned_ms: 0 };
  return { ...row, ...times, latency_min: null, latency_max: null, latency_histogram: '' };
}

const probeRow = ({ platform, at, status, latencyMs }: Probe, spanMs: number): Row => ({
  ...blankRow(platform, spanMs, at - (at % spanMs)),
  worst: rankOf(status),
  answered: latencyMs === null ? 0 : 1,
  latency_sum: latencyMs ?? 0,
});

/** @returns a row for each span that the time reaches into */
function heldRows({ platform, status, from, to }: HeldStatus, spanMs: number): Row[] {
  const rows: Row[] = [];
  const rank = rankOf(status);
  for (let at = from - (from % spanMs); at < to; at += spanMs) {
    const heldMs = Math.min(to, at + spanMs) - Math.max(from, at);
    const row = { ...blankRow(platform, spanMs, at), worst: rank };
    rows.push({ ...row, [TIME_COLUMNS[rank] ?? 'down_ms']: heldMs });
  }
  return rows;
}

/** One statement must not touch the same row twice. */
function joinRows(rows: readonly Row[]): Row[] {
  const joined = new Map<string, Row>();
  for (const row of rows) {
    const key = `${row.span_ms} ${row.at} ${row.platform}`;
    const before = joined.get(key);
    if (before === undefined) {
      joined.set(key, { ...row });
      continue;
    }
    before.worst = Math.max(before.worst, row.worst);
    for (const column of SUMMED) before[column] += row[column];
  }
  return [...joined.values()];
}

/** One minute or hour of one platform. */
export interface TimeSpan {
  readonly platform: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly upMs: number;
  readonly lateMs: number;
  readonly downMs: number;
  readonly answered: number;
  readonly latencySum: number;
}

/** @returns all minutes or hours of these platforms since a time, oldest first */
export async function timesSince(
  db: Database | Tx,
  rolledUpMs: RolledUpMs,
  { platforms, since }: { readonly platforms: readonly string[]; readonly since: number },
): Promise<TimeSpan[]> {
  const rows = await db
    .selectFrom('probe_spans')
    .select(['platform', 'at', 'up_ms', 'late_ms', 'down_ms', 'answered', 'latency_sum'])
    .where('platform', 'in', platforms)
    .where('span_ms', '=', rolledUpMs)
    .where('at', '>=', since)
    .orderBy('at')
    .execute();
  return rows.map((row) => ({
    platform: row.platform,
    at: Number(row.at),
    upMs: Number(row.up_ms),
    lateMs: Number(row.late_ms),
    downMs: Number(row.down_ms),
    answered: Number(row.answered),
    latencySum: Number(row.latency_sum),
  }));
}

/**
 * @param rolledUpMs of which spans the answer is made; `span.spanMs` is a multiple of it
 * @returns what was found in time, oldest first, as `probesSince` does
 */
export async function spansSince(
  db: Database | Tx,
  rolledUpMs: RolledUpMs,
  span: ProbeSpan,
): Promise<ProbeResult[]> {
  const start: RawBuilder<number> = sql`at - at % ${sql.lit(span.spanMs)}`;
  let query = db
    .selectFrom('probe_spans')
    .select(['platform', start.as('start')])
    .select(({ fn }) => [
      fn.max('worst').as('worst'),
      fn.sum<number>('answered').as('answered'),
      fn.sum<number>('latency_sum').as('latency_sum'),
    ])
    .where('span_ms', '=', rolledUpMs)
    .where('at', '>=', span.since - (span.since % rolledUpMs))
    .groupBy(['platform', start])
    .orderBy('start', 'desc')
    .orderBy('platform', 'desc')
    .limit(span.limit);
  if (span.platform !== undefined) query = query.where('platform', '=', span.platform);
  const rows = await query.execute();
  return rows.reverse().map((row) => ({
    platform: row.platform,
    at: Number(row.start),
    status: CONNECTION_STATUSES[Number(row.worst)] ?? 'error',
    latencyMs: Number(row.answered) === 0 ? null : Number(row.latency_sum) / Number(row.answered),
  }));
}

/** Drops a platform's spans before `before`, at most `limit` of them: the rest is for the next time. */
export async function dropSpans(
  tx: Tx,
  rolledUpMs: RolledUpMs,
  { platform, before, limit }: { platform: string; before: number; limit: number },
): Promise<void> {
  const old = tx
    .selectFrom('probe_spans')
    .select('at')
    .where('platform', '=', platform)
    .where('span_ms', '=', rolledUpMs)
    .where('at', '<', before)
    .orderBy('at')
    .limit(limit);
  await tx
    .deleteFrom('probe_spans')
    .where('platform', '=', platform)
    .where('span_ms', '=', rolledUpMs)
    .where('at', 'in', old)
    .execute();
}
