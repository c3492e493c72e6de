import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mount } from '../../../tests/ui/mount.tsx';
import type { UploadRow } from '../../domain/upload-text.ts';
import { OutboxButton } from './outbox-button.tsx';

const row = (name: string, state: UploadRow['state']): UploadRow => ({
  ...{ id: name, name, size: 3, inMemory: false, state },
});
const failure = { ok: false, status: 422, text: 'no ZIP', why: 'refused' } as const;
const SENT = row('sent.zip', { state: 'done', bundle: undefined });
const REFUSED = row('refused.zip', { state: 'failed', failure });
const WAITING = row('waiting.zip', { state: 'queued' });

/** @returns the ids of the uploads that are removed */
async function openTray(rows: readonly UploadRow[]) {
  const onRemove = vi.fn();
  mount(<OutboxButton rows={rows} onRetry={vi.fn()} onRemove={onRemove} />);
  await userEvent.click(page.getByRole('button', { name: /^Uploads/ }));
  return () => onRemove.mock.calls.flat();
}
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));

test('what has ended is dismissed one by one, or all at once; what waits stays', async () => {
  const removed = await openTray([SENT, WAITING, REFUSED]);
  await press('Dismiss refused.zip');
  expect(removed()).toEqual(['refused.zip']);
  await press('Clear what has ended');
  expect(removed().slice(1)).toEqual(['sent.zip', 'refused.zip']);
});

test('a file that was not sent is removed only when that is meant', async () => {
  const removed = await openTray([WAITING]);
  await press('Remove waiting.zip');
  expect(removed()).toEqual([]);
  await press('Keep waiting.zip');
  await press('Remove waiting.zip');
  await press('Remove waiting.zip for good');
  expect(removed()).toEqual(['waiting.zip']);
});
