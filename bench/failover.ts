import { startCluster } from '../tests/cluster/cluster.ts';
import { runFailover } from '../tests/cluster/failover.ts';
import { type Disturbances, disturbInstances } from '../tests/cluster/leader-watch.ts';
import { createTestDatabase } from '../tests/server/postgres.ts';
import { withDurablePostgres } from './durable-postgres.ts';
import { type Measurement, percentile } from './measurement.ts';

/**
 * Three instances on one PostgreSQL behind a load balancer, 300 consoles, 1,000 events, while instances are killed and paused in
 * turn: does every console have every event once and in order, is anything lost that was acknowledged, and how long does nobody
 * lead?
 */
const SIZE = 3;
const CONSOLES = Number(process.env.BENCH_CONSOLES ?? 300);
const EVENTS = Number(process.env.BENCH_EVENTS ?? 1000);
const BETWEEN_EVENTS_MS = 100;
const BETWEEN_FAILURES_MS = 3000;

export const measure = (): Promise<Measurement[]> => withDurablePostgres(measureFailover);

async function measureFailover(): Promise<Measurement[]> {
  const database = await createTestDatabase();
  const env = { LOG_LEVEL: 'warn' };
  const cluster = await startCluster({ size: SIZE, databaseUrl: database.url, env });
  let disturbances: Disturbances | undefined;
  try {
    const report = await runFailover(cluster, {
      consoles: CONSOLES,
      events: EVENTS,
      pauseMs: BETWEEN_EVENTS_MS,
      async disturb(goesOn) {
        const options = { pauseMs: BETWEEN_FAILURES_MS, goesOn };
        disturbances = await disturbInstances(cluster, database.url, options);
      },
    });
    const { kills = 0, pauses = 0, takeOvers = [] } = disturbances ?? {};
    const one = (name: string, unit: string, aim: string, value: number, note = '') => ({
      ...{ name: `Failing instances: ${name}`, unit, aim, value, note },
      runs: [value],
    });
    const done = `${kills} killed, ${pauses} paused, ${report.connections} sockets opened`;
    return [
      one(
        'acknowledged writes that were lost',
        `of ${report.acknowledged}`,
        '0',
        report.lost,
        done,
      ),
      one('writes without an answer', `of ${EVENTS}`, 'to compare with', report.unanswered),
      one(
        'consoles that have every event once and in order',
        `of ${CONSOLES}`,
        'all',
        report.whole,
      ),
      one('changes twice or out of order', 'changes', '0', report.disordered),
      one('consoles that began anew', 'times', '0', report.breaks),
      one('nobody leads, median', 's', 'under 10', percentile(takeOvers, 0.5) / 1000),
      one(
        'nobody leads, 99th percentile',
        's',
        'under 10',
        percentile(takeOvers, 0.99) / 1000,
        `the longest of ${takeOvers.length}`,
      ),
    ];
  } finally {
    await cluster.close();
    await database.drop();
  }
}
