import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startCluster } from '../tests/cluster/cluster.ts';
import { newDataDir } from '../tests/e2e/product.ts';
import { createTestDatabase } from '../tests/server/postgres.ts';
import { sharedEnvironment, withDurablePostgres } from './durable-postgres.ts';
import { type EventSource, startEventSource } from './event-source.ts';
import { type Measurement, percentile, residentMib } from './measurement.ts';
import { type SocketCrowd, startSocketCrowd } from './socket-crowd.ts';

/**
 * How long until an event has reached every socket, and what a socket costs: so many sockets over one, two and four instances.
 * One instance writes; the sockets are in two other processes. All share the cores of this machine, so that more instances
 * than cores cannot be faster here: the cost of a socket says what they would be on machines of their own.
 */
const SOCKETS = [2000, 10_000];
/** 0: one instance on SQLite. */
const INSTANCES = [0, 1, 2, 4];
const CROWDS = 2;
const EVENTS = 50;
const PAUSE_MS = 250;
/** An instance refuses more of one account. */
const PER_ACCOUNT = 25;
const SETTLE_MS = 3000;

export const measure = (): Promise<Measurement[]> => withDurablePostgres(measureAll);

async function measureAll(): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const sockets of SOCKETS)
    for (const instances of INSTANCES)
      measurements.push(...(await measureWith(sockets, instances)));
  return measurements;
}

async function measureWith(sockets: number, instances: number): Promise<Measurement[]> {
  const dataDir = newDataDir();
  const database = instances === 0 ? undefined : await createTestDatabase();
  const env: Record<string, string> =
    database === undefined ? {} : sharedEnvironment(database.url, dataDir);
  const source = await startEventSource(dataDir, env);
  const others = await startCluster({
    size: Math.max(0, instances - 1),
    databaseUrl: database?.url ?? '',
    env: { ...env, LOG_LEVEL: 'warn' },
  });
  const crowds = await Promise.all(Array.from({ length: CROWDS }, startSocketCrowd));
  try {
    const urls = [source.url, ...others.instances.map(({ url }) => url)];
    const before = residentMib(source.pid);
    const opened = await openAll(source, crowds, urls, sockets);
    await delay(SETTLE_MS);
    const after = residentMib(source.pid);
    const { ages, cpuMs } = await writeEvents(source, crowds);
    const perSocket = ((after - before) * 1024) / (opened / urls.length);
    return measurementsOf({ sockets, instances, opened, ages, perSocket, cpuMs });
  } finally {
    for (const crowd of crowds) crowd.end();
    await others.close();
    await source.stop();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @returns how many were opened, the same number at each address */
async function openAll(
  source: EventSource,
  crowds: readonly SocketCrowd[],
  urls: readonly string[],
  sockets: number,
): Promise<number> {
  const groups = urls.length * crowds.length;
  const accounts = Math.ceil(sockets / groups / PER_ACCOUNT);
  let opened = 0;
  for (const url of urls)
    for (const crowd of crowds)
      opened += await crowd.open(url, await source.openSessions(accounts), PER_ACCOUNT);
  return opened;
}

async function writeEvents(source: EventSource, crowds: readonly SocketCrowd[]) {
  for (const crowd of crowds) await crowd.ages();
  const cpuBefore = await source.cpuMs();
  for (let i = 0; i < EVENTS; i += 1) {
    await source.write(`crowd {at} ${i}`);
    await delay(PAUSE_MS);
  }
  await delay(SETTLE_MS);
  const cpuMs = ((await source.cpuMs()) - cpuBefore) / EVENTS;
  const ages = (await Promise.all(crowds.map((crowd) => crowd.ages()))).flat();
  return { ages, cpuMs };
}

interface Found {
  readonly sockets: number;
  readonly instances: number;
  readonly opened: number;
  readonly ages: readonly number[];
  /** KiB. */
  readonly perSocket: number;
  /** Processor time of the writing instance for one event, with its share of the sockets. */
  readonly cpuMs: number;
}

function measurementsOf({
  sockets,
  instances,
  opened,
  ages,
  perSocket,
  cpuMs,
}: Found): Measurement[] {
  const over = instances === 0 ? 'one instance on SQLite' : `${instances} on PostgreSQL`;
  const what = `${sockets.toLocaleString('en')} sockets over ${over}`;
  const one = (name: string, unit: string, value: number, note = ''): Measurement => ({
    name: `${what}: ${name}`,
    unit,
    aim: 'to compare with',
    value,
    runs: [value],
    note,
  });
  const arrived = `${ages.length} of ${opened * EVENTS} rows arrived at ${opened} sockets`;
  return [
    one('event to socket, median', 'ms', percentile(ages, 0.5), arrived),
    one('event to socket, 95th percentile', 'ms', percentile(ages, 0.95)),
    one('event to socket, 99th percentile', 'ms', percentile(ages, 0.99)),
    one('memory of a socket', 'KiB', perSocket, 'growth of the resident memory of one instance'),
    one(
      'processor time of an event',
      'ms',
      cpuMs,
      'in the instance that writes it, idle work included',
    ),
  ];
}
