import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Bundle, BundleDetails } from '../../../contract/shapes/bundle.ts';
import { faults, mount } from '../testing/mount.tsx';
import { BundleDetailsDialog } from './bundle-details-dialog.tsx';

const BUNDLE: Bundle = {
  id: 'a',
  name: 'alpha.zip',
  size: 1_237_000,
  status: 'failed',
  targetPlatforms: ['Forge'],
  createdAt: '2026-11-20T11:00:00Z',
};

const DETAILS: BundleDetails = {
  ...BUNDLE,
  sha256: 'ab'.repeat(32),
  priority: 'high',
  uploadedBy: 'ada',
  problems: [{ rule: 'traversal', entry: '../evil.txt', message: 'Its name leads out.' }],
  files: Array.from({ length: 150 }, (_, i) => ({
    name: `folder/file-${i}.txt`,
    size: 1536,
    compressedSize: 512,
    crc32: '00000000',
  })),
  fileCount: 400,
  targets: [{ platform: 'Forge', status: 'waiting', sentBytes: 0, message: null }],
  history: [{ status: 'validating', at: '2026-11-20T11:00:00Z' }],
};

type Props = Parameters<typeof BundleDetailsDialog>[0];

function dialog(more: Partial<Props> = {}) {
  return (
    <BundleDetailsDialog
      bundle={BUNDLE}
      details={DETAILS}
      failure={undefined}
      removing={false}
      onRemove={vi.fn()}
      onClose={vi.fn()}
      {...more}
    />
  );
}

test('shows hash, checks, targets, files and history', async () => {
  await page.viewport(900, 800);
  mount(dialog());
  await expect.element(page.getByRole('dialog', { name: 'alpha.zip' })).toBeVisible();
  for (const text of [
    'ab'.repeat(32),
    'Its name leads out.',
    'Not sent yet',
    'folder/file-0.txt',
  ]) {
    await expect.element(page.getByText(text, { exact: true })).toBeInTheDocument();
  }
  for (const name of ['Checks', 'Targets', 'Files (400)', 'History']) {
    await expect.element(page.getByRole('heading', { name })).toBeInTheDocument();
  }
  expect(await faults()).toEqual([]);
});

test('long lists of files are drawn a hundred at a time, and say what is not listed', async () => {
  mount(dialog());
  await expect.element(page.getByText('folder/file-99.txt')).toBeInTheDocument();
  await expect.element(page.getByText('folder/file-100.txt')).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Show 50 more' }));
  await expect.element(page.getByText('folder/file-149.txt')).toBeInTheDocument();
  await expect.element(page.getByText(/^250 more are in the archive/)).toBeInTheDocument();
});

test('a server without details still shows what the list says', async () => {
  mount(dialog({ details: undefined, failure: { message: '404: Not Found', status: 404 } }));
  await expect.element(page.getByText('1.18 MB')).toBeVisible();
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('This server gives no more details of the bundle (404: Not Found).');
  await expect.element(page.getByRole('button', { name: 'Remove bundle' })).not.toBeInTheDocument();
});

test('a server that is not reached is not said to have no details', async () => {
  const failure = { message: 'the server cannot be reached', status: 0 };
  mount(dialog({ details: undefined, failure }));
  const told = page.getByRole('status');
  await expect.element(told).toHaveTextContent(/^The details could not be read: the server cannot/);
  await expect.element(told).not.toHaveTextContent('gives no more');
});

test('removal takes a second, explicit press', async () => {
  const onRemove = vi.fn();
  mount(dialog({ onRemove }));
  await userEvent.click(page.getByRole('button', { name: 'Remove bundle' }));
  expect(onRemove).not.toHaveBeenCalled();
  await userEvent.click(page.getByRole('button', { name: 'Remove for good' }));
  expect(onRemove).toHaveBeenCalledWith(BUNDLE);
});

test('tells how far each target has got, and why one failed', async () => {
  const target = { sentBytes: 309_250, message: null };
  const targets = [
    { ...target, platform: 'Forge', status: 'taken' },
    { ...target, platform: 'Signal', status: 'sending' },
    { ...target, platform: 'Archive', status: 'failed', message: 'does not answer' },
    { ...target, platform: 'Ledger', status: 'resting' },
  ];
  mount(dialog({ details: { ...DETAILS, targets } }));
  for (const text of ['Taken', 'Sending, 25 %', 'Failed: it does not answer', 'resting']) {
    await expect.element(page.getByText(text, { exact: true })).toBeInTheDocument();
  }
});
