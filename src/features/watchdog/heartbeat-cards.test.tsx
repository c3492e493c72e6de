import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ReadState } from '../../ui/read-state.tsx';
import { faults, mount } from '../../ui/testing/mount.tsx';
import { EndpointAuditCard, MeshHealthCard, ThreeFactors } from './heartbeat-page.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FRESH: ReadState = { at: NOW, age: 'fresh', failure: undefined, loading: false };
const FAILED: ReadState = {
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

const MESH = { answering: 6, total: 7 };

const AUDIT = {
  domain: 'meridian.mesh.example',
  endpoints: Array.from({ length: 60 }, (_, i) => ({
    path: `/api/a/rather/long/path/for/a/phone/${i}`,
    method: i % 2 === 0 ? 'GET' : 'DELETE',
    guarded: i % 3 === 0,
  })),
};

test('uptime is shown as hours and minutes', async () => {
  mount(<MeshHealthCard mesh={MESH} health={{ ...FRESH, data: HEALTH }} now={NOW} />);
  await expect.element(page.getByText('2h 5m')).toBeVisible();
  await expect.element(page.getByText('Healthy')).toBeVisible();
  await expect.element(page.getByText('S11.1')).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('health that is too old is no health', async () => {
  const read: ReadState = { ...FRESH, at: NOW - 3_600_000, age: 'unknown' };
  mount(<MeshHealthCard mesh={MESH} health={{ ...read, data: HEALTH }} now={NOW} />);
  await expect.element(page.getByText('UNKNOWN', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Healthy')).not.toBeInTheDocument();
});

test.each([
  ['not fresh', { ...FRESH, age: 'stale' }],
  ['failing', { ...FRESH, failure: { message: '500: boom' } }],
] as const)('health that is %s is shown without green', async (_, read) => {
  const { draw } = mount(
    <MeshHealthCard mesh={MESH} health={{ ...FRESH, data: HEALTH }} now={NOW} />,
  );
  const badge = () => page.getByText('Healthy', { exact: true }).element().parentElement;
  const green = getComputedStyle(badge() as Element).color;
  draw(<MeshHealthCard mesh={MESH} health={{ ...read, data: HEALTH }} now={NOW} />);
  expect(getComputedStyle(badge() as Element).color).not.toBe(green);
});

test('a failed health read says so', async () => {
  mount(<MeshHealthCard mesh={MESH} health={{ ...FAILED, data: undefined }} now={NOW} />);
  await expect.element(page.getByText('Unable to fetch health status')).toBeVisible();
});

test('the health card says whose health it shows', async () => {
  mount(<MeshHealthCard mesh={MESH} health={{ ...FRESH, data: HEALTH }} now={NOW} />);
  await expect.element(page.getByText('This node. The mesh: 6 of 7')).toBeVisible();
});

test('the audit lists method, path and access, within a phone', async () => {
  await page.viewport(360, 700);
  mount(<EndpointAuditCard audit={{ ...FRESH, data: AUDIT }} now={NOW} />);
  await expect.element(page.getByText('meridian.mesh.example: 60 endpoints')).toBeVisible();
  expect(page.getByRole('row').elements()).toHaveLength(61);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  expect(await faults()).toEqual([]);
});

test('the endpoints can be filtered', async () => {
  mount(<EndpointAuditCard audit={{ ...FRESH, data: AUDIT }} now={NOW} />);
  await page.getByLabelText('Filter endpoints').fill('phone/59');
  expect(page.getByRole('row').elements()).toHaveLength(2);
  await page.getByLabelText('Filter endpoints').fill('nowhere');
  await expect.element(page.getByText('No endpoint matches.')).toBeVisible();
});

test('a failed audit read says so', async () => {
  mount(<EndpointAuditCard audit={{ ...FAILED, data: undefined }} now={NOW} />);
  await expect.element(page.getByText('Unable to fetch endpoint audit')).toBeVisible();
});

test('the three factors are explained', async () => {
  mount(<ThreeFactors />);
  for (const name of ['Real Server', 'Outbound Callback', 'Well-known File']) {
    await expect.element(page.getByRole('heading', { name })).toBeVisible();
  }
  expect(await faults()).toEqual([]);
});
