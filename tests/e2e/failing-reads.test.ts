import { expect } from 'vitest';
import { PROOF_STATUS } from '../doubles/any-answers.ts';
import { endWaits } from '../doubles/hand-time.ts';
import { test } from './any-console.ts';
import { FAILURES, panelDetail, WAYS } from './failures.ts';

/** Reads of the catalogue that fail: each screen says so in its words, and nothing breaks. */

interface FailingScreen {
  readonly path: string;
  readonly title: string;
  readonly reads: readonly string[];
  /** What is said, each as often as it stands here. */
  readonly says: readonly string[];
}

const CONNECTIONS = 'GET /api/mesh/connections';
const STATS = 'GET /api/dashboard/stats';
const PROOF_HEALTH = 'GET /api/mesh/proof/health';

const DASHBOARD: FailingScreen = {
  path: '/dashboard',
  title: 'Dashboard',
  reads: [STATS, 'GET /api/activity/logs', 'GET /api/zip/bundles', CONNECTIONS],
  says: ['The activity could not be read', 'The bundles could not be read'],
};
const OTHERS: readonly FailingScreen[] = [
  {
    path: '/mesh-network',
    title: 'Mesh Network',
    reads: [CONNECTIONS],
    says: ['The connections could not be read', 'The connections could not be read'],
  },
  {
    path: '/route66-protocol',
    title: 'Route66 Protocol',
    reads: [STATS, PROOF_HEALTH],
    says: ['The handshakes could not be read', 'Unable to fetch proof status'],
  },
  {
    path: '/admin-watchdog',
    title: 'Sovereign Watchdog',
    reads: ['GET /api/admin/watchdog/summary'],
    says: [
      'Dashboard Error: Failed to load watchdog summary. Check sovereign platform connectivity.',
    ],
  },
  {
    path: '/admin/heartbeat',
    title: 'Heartbeat',
    reads: ['GET /api/mesh/health', 'GET /api/run-endpoint-audit'],
    says: ['Unable to fetch health status', 'Unable to fetch endpoint audit'],
  },
  {
    path: '/admin/route66-proof?challenge=0123456789',
    title: 'Route66 Proof',
    reads: [PROOF_HEALTH, PROOF_STATUS],
    says: ['Unable to fetch proof status', 'Unable to fetch proof status'],
  },
];

/** Every way at one screen, and one way at every other: what a read says of its failure is one function for all. */
const FAILING = [
  ...WAYS.map((way) => ({ ...DASHBOARD, way })),
  ...OTHERS.map((screen) => ({ ...screen, way: '4xx with a message' as const })),
];

test.for(FAILING)(
  '$title: every read, $way: said inline',
  async ({ way, path, title, reads, says }, { server, open }) => {
    const { reply } = FAILURES[way];
    server.allAnswer(reply);
    const { page } = await open(path);
    if (reply === 'never') {
      for (const read of reads)
        await expect.poll(() => server.asked(read).length, { message: read }).toBeGreaterThan(0);
      await endWaits(page, 15_000);
    }
    const main = page.getByRole('main');
    for (const text of new Set(says)) {
      const times = says.filter((said) => said === text).length;
      await expect.poll(() => main.getByText(text).count(), { message: text }).toBe(times);
    }
    await main.getByText(panelDetail(way), { exact: false }).first().waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(title);
  },
);
