import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { QuickActions } from './quick-actions.tsx';
import { StatusPanels } from './status-panels.tsx';

test('each of the four buttons does its own thing', async () => {
  const handlers = { onUpload: vi.fn(), onSync: vi.fn(), onDiagnostics: vi.fn(), onLogs: vi.fn() };
  mount(<QuickActions syncing={false} {...handlers} />);
  for (const name of ['Upload ZIP Bundle', 'Sync Mesh', 'Run Diagnostics', 'View System Logs']) {
    await userEvent.click(page.getByRole('button', { name, exact: true }));
  }
  expect(Object.values(handlers).map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1, 1]);
  expect(await faults()).toEqual([]);
});

test('a sync that is under way takes no second press', async () => {
  mount(
    <QuickActions
      syncing
      onUpload={vi.fn()}
      onSync={vi.fn()}
      onDiagnostics={vi.fn()}
      onLogs={vi.fn()}
    />,
  );
  await expect.element(page.getByRole('button', { name: 'Sync Mesh' })).toBeDisabled();
});

test('the static panels describe and show no state', async () => {
  mountPage(
    <main>
      <StatusPanels />
    </main>,
  );
  await expect.element(page.getByRole('heading', { name: 'Compliance' })).toBeVisible();
  await expect.element(page.getByText('Three-factor proof')).toBeVisible();
  expect(await faults()).toEqual([]);
});
