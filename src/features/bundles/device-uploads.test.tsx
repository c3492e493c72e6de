import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { onNotice } from '../../../tests/ui/notices.ts';
import type { Notice } from '../../console/notices.ts';
import { markFirstPaint } from '../../device/first-paint.ts';
import { takeShared } from '../../device/shared-file.ts';
import type { OutboxItem } from '../../shared/model.ts';
import { DeviceUploads } from './device-uploads.tsx';

const known = vi.hoisted(() => {
  let items: readonly object[] = [];
  let bundles: readonly object[] = [];
  const listeners = new Set<() => void>();
  return {
    items: () => items,
    bundles: () => bundles,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(next: { items?: readonly object[]; bundles?: readonly object[] }) {
      items = next.items ?? items;
      bundles = next.bundles ?? bundles;
      for (const listener of listeners) listener();
    },
  };
});
vi.mock('../../console/outbox.ts', async () => {
  const { useSyncExternalStore } = await import('react');
  return {
    useOutbox: () => useSyncExternalStore(known.subscribe, known.items),
    isAwaited: () => true,
    retryUpload: vi.fn(),
    discardUpload: vi.fn(),
  };
});
vi.mock('../../console/reads.ts', async () => {
  const { useSyncExternalStore } = await import('react');
  const useReadData = (name: string) => {
    const bundles = useSyncExternalStore(known.subscribe, known.bundles);
    return name === 'bundles' ? bundles : undefined;
  };
  return { useReadData };
});

const item = (state: OutboxItem['state']): OutboxItem => ({
  id: 'one',
  name: 'alpha.zip',
  size: 3,
  addedAt: 0,
  inMemory: false,
  state,
});
const bundle = (status: string): Bundle => ({
  id: 7,
  name: 'alpha.zip',
  size: 3,
  status,
  targetPlatforms: null,
  createdAt: '2026-11-20T12:00:00Z',
});

let said: Notice[] = [];
onNotice((notice) => said.push(notice));
beforeAll(markFirstPaint);

beforeEach(() => {
  said = [];
  known.set({ items: [], bundles: [] });
});

test('an upload of this page that fails its checks is said, with the reason and the way to it', async () => {
  mountPage(<DeviceUploads />);
  known.set({ items: [item({ state: 'queued' })] });
  await expect.element(page.getByRole('button', { name: 'Uploads, 1 not sent' })).toBeVisible();
  known.set({
    items: [item({ state: 'done', bundle: { id: 7 } })],
    bundles: [bundle('validating')],
  });
  await expect.element(page.getByRole('button', { name: 'Uploads, all sent' })).toBeVisible();
  expect(said).toEqual([]);
  known.set({ bundles: [{ ...bundle('failed'), reason: '../evil.txt leads out.' }] });
  await expect
    .poll(() => said)
    .toEqual([
      {
        title: 'Validation failed',
        message: 'alpha.zip: ../evil.txt leads out.',
        severity: 'error',
        link: { label: 'Details', to: '/zip-bundles?bundle=7' },
      },
    ]);
});

test('an upload from before this page, or one that passes its checks, is not spoken of', async () => {
  known.set({
    items: [item({ state: 'done', bundle: { id: 7 } })],
    bundles: [bundle('failed')],
  });
  mountPage(<DeviceUploads />);
  await expect.element(page.getByRole('button', { name: 'Uploads, all sent' })).toBeVisible();
  expect(said).toEqual([]);
});

/** @returns whether the browser was kept from opening what was dropped */
function drop(...files: File[]): boolean {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const event = (type: string) =>
    new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
  document.body.dispatchEvent(event('dragover'));
  return !document.body.dispatchEvent(event('drop'));
}

test('a ZIP dropped anywhere opens the upload dialog with it; anything else is refused', async () => {
  const { path, search } = mountPage(<DeviceUploads />, '/mesh-network');
  await expect.poll(() => drop(new File(['%PDF'], 'paper.pdf'))).toBe(true);
  expect(said.at(-1)).toMatchObject({ title: 'Invalid file', message: 'Please select a ZIP file' });
  expect(path()).toBe('/mesh-network');
  expect(drop(new File(['PK'], 'alpha.zip'))).toBe(true);
  await expect.poll(() => search().show).toBe('upload');
  const { show, shared = '' } = search();
  expect(path()).toBe('/mesh-network');
  expect(show).toBe('upload');
  expect((await takeShared(shared)).file?.name).toBe('alpha.zip');
});
