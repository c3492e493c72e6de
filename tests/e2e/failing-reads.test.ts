import { expect } from 'vitest';
import { PROOF_STATUS } from '../doubles/any-answers.ts';
import { endWaits } from '../doubles/hand-time.ts';
import { FAILED_CALLS, test } from './any-console.ts';
import { FAILURES, panelDetail, WAYS } from './failures.ts';

/** Every read of the catalogue failing in every way: each screen says so in its words, and nothing breaks. */

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

const SCREENS: readonly FailingScreen[] = [
  {
    path: '/dashboard',
    title: 'Dashboard',
    reads: [STATS, 'GET /api/activity/logs', 'GET /api/zip/bundles', CONNECTIONS],
    says: ['The activity could not be read', 'The bundles could not be read'],
  },
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

test.for(WAYS)(
  'every read, %s: said inline on every screen',
  async (way, { server, openPage, signedIn }) => {
    const { reply } = FAILURES[way];
    const detail = panelDetail(way);
    server.allAnswer(reply);
    const { page } = await openPage(signedIn, FAILED_CALLS);
    for (const { path, title, reads, says } of SCREENS) {
      const before = new Map(reads.map((read) => [read, server.asked(read).length]));
      await page.goto(server.url + path);
      if (reply === 'never') {
        for (const read of reads) {
          await expect
            .poll(() => server.asked(read).length, { message: read })
            .toBeGreaterThan(before.get(read) ?? 0);
        }
        await endWaits(page, 15_000);
      }
      const main = page.getByRole('main');
      for (const text of new Set(says)) {
        const times = says.filter((said) => said === text).length;
        await expect
          .poll(() => main.getByText(text).count(), { message: `${path}: ${text}` })
          .toBe(times);
      }
      await main.getByText(detail, { exact: false }).first().waitFor();
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(title);
    }
  },
);
