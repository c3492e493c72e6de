import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { CONNECTIONS } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { EndpointAuditCard, MeshHealthCard, ThreeFactors } from './heartbeat-page.tsx';

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

const health = (stand?: Stand) => (
  <Seeded entries={[...known('meshHealth', HEALTH, stand), ...known('connections', CONNECTIONS)]}>
    <MeshHealthCard />
  </Seeded>
);
const audit = (stand?: Stand) => (
  <Seeded entries={known('endpointAudit', AUDIT, stand)}>
    <EndpointAuditCard />
  </Seeded>
);

test('uptime is shown as hours and minutes', async () => {
  mount(health());
  await expect.element(page.getByText('2 h 5 min')).toBeVisible();
  await expect.element(page.getByText('Healthy')).toBeVisible();
  await expect.element(page.getByText('S11.1')).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('health that is too old is no health', async () => {
  mount(health('unknown'));
  await expect.element(page.getByText('UNKNOWN', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Healthy')).not.toBeInTheDocument();
});

test.each(['stale', 'failing'] as const)('health that is %s is shown without green', (stand) => {
  const { draw } = mount(health());
  const badge = () => page.getByText('Healthy', { exact: true }).element().parentElement;
  const green = getComputedStyle(badge() as Element).color;
  draw(health(stand));
  expect(getComputedStyle(badge() as Element).color).not.toBe(green);
});

test('a failed health read says so', async () => {
  mount(health('failed'));
  await expect.element(page.getByText('Unable to fetch health status')).toBeVisible();
});

test('the health card says whose health it shows', async () => {
  mount(health());
  await expect.element(page.getByText('This node. The mesh: 6 of 7')).toBeVisible();
});

test('the audit lists method, path and access, within a phone', async () => {
  await page.viewport(360, 700);
  mount(audit());
  await expect.element(page.getByText('meridian.mesh.example: 60 endpoints')).toBeVisible();
  expect(page.getByRole('row').elements()).toHaveLength(61);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  expect(await faults()).toEqual([]);
});

test('the endpoints can be filtered', async () => {
  mount(audit());
  await page.getByLabelText('Filter endpoints').fill('phone/59');
  expect(page.getByRole('row').elements()).toHaveLength(2);
  await page.getByLabelText('Filter endpoints').fill('nowhere');
  await expect.element(page.getByText('No endpoint matches.')).toBeVisible();
});

test('a failed audit read says so', async () => {
  mount(audit('failed'));
  await expect.element(page.getByText('Unable to fetch endpoint audit')).toBeVisible();
});

test('the three factors are explained', async () => {
  mount(<ThreeFactors />);
  for (const name of ['Real Server', 'Outbound Callback', 'Well-known File']) {
    await expect.element(page.getByRole('heading', { name })).toBeVisible();
  }
  expect(await faults()).toEqual([]);
});
