import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReadingState } from '../reading-note/reading-state.ts';
import { faults, mount } from '../testing/mount.tsx';
import type { OlderLogs } from './log-filter.ts';
import { SystemLogsDialog } from './system-logs-dialog.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FRESH: ReadingState = { at: NOW, age: 'fresh', failure: undefined, loading: false };

const ROWS = Array.from({ length: 1000 }, (_, i) => ({
  id: 1000 - i,
  message: i % 10 === 0 ? `Archive does not answer, case ${i}` : `Harbor is connected, case ${i}`,
  severity: i % 10 === 0 ? 'error' : 'success',
  createdAt: new Date(NOW - i * 1000).toISOString(),
}));

const onSave = vi.fn();
const onOlder = vi.fn();

function Harness({ older = 'more' }: { older?: OlderLogs }) {
  const [filter, setFilter] = useState({ text: '', severity: '' });
  return (
    <SystemLogsDialog
      opened
      rows={ROWS}
      reading={FRESH}
      filter={filter}
      now={NOW}
      older={older}
      onFilter={setFilter}
      onOlder={onOlder}
      onSave={onSave}
      onClose={vi.fn()}
    />
  );
}

test('the search has the focus, and narrows the rows with the severity', async () => {
  await page.viewport(900, 800);
  mount(<Harness />);
  await expect.element(page.getByLabelText('Search')).toHaveFocus();
  await expect.element(page.getByRole('status')).toHaveTextContent('1,000 of 1,000 rows');
  await userEvent.keyboard('archive');
  await expect.element(page.getByRole('status')).toHaveTextContent('100 of 1,000 rows');
  await expect.element(page.getByText('Archive does not answer, case 0')).toBeVisible();
  await userEvent.click(page.getByRole('combobox', { name: 'Severity' }));
  await userEvent.click(page.getByRole('option', { name: 'Success' }));
  await expect.element(page.getByText('No row matches')).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('exactly the rows that the filter leaves are saved, and none when it leaves none', async () => {
  onSave.mockClear();
  mount(<Harness />);
  await userEvent.fill(page.getByLabelText('Search'), 'archive');
  await expect.element(page.getByRole('status')).toHaveTextContent('100 of 1,000 rows');
  await userEvent.click(page.getByRole('button', { name: 'Save as CSV' }));
  await userEvent.click(page.getByRole('button', { name: 'Save as JSON' }));
  const found = ROWS.filter(({ message }) => message.startsWith('Archive'));
  expect(onSave.mock.calls).toEqual([
    ['csv', found],
    ['json', found],
  ]);
  await userEvent.fill(page.getByLabelText('Search'), 'no such row');
  const button = page.getByRole('button', { name: 'Save as CSV' });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  expect(await faults()).toEqual([]);
});

test('older rows are asked for, and it is said when there are none or they cannot be had', async () => {
  onOlder.mockClear();
  const { draw } = mount(<Harness />);
  await userEvent.fill(page.getByLabelText('Search'), 'no such row');
  await userEvent.click(page.getByRole('button', { name: 'Show older rows' }));
  expect(onOlder).toHaveBeenCalledTimes(1);
  draw(<Harness older="failed" />);
  await expect.element(page.getByText('could not be asked')).toBeVisible();
  draw(<Harness older="all" />);
  await expect.element(page.getByText('The server has no older rows.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Show older rows' }).elements()).toEqual([]);
});
