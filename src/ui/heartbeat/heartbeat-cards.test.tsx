import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ReadingState } from '../reading-note/reading-state.ts';
import { faults, mount } from '../testing/mount.tsx';
import { toneClass } from '../tone/tone.ts';
import { EndpointAuditCard } from './endpoint-audit-card.tsx';
import { MeshHealthCard } from './mesh-health-card.tsx';
import { ThreeFactors } from './three-factors.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FRESH: ReadingState = { at: NOW, age: 'fresh', failure: undefined, loading: false };
const FAILED: ReadingState = {
  at: undefined,
  age: 'unknown',
  failure: { message: '500: boom' },
  loading: false,
};

const HEALTH = {
  ok: true,
  platform: 'Meridian',
  uptime: 7500,
  heartbeat_interval_sec: 30,
  compliance: ['S11.1'],
};

const AUDIT = {
  domain: 'meridian.mesh.example',
  endpoints: Array.from({ length: 60 }, (_, i) => ({
    path: `/api/a/rather/long/path/for/a/phone/${i}`,
    method: i % 2 === 0 ? 'GET' : 'DELETE',
    guarded: i % 3 === 0,
  })),
};

test('uptime is shown as hours and minutes', async () => {
  mount(<MeshHealthCard health={HEALTH} reading={FRESH} now={NOW} />);
  await expect.element(page.getByText('2h 5m')).toBeVisible();
  await expect.element(page.getByText('Healthy')).toBeVisible();
  await expect.element(page.getByText('S11.1')).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('health that is too old is no health', async () => {
  const reading: ReadingState = { ...FRESH, at: NOW - 3_600_000, age: 'unknown' };
  mount(<MeshHealthCard health={HEALTH} reading={reading} now={NOW} />);
  await expect.element(page.getByText('UNKNOWN', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Healthy')).not.toBeInTheDocument();
});

test.each([
  ['not fresh', { ...FRESH, age: 'stale' }],
  ['failing', { ...FRESH, failure: { message: '500: boom' } }],
] as const)('health that is %s is told without green', async (_, reading) => {
  const { draw } = mount(<MeshHealthCard health={HEALTH} reading={FRESH} now={NOW} />);
  const badge = page.getByText('Healthy', { exact: true });
  await expect.element(badge).toHaveClass(toneClass('good') ?? '');
  draw(<MeshHealthCard health={HEALTH} reading={reading} now={NOW} />);
  await expect.element(badge).toHaveClass(toneClass('neutral') ?? '');
  await expect.element(badge).not.toHaveClass(toneClass('good') ?? '');
});

test('a failed health read is told in the words of the specification', async () => {
  mount(<MeshHealthCard health={undefined} reading={FAILED} now={NOW} />);
  await expect.element(page.getByText('Unable to fetch health status')).toBeVisible();
});

test('the audit lists method, path and guard, within a phone', async () => {
  await page.viewport(360, 700);
  mount(<EndpointAuditCard audit={AUDIT} reading={FRESH} now={NOW} />);
  await expect.element(page.getByText('meridian.mesh.example: 60 calls')).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(60);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  expect(await faults()).toEqual([]);
});

test('a failed audit is told in the words of the specification', async () => {
  mount(<EndpointAuditCard audit={undefined} reading={FAILED} now={NOW} />);
  await expect.element(page.getByText('Unable to fetch endpoint audit')).toBeVisible();
});

test('the three factors are explained', async () => {
  mount(<ThreeFactors />);
  for (const name of ['Real Server', 'Outbound Callback', 'Well-known File']) {
    await expect.element(page.getByRole('heading', { name })).toBeVisible();
  }
  expect(await faults()).toEqual([]);
});
