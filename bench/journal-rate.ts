import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { newDataDir } from '../tests/e2e/product.ts';
import { createTestDatabase } from '../tests/server/postgres.ts';
import { sharedEnvironment, withDurablePostgres } from './durable-postgres.ts';
import { type EventSource, startEventSource } from './event-source.ts';
import { type Measurement, percentile, residentMib } from './measurement.ts';

/**
 * How many transactions a second the journal takes, each with a row and its live message, one after the other in each instance;
 * and what one instance more costs that only waits.
 */
const SECONDS = 10;
/** 0: one instance on SQLite. */
const INSTANCES = [0, 1, 2, 4];
const WARM_UP = 50;
const IDLE_MS = 30_000;

export const measure = (): Promise<Measurement[]> => withDurablePostgres(measureAll);

async function measureAll(): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const instances of INSTANCES) measurements.push(...(await measureRate(instances)));
  return [...measurements, ...(await measureIdle())];
}

interface Sources {
  readonly sources: readonly EventSource[];
  close(): Promise<void>;
}

async function startSources(instances: number): Promise<Sources> {
  const dataDirs = Array.from({ length: Math.max(1, instances) }, newDataDir);
  const database = instances === 0 ? undefined : await createTestDatabase();
  const env: Record<string, string> =
    database === undefined ? {} : sharedEnvironment(database.url, dataDirs[0] ?? '');
  const sources = await Promise.all(dataDirs.map((dataDir) => startEventSource(dataDir, env)));
  return {
    sources,
    async close() {
      await Promise.all(sources.map((source) => source.stop()));
      await database?.drop();
      for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function measureRate(instances: number): Promise<Measurement[]> {
  const { sources, close } = await startSources(instances);
  try {
    for (const source of sources) await writeFor(source, (count) => count < WARM_UP);
    const end = performance.now() + SECONDS * 1000;
    const times = await Promise.all(
      sources.map((source) => writeFor(source, () => performance.now() < end)),
    );
    const all = times.flat();
    const on = instances === 0 ? 'SQLite' : `PostgreSQL, ${instances} instances`;
    const one = (name: string, unit: string, value: number): Measurement => ({
      name: `Journal on ${on}: ${name}`,
      unit,
      aim: 'to compare with',
      value,
      runs: [value],
      note: 'each waits for its own before the next; the time includes a message between two processes',
    });
    return [
      one('transactions', 'a second', all.length / SECONDS),
      one('median', 'ms', percentile(all, 0.5)),
      one('99th percentile', 'ms', percentile(all, 0.99)),
    ];
  } finally {
    await close();
  }
}

/** @returns milliseconds of each transaction */
async function writeFor(
  source: EventSource,
  goesOn: (count: number) => boolean,
): Promise<number[]> {
  const times: number[] = [];
  while (goesOn(times.length)) {
    const began = performance.now();
    await source.write('journal');
    times.push(performance.now() - began);
  }
  return times;
}

/** The second of two instances leads nothing and has no visitors. */
async function measureIdle(): Promise<Measurement[]> {
  const { sources, close } = await startSources(2);
  try {
    const other = sources[1] as EventSource;
    await delay(IDLE_MS);
    const before = await other.cpuMs();
    await delay(IDLE_MS);
    const share = (100 * ((await other.cpuMs()) - before)) / IDLE_MS;
    const mib = residentMib(other.pid);
    const one = (name: string, unit: string, value: number): Measurement => ({
      name: `One instance more: ${name}`,
      unit,
      aim: 'to compare with',
      value,
      runs: [value],
      note: 'it leads nothing and nobody uses it; run from its sources, which takes more memory than the built server',
    });
    return [one('processor', '% of one core', share), one('resident memory', 'MiB', mib)];
  } finally {
    await close();
  }
}
