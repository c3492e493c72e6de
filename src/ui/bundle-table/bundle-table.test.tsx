import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import type { ReadingState } from '../reading-note/reading-state.ts';
import { faults, mount } from '../testing/mount.tsx';
import { BundleTable } from './bundle-table.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FRESH: ReadingState = { at: NOW, age: 'fresh', failure: undefined, loading: false };

const BUNDLES: Bundle[] = [
  {
    id: 'a',
    name: 'alpha.zip',
    size: 1_237_000,
    status: 'validated',
    targetPlatforms: ['Forge', 'Harbor'],
    createdAt: '2026-11-20T11:00:00Z',
  },
  {
    id: 2,
    name: `${'a-very-long-name-without-a-place-to-break'.repeat(5)}.zip`,
    size: 0,
    status: 'validating',
    targetPlatforms: null,
    createdAt: '2026-11-20T10:00:00Z',
  },
  {
    id: 'c',
    name: 'gamma.zip',
    size: 5,
    status: 'quarantined',
    targetPlatforms: [],
    createdAt: 'never',
  },
];

function table(
  bundles: Bundle[] | undefined,
  more: Partial<Parameters<typeof BundleTable>[0]> = {},
) {
  return (
    <BundleTable
      bundles={bundles}
      reading={FRESH}
      deploying={undefined}
      now={NOW}
      onUpload={vi.fn()}
      onDeploy={vi.fn()}
      onDetails={vi.fn()}
      {...more}
    />
  );
}

test('the columns are those of the specification', async () => {
  await page.viewport(1200, 800);
  mount(table(BUNDLES));
  const names = page.getByRole('columnheader').elements();
  expect(names.map((header) => header.textContent)).toEqual([
    'Bundle Name',
    'Status',
    'Platform Target',
    'Upload Time',
    'Actions',
  ]);
  await expect.element(page.getByText('1.18 MB')).toBeVisible();
  await expect.element(page.getByText('All Platforms')).toBeVisible();
  await expect.element(page.getByText('quarantined')).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('three placeholders stand in until the bundles have been read', () => {
  const { box } = mount(table(undefined, { reading: { ...FRESH, at: undefined, loading: true } }));
  expect(box.querySelectorAll('[data-bundle-placeholder]')).toHaveLength(3);
});

test('an empty table offers the upload', async () => {
  const onUpload = vi.fn();
  mount(table([], { onUpload }));
  await expect.element(page.getByText('No ZIP bundles uploaded')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Upload your first bundle' }));
  expect(onUpload).toHaveBeenCalledOnce();
});

test('details and deploy are of the bundle whose button was pressed', async () => {
  await page.viewport(1200, 800);
  const onDeploy = vi.fn();
  const onDetails = vi.fn();
  mount(table(BUNDLES, { onDeploy, onDetails }));
  await userEvent.click(page.getByRole('button', { name: 'Deploy alpha.zip' }));
  await userEvent.click(page.getByRole('button', { name: 'Details of gamma.zip' }));
  expect(onDeploy).toHaveBeenCalledWith(BUNDLES[0]);
  expect(onDetails).toHaveBeenCalledWith(BUNDLES[2]);
});

test('a bundle that is still being validated cannot be deployed, and says why', async () => {
  const onDeploy = vi.fn();
  mount(table(BUNDLES, { onDeploy }));
  const button = page.getByRole('button', { name: /^Deploy a-very.*Still being validated$/ });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(onDeploy).not.toHaveBeenCalled();
});

test('where the server does not deploy there is no button for it', async () => {
  mount(table(BUNDLES, { onDeploy: undefined }));
  await expect.element(page.getByRole('button', { name: 'Details of alpha.zip' })).toBeVisible();
  expect(page.getByRole('button', { name: /^Deploy/ }).elements()).toEqual([]);
});

test('a phone shows cards, nothing wider than the screen', async () => {
  await page.viewport(360, 700);
  mount(table(BUNDLES));
  await expect.element(page.getByRole('button', { name: 'Deploy alpha.zip' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  expect(await faults()).toEqual([]);
});

test('thousands of bundles are drawn fifty at a time, and turned by keys', async () => {
  const many = Array.from({ length: 3020 }, (_, i) => ({ ...BUNDLES[0], id: i }) as Bundle);
  const { box, draw } = mount(table(many));
  expect(box.querySelectorAll('tbody tr')).toHaveLength(50);
  const pages = page.getByRole('navigation', { name: 'Pages of bundles' });
  await expect.element(pages.getByText('1 to 50 of 3,020')).toBeVisible();
  const older = pages.getByRole('button', { name: 'Older', exact: true });
  older.element().focus();
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(pages.getByText('101 to 150 of 3,020')).toBeVisible();
  await expect.element(older).toHaveFocus();
  await userEvent.click(pages.getByRole('button', { name: 'Oldest' }));
  await expect.element(pages.getByText('3,001 to 3,020 of 3,020')).toBeVisible();
  expect(box.querySelectorAll('tbody tr')).toHaveLength(20);
  await expect.element(older).toHaveAttribute('aria-disabled', 'true');
  draw(table(many.slice(0, 60)));
  await expect.element(pages.getByText('51 to 60 of 60')).toBeVisible();
  expect(await faults()).toEqual([]);
});
