import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { DAY_MS, HOUR_MS } from '../contract/limits.ts';
import type { Database } from '../server/database/database.ts';
import { ALWAYS_REACHABLE } from '../server/database/health.ts';
import { createUptimeLog } from '../server/mesh/log/uptime-log.ts';
import { readUptimeRatios } from '../server/mesh/peers/platform-history.ts';
import { setUpPlatformMetrics } from '../server/mesh/platform-metrics.ts';
import { addToSpans } from '../server/mesh/rows/probe-spans.ts';
import { createHistoryRig } from '../tests/server/mesh/peers/history-rig.ts';
import { type Measurement, median } from './measurement.ts';

/** What do checks add to the database, with everything that a round stores, and how long does `/metrics` hold a thousand platforms? */
const COUNTS = [6, 100, 300] as const;
const CHECKS = 18_000;
const INTERVAL_MS = 20_000;
/** Latencies between 20 and 50 ms. */
const latencyMs = () => Math.round(10 * (20 + Math.random() * 30)) / 10;

const MANY = 1000;
const DAYS = 31;
const SCRAPES = 9;

export async function measure(): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const count of COUNTS) measurements.push(await measureBytes(count));
  return [...measurements, ...(await measureMetrics())];
}

const idsOf = (count: number) => Array.from({ length: count }, (_, i) => `platform-${i}`);

async function measureBytes(count: number): Promise<Measurement> {
  const ids = idsOf(count);
  const rig = await createHistoryRig(ids);
  rig.onRound = createUptimeLog();
  await rig.round(INTERVAL_MS);
  const before = await usedBytes(rig.db);
  for (let checks = 0; checks < CHECKS; checks += count) {
    for (const id of ids) rig.behaviours.set(id, latencyMs());
    await rig.round(INTERVAL_MS);
  }
  const bytes = ((await usedBytes(rig.db)) - before) / CHECKS;
  await rig.end();
  return {
    ...{ name: `Database, ${count} platforms every 20 s: 1,000 checks`, unit: 'KB' },
    ...{ aim: 'at most 147, as Uptime Kuma', value: bytes, runs: [bytes] },
    note: `${CHECKS} checks from an empty database on, every table and index`,
  };
}

/** Pages that hold something. */
async function usedBytes(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (page_count - freelist_count) * page_size as bytes
    from pragma_page_count, pragma_freelist_count, pragma_page_size
  `.execute(db);
  return rows[0]?.bytes ?? 0;
}

export async function measureMetrics(): Promise<Measurement[]> {
  const ids = idsOf(MANY);
  const rig = await createHistoryRig(ids);
  await rig.round();
  await fillDays(rig.db, ids, rig.now());
  const registry = new Registry();
  const options = { platforms: ids, now: rig.now(), gapMaxMs: HOUR_MS };
  const mesh = {
    connections: async () => rig.connections(),
    uptimeRatios: (range: '24h' | '30d') => readUptimeRatios(rig.db, range, options),
  };
  const platforms = ids.map((id) => ({ id, name: id, domain: id }));
  setUpPlatformMetrics({ registry, health: ALWAYS_REACHABLE, platforms }, mesh);
  const held: number[] = [];
  const cpu: number[] = [];
  for (let scrape = 0; scrape < SCRAPES; scrape++) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const began = process.cpuUsage();
    await registry.metrics();
    const { user, system } = process.cpuUsage(began);
    cpu.push((user + system) / 1000);
    delay.disable();
    held.push(delay.max / 1e6);
  }
  await rig.end();
  const one = (name: string, aim: string, runs: readonly number[]) => ({
    ...{ name: `/metrics, ${MANY} platforms: ${name}`, unit: 'ms', aim, value: median(runs), runs },
  });
  return [
    one('the loop is held at most', 'under 50', held),
    one('processor time of the answer', 'to compare with', cpu),
  ];
}

/** Hours and days of before. */
async function fillDays(db: Database, ids: readonly string[], until: number): Promise<void> {
  for (let day = 1; day <= DAYS; day++) {
    const to = until - (until % DAY_MS) - day * DAY_MS + DAY_MS;
    await db.transaction().execute(async (tx) => {
      for (let at = to - DAY_MS; at < to; at += HOUR_MS) {
        const held = ids.map((platform) => ({ platform, status: 'connected' }));
        await addToSpans(
          tx,
          [],
          held.map((one) => ({ ...one, from: at, to: at + 10_000 })),
        );
      }
    });
  }
}
