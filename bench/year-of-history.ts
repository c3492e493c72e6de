import { readFileSync, rmSync } from 'node:fs';
import { sql } from 'kysely';
import { HISTORY_RANGES, PLATFORM_RANGES } from '../contract/limits.ts';
import { PATHS } from '../contract/paths.ts';
import type { Database } from '../server/database/database.ts';
import { registerOperator } from '../tests/e2e/operator.ts';
import { newDataDir, startProduct } from '../tests/e2e/product.ts';
import { type Measurement, median, percentile } from './measurement.ts';
import { fillHistory } from './year-data.ts';

/** How large is a year of history, does it stay as large, and how fast is it read? */

/** Hours are kept for 366 days: in the last two weeks as much is dropped as is added. */
const DAYS = 380;
const YEAR_DAYS = 366;
/** When minutes and probes fall out as fast as they come in. */
const STEADY_DAYS = 40;
const READS = 200;

export async function measure(): Promise<Measurement[]> {
  const { platforms } = JSON.parse(readFileSync('mesh.config.json', 'utf8'));
  const ids: string[] = platforms.map(({ id }: { id: string }) => id);
  const dataDir = newDataDir();
  const until = Math.floor(Date.now() / 10_000) * 10_000;
  const bytes = new Map<number, number>();
  const measuredDays = [STEADY_DAYS, YEAR_DAYS, DAYS];
  await fillHistory(dataDir, { platforms: ids, measuredDays, until }, async (db, day) => {
    bytes.set(day, await usedBytes(db));
  });
  const reads = await timeReads(dataDir, ids[0] ?? '');
  rmSync(dataDir, { recursive: true, force: true });
  return [...sizes(bytes, ids.length), ...reads];
}

/** Pages that hold something. */
async function usedBytes(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (page_count - freelist_count) * page_size as bytes
    from pragma_page_count, pragma_freelist_count, pragma_page_size
  `.execute(db);
  return rows[0]?.bytes ?? 0;
}

function sizes(bytes: ReadonlyMap<number, number>, platforms: number): Measurement[] {
  const growth = (from: number, to: number) =>
    ((bytes.get(to) ?? 0) - (bytes.get(from) ?? 0)) / (to - from) / 1024;
  const mib = (day: number) => (bytes.get(day) ?? 0) / 1024 ** 2;
  const filled = [mib(YEAR_DAYS)];
  const inTheYear = [growth(STEADY_DAYS, YEAR_DAYS)];
  const after = [growth(YEAR_DAYS, DAYS)];
  return [
    {
      name: `A year of history, ${platforms} platforms every 10 s: database`,
      unit: 'MiB',
      aim: 'bounded',
      value: filled[0] ?? 0,
      runs: filled,
      note: `${mib(STEADY_DAYS).toFixed(1)} MiB after ${STEADY_DAYS} days, when probes of a day and minutes of 31 days are full`,
    },
    {
      name: 'A year of history: growth a day in the first year',
      unit: 'KiB',
      aim: 'to compare with',
      value: inTheYear[0] ?? 0,
      runs: inTheYear,
      note: 'hours and their histograms',
    },
    {
      name: 'A year of history: growth a day after it',
      unit: 'KiB',
      aim: 'none',
      value: after[0] ?? 0,
      runs: after,
      note: `in days ${YEAR_DAYS} to ${DAYS}, as retention holds`,
    },
  ];
}

/** Of a running product, over HTTP on this machine: a little more than the server takes. */
async function timeReads(dataDir: string, id: string): Promise<Measurement[]> {
  const product = await startProduct({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  const operator = await registerOperator(product);
  const ofPlatform = (path: string) => path.replace('{id}', id);
  const asked: [string, string][] = [
    ['platform', ofPlatform(PATHS.platform)],
    ...Object.keys(PLATFORM_RANGES).map((range): [string, string] => [
      `one platform, ${range}`,
      ofPlatform(PATHS.platformHistory).replace('{range}', range),
    ]),
    ...Object.keys(HISTORY_RANGES).map((range): [string, string] => [
      `the mesh, ${range}`,
      PATHS.meshHistory.replace('{range}', range),
    ]),
  ];
  const measurements: Measurement[] = [];
  for (const [name, path] of asked) {
    const times: number[] = [];
    for (let read = 0; read < READS; read++) {
      const started = performance.now();
      await operator.read(path);
      times.push(performance.now() - started);
    }
    measurements.push({
      name: `A year of history: answer of ${name}`,
      unit: 'ms',
      aim: 'under 50',
      value: median(times),
      runs: [],
      note: `99th percentile ${percentile(times, 0.99).toFixed(1)} of ${READS} reads, over HTTP`,
    });
  }
  await product.stop();
  return measurements;
}
