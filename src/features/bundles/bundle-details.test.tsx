import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Bundle, BundleDetails } from '../../../contract/shapes/bundle.ts';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { BundleDetailsDrawer } from './bundle-details.tsx';

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
  targets: [
    { platform: 'Forge', status: 'waiting', sentBytes: 0, message: null },
    { platform: 'Harbor', status: 'taken', sentBytes: 1_237_000, message: null },
  ],
  history: [
    { status: 'validating', at: '2026-11-20T11:00:00Z' },
    { status: 'incomplete', at: '2026-11-20T11:05:00Z', note: 'reached 1 of 2 platforms' },
  ],
};

type Props = Parameters<typeof BundleDetailsDrawer>[0];

function drawer(more: Partial<Props> = {}) {
  return (
    <BundleDetailsDrawer
      opened
      bundle={BUNDLE}
      details={DETAILS}
      failure={undefined}
      onDeploy={vi.fn()}
      onCancelDeploy={vi.fn()}
      onDelete={vi.fn()}
      onClose={vi.fn()}
      {...more}
    />
  );
}

test('shows hash, checks, targets, files and history', async () => {
  await page.viewport(900, 800);
  mount(drawer());
  await expect.element(page.getByRole('dialog', { name: 'alpha.zip' })).toBeVisible();
  for (const text of ['ab'.repeat(32), 'Its name leads out.', 'Not sent', 'folder/file-0.txt']) {
    await expect.element(page.getByText(text, { exact: true })).toBeInTheDocument();
  }
  for (const name of ['Checks', 'Targets', 'Files (400)', 'History']) {
    await expect.element(page.getByRole('heading', { name })).toBeInTheDocument();
  }
  expect(await faults()).toEqual([]);
});

test('long lists of files are drawn a hundred at a time, and say what is not listed', async () => {
  mount(drawer());
  await expect.element(page.getByText('folder/file-99.txt')).toBeInTheDocument();
  await expect.element(page.getByText('folder/file-100.txt')).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Show 50 more' }));
  await expect.element(page.getByText('folder/file-149.txt')).toBeInTheDocument();
  await expect.element(page.getByText(/^250 more are in the archive/)).toBeInTheDocument();
});

test('a server without details still shows what the list says', async () => {
  mount(drawer({ details: undefined, failure: { userMessage: '404: Not Found', status: 404 } }));
  await expect.element(page.getByText('1.18 MB')).toBeVisible();
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('This server gives no more details of the bundle (404: Not Found).');
  await expect.element(page.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
});

test('a server that is not reached is not said to have no details', async () => {
  const failure = { userMessage: 'the server cannot be reached', status: 0 };
  mount(drawer({ details: undefined, failure }));
  const status = page.getByRole('status');
  await expect
    .element(status)
    .toHaveTextContent(/^The details could not be read: the server cannot/);
  await expect.element(status).not.toHaveTextContent('gives no more');
});

test('what failed its checks cannot be deployed from here', async () => {
  const { draw } = mount(drawer());
  await expect.element(page.getByRole('button', { name: 'Delete' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Deploy' })).not.toBeInTheDocument();
  draw(drawer({ bundle: { ...BUNDLE, status: 'validated' } }));
  await expect.element(page.getByRole('button', { name: 'Deploy' })).toBeVisible();
});

test('shows the progress of each target, and why one failed', async () => {
  const target = { sentBytes: 309_250, message: null };
  const targets = [
    { ...target, platform: 'Forge', status: 'taken' },
    { ...target, platform: 'Signal', status: 'sending' },
    { ...target, platform: 'Archive', status: 'failed', message: 'does not answer' },
    { ...target, platform: 'Ledger', status: 'resting' },
    {
      ...{ ...target, platform: 'Harbor', status: 'retrying', message: 'did not answer' },
      retryUntil: new Date(2026, 10, 20, 17, 3).toISOString(),
    },
  ];
  mount(drawer({ details: { ...DETAILS, targets } }));
  const words = ['Delivered', 'Sending, 25%', 'Failed: does not answer', 'resting'];
  for (const text of [...words, 'Did not answer, trying until 17:03']) {
    await expect.element(page.getByText(text, { exact: true })).toBeInTheDocument();
  }
});

test('a deployment that did not reach all offers a retry by name; one under way can be cancelled', async () => {
  const onDeploy = vi.fn();
  const onCancelDeploy = vi.fn();
  const deployment = { state: 'incomplete', done: 1, failed: 1, total: 2 };
  const bundle = { ...BUNDLE, status: 'validated', deployment };
  const targets = [
    { platform: 'Forge', status: 'taken', sentBytes: 1, message: null },
    { platform: 'Archive', status: 'failed', sentBytes: 0, message: 'did not answer' },
  ];
  const details = { ...DETAILS, targets };
  const { draw } = mount(drawer({ bundle, details, onDeploy, onCancelDeploy }));
  await expect.element(page.getByText('Deployed 1 of 2')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Retry Archive' }));
  expect(onDeploy).toHaveBeenCalledOnce();
  const underWay = { ...bundle, deployment: { ...deployment, state: 'in-progress' } };
  draw(drawer({ bundle: underWay, details, onDeploy, onCancelDeploy }));
  await expect.element(page.getByText('Deploying 1 of 2')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Cancel deployment' }));
  expect(onCancelDeploy).toHaveBeenCalledOnce();
});
