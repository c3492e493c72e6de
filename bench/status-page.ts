import { rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { registerOperator } from '../tests/e2e/operator.ts';
import { newDataDir } from '../tests/e2e/product.ts';
import { sharedEnvironment, withDurablePostgres } from './durable-postgres.ts';
import { startEventSource } from './event-source.ts';
import { type Measurement, percentile } from './measurement.ts';
import { startSocketCrowd } from './socket-crowd.ts';

/**
 * The public status page, asked 1,000 times a second while the same instance serves live sockets, and what that does to
 * their events; then without events, while PostgreSQL is stopped in the middle. Requests begin when they are due, whatever
 * became of those before. All share the cores of this machine.
 */
const RATE = 1000;
/** `BENCH_SECONDS=5` for a look. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);
const SOCKETS = 500;
const PER_ACCOUNT = 25;
const EVENT_EVERY_MS = 100;
const STEP_MS = 10;

export const measure = (): Promise<Measurement[]> => withDurablePostgres(measureOn);

type Work = Parameters<typeof withDurablePostgres<Measurement[]>>[0];

const measureOn: Work = async (database) => {
  const dataDir = newDataDir();
  const source = await startEventSource(dataDir, sharedEnvironment(database.url, dataDir));
  const crowd = await startSocketCrowd();
  try {
    // The first account is an admin's.
    const admin = await registerOperator(source);
    const platforms = await admin.read<{ id: string }[]>('/api/mesh/connections');
    const shown = platforms.map(({ id }, place) => ({ id, name: `Service ${place}` }));
    const page = { on: true, title: 'Example services', platforms: shown };
    await admin.send('/api/settings/status-page', page);
    const cookies = await source.openSessions(SOCKETS / PER_ACCOUNT);
    const opened = await crowd.open(source.url, cookies, PER_ACCOUNT);
    const alone = await eventsFor(async () => delay(SECONDS * 500));
    const cpuBefore = await source.cpuMs();
    const beside: Answers = { ms: [], failed: 0 };
    const ages = await eventsFor(() => ask(`${source.url}/status`, () => beside));
    const cores = ((await source.cpuMs()) - cpuBefore) / 1000 / SECONDS;

    const stopping: Answers = { ms: [], failed: 0 };
    const away: Answers = { ms: [], failed: 0 };
    let present = stopping;
    const asking = ask(`${source.url}/status`, () => present);
    await delay(SECONDS * 500);
    await database.stop();
    present = away;
    await asking;
    const said = await (await fetch(`${source.url}/status`)).text();
    const isDated = said.includes('newer data cannot be read now') ? 'dated' : 'not dated';
    return [
      ...times('', beside, `; beside ${opened} live sockets and 10 events a second`),
      one('processor of the instance', 'cores', cores, 'its events included'),
      one('event to socket, 95th percentile', 'ms', percentile(ages, 0.95), noteOf(alone)),
      ...times('until PostgreSQL has stopped, ', stopping),
      ...times('after it, ', away, `; the page is ${isDated}`),
    ];
  } finally {
    crowd.end();
    await source.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }

  /** @returns the ages of the events that were written meanwhile */
  async function eventsFor(work: () => Promise<unknown>): Promise<number[]> {
    await crowd.ages();
    let isDone = false;
    const done = work().finally(() => {
      isDone = true;
    });
    for (let i = 0; !isDone; i += 1) {
      await source.write(`crowd {at} ${i}`);
      await delay(EVENT_EVERY_MS);
    }
    await done;
    return crowd.ages();
  }
};

interface Answers {
  readonly ms: number[];
  failed: number;
}

/** @param found where an answer is counted that comes now */
async function ask(url: string, found: () => Answers): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const began = performance.now();
  const open: Promise<unknown>[] = [];
  for (let sent = 0; sent < RATE * SECONDS; ) {
    const due = Math.min(RATE * SECONDS, ((performance.now() - began) * RATE) / 1000);
    for (; sent < due; sent += 1) open.push(askOnce(url, agent, began + sent, found));
    await delay(STEP_MS);
  }
  await Promise.all(open);
  agent.destroy();
}

/** @param dueAt when it should begin: what waits before it counts */
function askOnce(url: string, agent: Agent, dueAt: number, found: () => Answers): Promise<void> {
  return new Promise((resolve) => {
    const fail = () => {
      found().failed += 1;
      resolve();
    };
    get(url, { agent, headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      if (answer.statusCode !== 200) fail();
      answer.resume().on('end', () => {
        found().ms.push(performance.now() - dueAt);
        resolve();
      });
    }).on('error', fail);
  });
}

const times = (when: string, { ms, failed }: Answers, note = '') => [
  one(`${when}median`, 'ms', percentile(ms, 0.5), `${ms.length} answers, ${failed} failed${note}`),
  one(`${when}99th percentile`, 'ms', percentile(ms, 0.99)),
  one(
    `${when}longest`,
    'ms',
    ms.reduce((a, b) => Math.max(a, b), 0),
  ),
];
const one = (name: string, unit: string, value: number, note = ''): Measurement => ({
  ...{ name: `Status page, ${RATE} a second: ${name}`, unit, aim: 'to compare with' },
  ...{ value, runs: [value], note },
});
const noteOf = (alone: readonly number[]) =>
  `without anybody at the page ${percentile(alone, 0.95).toFixed(1)}`;
