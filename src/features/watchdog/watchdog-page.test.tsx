import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { WatchdogSummary } from '../../../contract/shapes/watchdog.ts';
import { answerCalls } from '../../../tests/ui/calls.ts';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { WatchdogPage } from './watchdog-page.tsx';

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

function show(summary: WatchdogSummary, stand?: Stand) {
  const sent = answerCalls();
  mount(
    <Seeded entries={known('watchdog', summary, stand)}>
      <WatchdogPage />
    </Seeded>,
  );
  return sent;
}

test('all cards are there, and a missing forge says so', async () => {
  show(SUMMARY);
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
  show({ ...SUMMARY, heartbeat, forgeRun: 'https://forge.mesh.example' });
  await expect.element(page.getByRole('heading', { name: 'Heartbeat Error' })).toBeVisible();
  await expect.element(page.getByText('Archive did not answer')).toBeVisible();
  await expect.element(page.getByText('https://forge.mesh.example')).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('a failed read says so', async () => {
  show(null, 'failed');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'Dashboard Error: Failed to load watchdog summary. Check sovereign platform connectivity.',
    );
});

test('null is the empty state', async () => {
  show(null);
  await expect.element(page.getByText('No watchdog data available')).toBeVisible();
});

test('what is too old is not shown as active', async () => {
  show(SUMMARY, 'unknown');
  await expect.element(page.getByText('UNKNOWN (was Active)')).toBeVisible();
  await expect.element(page.getByText('Active', { exact: true })).not.toBeInTheDocument();
});

test('both commands can be given while the summary is missing', async () => {
  const sent = show(null, 'loading');
  await userEvent.click(page.getByRole('button', { name: 'Ping' }));
  await userEvent.click(page.getByRole('button', { name: 'Manual Reconnect' }));
  await expect.poll(() => sent).toEqual([['ping'], ['reconnect']]);
});

test('no number breaks, nor the address', async () => {
  await page.viewport(1280 - 256, 800);
  const forgeRun = 'https://forge-of-the-northern-harbour.mesh.example:42135';
  const meshStats = { ...SUMMARY.meshStats, zipBundlesProcessed: 12_776_543 };
  show({ ...SUMMARY, forgeRun, meshStats });
  for (const text of [forgeRun, '12,776,543']) {
    const box = page.getByText(text);
    await expect.element(box).toBeVisible();
    const range = document.createRange();
    range.selectNodeContents(box.element());
    expect(new Set([...range.getClientRects()].map(({ top }) => top)).size).toBe(1);
  }
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
  const lastError = 'Archive: no answer';
  show({ ...SUMMARY, heartbeat: { ...SUMMARY.heartbeat, lastError, platforms } });
  await expect.element(page.getByText('Error · 1 of 2 answer')).toBeVisible();
  await expect.element(page.getByText('1 of 2 answered their last heartbeat')).toBeVisible();
  const archive = page.getByRole('row', { name: /Archive/ });
  await expect.element(archive).toHaveTextContent(/ArchiveNever · no answer927/);
  expect(await faults()).toEqual([]);
});
