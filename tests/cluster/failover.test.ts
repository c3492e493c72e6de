import { expect, onTestFinished, test, vi } from 'vitest';
import { prepare } from '../../scripts/prepare.mjs';
import { createTestDatabase } from '../server/postgres.ts';
import { startCluster } from './cluster.ts';
import { runFailover } from './failover.ts';
import { type Disturbances, disturbInstances } from './leader-watch.ts';

vi.setConfig({ testTimeout: 180_000 });

/** The lease lasts 6 seconds, and others look every second. */
const TAKE_OVER_MAX_MS = 10_000;
const CONSOLES = 30;

test('while instances are killed and paused every console gets every event once and in order, and nothing acknowledged is lost', async () => {
  await prepare(process.cwd(), new AbortController().signal);
  const database = await createTestDatabase();
  const env = { LOG_LEVEL: 'warn' };
  const cluster = await startCluster({ size: 3, databaseUrl: database.url, env });
  onTestFinished(async () => {
    await cluster.close();
    await database.drop();
  });
  let disturbances: Disturbances | undefined;
  const report = await runFailover(cluster, {
    consoles: CONSOLES,
    events: 100,
    pauseMs: 200,
    async disturb(goesOn) {
      const options = { pauseMs: 500, goesOn };
      disturbances = await disturbInstances(cluster, database.url, options);
    },
  });
  expect(report).toMatchObject({ lost: 0, disordered: 0, breaks: 0, whole: CONSOLES });
  expect(report.acknowledged).toBeGreaterThan(0);
  expect(disturbances?.takeOvers.length).toBeGreaterThan(0);
  expect(Math.max(...(disturbances?.takeOvers ?? []))).toBeLessThan(TAKE_OVER_MAX_MS);
});
