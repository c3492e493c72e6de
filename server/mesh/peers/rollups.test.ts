import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../contract/limits.ts';
import {
  createHistoryRig,
  GAP_MAX_MS,
  type HistoryRig,
  PLATFORMS,
} from '../../../tests/server/mesh/peers/history-rig.ts';
import { type MadeRound, play, stepsOf } from '../../../tests/server/mesh/peers/history-steps.ts';
import { addEncoded, addLatency, type LatencyHistogram } from '../rows/latency-histogram.ts';
import { latenciesOf } from '../rows/span-times.ts';

let rig: HistoryRig;
beforeAll(async () => {
  rig = await createHistoryRig();
  await sql`pragma synchronous = off`.execute(rig.db);
});
afterAll(() => rig.end());

const NO_TIMES = { upMs: 0, lateMs: 0, downMs: 0, plannedMs: 0 };
type Column = keyof typeof NO_TIMES;
const COLUMNS: Record<string, Column> = { connected: 'upMs', warning: 'lateMs' };

interface Stored extends MadeRound {
  readonly status: string;
  readonly latencyMs: number | null;
}

/** @returns the stored probe of each round, in the order of the rounds; null of one without a network */
async function storedProbes(
  platform: string,
  made: readonly MadeRound[],
): Promise<(Stored | null)[]> {
  const rows = await rig.db
    .selectFrom('probes')
    .select(['at', 'status', 'latencyMs'])
    .where('platform', '=', platform)
    .orderBy(sql`rowid`)
    .execute();
  const stored = made.map((round, index) => {
    if (rig.rounds[index]?.updates.length === 0) return null;
    const row = rows.shift();
    expect(row?.at).toBe(round.at);
    return row ? { ...round, status: row.status, latencyMs: row.latencyMs } : null;
  });
  expect(rows).toEqual([]);
  return stored;
}

class Count {
  readonly times = { ...NO_TIMES };
  readonly latencies: number[] = [];
}

/** Spans counted anew from the stored probes. */
class Counts {
  readonly spans = new Map<number, Count>();
  readonly #left = new Map<number, number>();

  constructor(readonly spanMs: number) {}

  at(at: number): Count {
    const start = at - (at % this.spanMs);
    const count = this.spans.get(start) ?? new Count();
    this.spans.set(start, count);
    return count;
  }

  /** No minute has more than its 60 s, whatever a clock that is set back does. */
  addTime(column: Column, from: number, to: number): void {
    for (let at = from; at < to; ) {
      const minute = at - (at % MINUTE_MS);
      const end = Math.min(to, minute + MINUTE_MS);
      const left = this.#left.get(minute) ?? MINUTE_MS;
      const counted = Math.min(end - at, left);
      this.#left.set(minute, left - counted);
      this.at(at).times[column] += counted;
      at = end;
    }
  }
}

function countAnew(platform: string, stored: readonly (Stored | null)[], spanMs: number) {
  const counts = new Counts(spanMs);
  stored.forEach((probe, index) => {
    if (probe === null) return;
    const { latencies } = counts.at(probe.at);
    if (probe.latencyMs !== null) latencies.push(probe.latencyMs);
    const before = stored[index - 1];
    if (!before || before.process !== probe.process || probe.at - before.at > GAP_MAX_MS) return;
    const isPlanned = before.planned[PLATFORMS.indexOf(platform)] && before.status === 'error';
    const column = isPlanned ? 'plannedMs' : (COLUMNS[before.status] ?? 'downMs');
    counts.addTime(column, before.at, probe.at);
  });
  return counts.spans;
}

function histogramOf(latencies: readonly number[]): LatencyHistogram {
  const histogram: LatencyHistogram = new Map();
  for (const ms of latencies) addLatency(histogram, ms);
  return histogram;
}

function decoded(text: string): LatencyHistogram {
  const histogram: LatencyHistogram = new Map();
  addEncoded(histogram, text);
  return histogram;
}

function expectMedian(found: number | null, latencies: readonly number[]): void {
  const median = latencies.toSorted((a, b) => a - b)[Math.ceil(latencies.length / 2) - 1];
  if (median === undefined) expect(found).toBeNull();
  else expect(Math.abs((found ?? -1) - median)).toBeLessThanOrEqual(median / 100);
}

async function checkSpans(platform: string, spanMs: number, made: readonly MadeRound[]) {
  const counted = countAnew(platform, await storedProbes(platform, made), spanMs);
  const rows = await rig.db
    .selectFrom('probeSpans')
    .selectAll()
    .where('platform', '=', platform)
    .where('spanMs', '=', spanMs)
    .execute();
  expect(new Set(rows.map(({ at }) => at))).toEqual(new Set(counted.keys()));
  for (const row of rows) {
    const { times, latencies } = counted.get(row.at) ?? new Count();
    expect(row).toMatchObject({
      ...times,
      answered: latencies.length,
      latencyMin: latencies.length === 0 ? null : Math.min(...latencies),
      latencyMax: latencies.length === 0 ? null : Math.max(...latencies),
    });
    expect(decoded(row.latencyHistogram)).toEqual(histogramOf(latencies));
    const { latencyMin, latencyMax, latencyHistogram: histograms } = row;
    expectMedian(latenciesOf([{ latencyMin, latencyMax, histograms }])(0.5), latencies);
  }
}

test('minutes, hours and days are what the stored probes give', async () => {
  await fc.assert(
    // Within a day in all, for which single probes are kept.
    fc.asyncProperty(stepsOf(40 * MINUTE_MS), async (steps) => {
      const made = await play(rig, steps);
      for (const platform of PLATFORMS)
        for (const spanMs of [MINUTE_MS, HOUR_MS, 24 * HOUR_MS])
          await checkSpans(platform, spanMs, made);
    }),
    { numRuns: 40 },
  );
});
