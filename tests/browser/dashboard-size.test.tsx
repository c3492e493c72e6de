// First, as React looks for its hook when it loads.
import './rendered.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import budgets from '../../budgets.json' with { type: 'json' };
import { pageCache } from '../../src/console/page-cache.ts';
import { CHANNELS, RULES } from '../../src/features/alerts/alerts.stories.tsx';
import { DashboardScreen } from '../../src/features/dashboard/dashboard-screen.tsx';
import { ConsoleShell } from '../../src/features/shell/console-shell.tsx';
import { mountPage } from '../ui/mount-page.tsx';
import { activities, bundles, CONNECTIONS, meshHistory, NOW } from '../ui/samples.ts';
import { connect, known, push, pushMessage } from '../ui/seed.tsx';
import { type Size, watchCommits } from './rendered.ts';

/** What React has to do for the dashboard: six platforms, twelve rows, four numbers. Times are measured in `bench/`. */

const ROWS = activities(12);
const STATS = { meshConnections: 6, meshSize: 7, zipBundlesProcessed: 4, route66Handshakes: 1200 };
const SESSION = {
  user: { username: 'ada', email: '', sovereignLevel: 'S11.1' },
  expiresAt: NOW,
  role: 'admin',
} as const;

async function openDashboard(): Promise<void> {
  await page.viewport(1280, 800);
  // Without it ages are rendered again every second.
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
  onTestFinished(connect());
  push(
    [
      ...known('connections', CONNECTIONS),
      ...known('activity', ROWS),
      ...known('incidents', []),
      ...known('maintenance', []),
      ...known('session', SESSION),
      ...known('alertRules', RULES),
      ...known('alertChannels', CHANNELS),
      ...known('stats', STATS),
      ...known('bundles', bundles(4)),
      ...known('meshHistory', meshHistory(CONNECTIONS), 'fresh', { range: '1h' }),
    ],
    true,
  );
  mountPage(
    <QueryClientProvider client={pageCache.queryClient}>
      <ConsoleShell>
        <DashboardScreen search={{}} range="1h" onSearch={vi.fn()} onRange={vi.fn()} />
      </ConsoleShell>
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('Event 1:')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Verdict' })).toHaveTextContent('1 down');
}

test('the dashboard stays within its budget of components and nodes', async () => {
  const sizes: Size[] = [];
  watchCommits((size) => sizes.push(size));
  await openDashboard();
  const [first] = sizes;
  const ready = sizes.at(-1);
  const budget = budgets['/dashboard'];
  expect(first?.instances).toBeLessThanOrEqual(budget.instancesFirst);
  expect(first?.nodes).toBeLessThanOrEqual(budget.nodesFirst);
  expect(ready?.instances).toBeLessThanOrEqual(budget.instances);
  expect(ready?.nodes).toBeLessThanOrEqual(budget.nodes);
});

test('an event renders its row and little else', async () => {
  await openDashboard();
  let rendered = 0;
  watchCommits((_size, count) => {
    rendered += count;
  });
  const [event] = activities(13);
  pushMessage(known('activity', event ? [event, ...ROWS] : []));
  await expect.element(page.getByText('Event 13:')).toBeVisible();
  expect(rendered).toBeLessThanOrEqual(budgets['/dashboard'].rendersPerEvent);
});
