import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { WatchdogSummary } from '../../../contract/shapes/watchdog.ts';
import type { ReadState } from '../../ui/read-state.tsx';
import { faults, mount } from '../../ui/testing/mount.tsx';
import { WatchdogView } from './watchdog-page.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FRESH: ReadState = { at: NOW, age: 'fresh', failure: undefined, loading: false };
const FAILED = { message: '500: ' };

const SUMMARY: NonNullable<WatchdogSummary> = {
  platform: 'Meridian',
  ts: '2026-11-20T11:59:58Z',
  forgeRun: '',
  heartbeat: {
    enabled: true,
    lastError: null,
    lastSuccess: '2026-11-20T11:59:30Z',
    sentCount: 12,
    intervalSec: 30,
  },
  meshStats: { meshConnections: 6, zipBundlesProcessed: 2, route66Handshakes: 40 },
  endpoints: ['GET /api/mesh/health', 'POST /api/system/sync'],
};

const command = () => ({ pending: false, run: vi.fn() });

function view(data: WatchdogSummary | undefined, read: ReadState = FRESH) {
  return (
    <WatchdogView summary={{ ...read, data }} now={NOW} ping={command()} reconnect={command()} />
  );
}

test('all cards are there, and a missing forge says so', async () => {
  mount(view(SUMMARY));
  for (const name of [
    'Platform Status',
    'Connection',
    'Heartbeat Status',
    'Mesh Statistics',
    'Available Endpoints',
  ]) {
    await expect.element(page.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  await expect.element(page.getByText('Not configured')).toBeVisible();
  await expect.element(page.getByText('The base-URL setting is not set.')).toBeVisible();
  await expect.element(page.getByText('Active', { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('heading', { name: 'Heartbeat Error' }))
    .not.toBeInTheDocument();
  expect(await faults()).toEqual([]);
});

test('a heartbeat error has a card of its own', async () => {
  const heartbeat = { ...SUMMARY.heartbeat, lastError: 'Archive did not answer' };
  mount(view({ ...SUMMARY, heartbeat, forgeRun: 'https://forge.mesh.example' }));
  await expect.element(page.getByRole('heading', { name: 'Heartbeat Error' })).toBeVisible();
  await expect.element(page.getByText('Archive did not answer')).toBeVisible();
  await expect.element(page.getByText('https://forge.mesh.example')).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('a failed read says so', async () => {
  mount(view(undefined, { at: undefined, age: 'unknown', failure: FAILED, loading: false }));
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'Dashboard Error: Failed to load watchdog summary. Check sovereign platform connectivity.',
    );
});

test('null is the empty state', async () => {
  mount(view(null));
  await expect.element(page.getByText('No watchdog data available')).toBeVisible();
});

test('what is too old is not shown as active', async () => {
  mount(view(SUMMARY, { ...FRESH, at: NOW - 3_600_000, age: 'unknown' }));
  await expect.element(page.getByText('UNKNOWN (was Active)')).toBeVisible();
  await expect.element(page.getByText('Active', { exact: true })).not.toBeInTheDocument();
});

test('both commands can be given while the summary is missing', async () => {
  const [ping, reconnect] = [command(), command()];
  const summary = {
    at: undefined,
    age: 'unknown',
    failure: undefined,
    loading: true,
    data: undefined,
  } as const;
  mount(<WatchdogView summary={summary} now={NOW} ping={ping} reconnect={reconnect} />);
  await userEvent.click(page.getByRole('button', { name: 'Ping' }));
  await userEvent.click(page.getByRole('button', { name: 'Manual Reconnect' }));
  expect([ping.run.mock.calls.length, reconnect.run.mock.calls.length]).toEqual([1, 1]);
});

test('the heartbeats of each platform are counted', async () => {
  const platforms = [
    { id: 'a', name: 'Forge', sent: 9, answered: 9, missed: 0, lastAnswer: NOW, lastError: null },
    {
      id: 'b',
      name: 'Archive',
      sent: 9,
      answered: 2,
      missed: 7,
      lastAnswer: null,
      lastError: 'no answer',
    },
  ];
  mount(view({ ...SUMMARY, heartbeat: { ...SUMMARY.heartbeat, platforms } }));
  await expect.element(page.getByText('1 of 2 answered their last heartbeat')).toBeVisible();
  const archive = page.getByRole('row', { name: /Archive/ });
  await expect.element(archive).toHaveTextContent(/Archive927Never · no answer/);
  expect(await faults()).toEqual([]);
});
