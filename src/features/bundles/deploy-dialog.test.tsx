import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { CONNECTIONS } from '../../../tests/ui/samples.ts';
import { DeployDialog } from './deploy-dialog.tsx';

const BUNDLE: Bundle = {
  id: 'a',
  name: 'alpha.zip',
  size: 1,
  status: 'validated',
  targetPlatforms: ['Forge', 'Ledger', 'Archive', 'Outpost'],
  createdAt: '2026-11-20T11:00:00Z',
};

type Props = Parameters<typeof DeployDialog>[0];

const dialog = (more: Partial<Props> = {}) => (
  <DeployDialog
    opened
    bundles={[BUNDLE]}
    connections={CONNECTIONS}
    delivered={[]}
    failed={[]}
    age="fresh"
    pending={false}
    onDeploy={vi.fn()}
    onClose={vi.fn()}
    {...more}
  />
);

const checked = () =>
  page
    .getByRole('checkbox', { checked: true })
    .elements()
    .map((box) => box.getAttribute('aria-label'));

test('shows how each target is, and leaves those out that are down', async () => {
  const onDeploy = vi.fn();
  mount(dialog({ onDeploy }));
  await expect.element(page.getByRole('dialog', { name: 'Deploy alpha.zip' })).toBeVisible();
  expect(checked()).toEqual(['Forge', 'Ledger', 'Outpost']);
  for (const word of ['Connected', 'Slow', 'Down', 'Unknown'])
    await expect.element(page.getByText(word, { exact: true })).toBeVisible();
  await expect
    .element(
      page.getByText(
        'Archive is down. The server would keep trying for minutes, and say until when.',
      ),
    )
    .toBeVisible();
  expect(await faults()).toEqual([]);
  await userEvent.click(page.getByRole('checkbox', { name: 'Forge' }));
  await userEvent.click(page.getByRole('button', { name: 'Deploy to 2 platforms' }));
  expect(onDeploy.mock.calls).toEqual([[['Ledger', 'Outpost']]]);
});

test('what is in maintenance is left out too', async () => {
  const connections = CONNECTIONS.map((one) =>
    one.name === 'Archive' ? { ...one, status: 'maintenance' } : one,
  );
  mount(dialog({ connections }));
  await expect.element(page.getByText(/^Archive is down or in maintenance\./)).toBeVisible();
  expect(checked()).toEqual(['Forge', 'Ledger', 'Outpost']);
});

test('a retry goes to what failed: targets that have the bundle are not offered again', async () => {
  const onDeploy = vi.fn();
  const deployment = { state: 'incomplete', done: 3, failed: 1, total: 4 };
  const delivered = ['Forge', 'Ledger', 'Outpost'];
  mount(dialog({ bundles: [{ ...BUNDLE, deployment }], delivered, onDeploy }));
  await expect.element(page.getByRole('checkbox', { name: 'Forge' })).toBeDisabled();
  expect(page.getByText('Delivered').elements()).toHaveLength(3);
  expect(await faults()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Deploy to Archive' }));
  expect(onDeploy.mock.calls).toEqual([[['Archive']]]);
});

test('a retry ticks what failed, and not the targets that were never chosen', async () => {
  const deployment = { state: 'incomplete', done: 1, failed: 1, total: 4, chosen: 2 };
  const before = { delivered: ['Forge'], failed: ['Archive'] };
  mount(dialog({ bundles: [{ ...BUNDLE, deployment }], ...before }));
  await expect.element(page.getByRole('button', { name: 'Deploy to Archive' })).toBeEnabled();
  expect(checked()).toEqual(['Archive']);
});

test('one press chooses a platform alone: a deployment to three takes five', async () => {
  const onDeploy = vi.fn();
  mount(dialog({ onDeploy }));
  await userEvent.click(page.getByRole('button', { name: 'Only Ledger' }));
  expect(checked()).toEqual(['Ledger']);
  await userEvent.click(page.getByRole('checkbox', { name: 'Forge' }));
  await userEvent.click(page.getByRole('checkbox', { name: 'Archive' }));
  await userEvent.click(page.getByRole('button', { name: 'Deploy to 3 platforms' }));
  expect(onDeploy.mock.calls).toEqual([[['Forge', 'Ledger', 'Archive']]]);
});

test('without a target nothing can be sent; all are chosen by one press', async () => {
  mount(dialog({ bundles: [{ ...BUNDLE, targetPlatforms: ['Forge', 'Archive'] }] }));
  await userEvent.click(page.getByRole('checkbox', { name: 'Forge' }));
  await expect.element(page.getByRole('button', { name: 'Deploy', exact: true })).toBeDisabled();
  await userEvent.click(page.getByRole('button', { name: 'Select all' }));
  await expect.element(page.getByRole('button', { name: 'Deploy to 2 platforms' })).toBeEnabled();
});

test('several bundles go to all platforms that any of them is meant for', async () => {
  mount(dialog({ bundles: [BUNDLE, { ...BUNDLE, id: 'b', targetPlatforms: null }] }));
  await expect.element(page.getByRole('dialog', { name: 'Deploy 2 bundles' })).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toHaveLength(6);
});

test('states that are not fresh decide nothing, and are said to be the last known', async () => {
  mount(dialog({ age: 'stale' }));
  await expect.element(page.getByText(/last known/)).toBeVisible();
  expect(checked()).toEqual(['Forge', 'Ledger', 'Archive', 'Outpost']);
});
