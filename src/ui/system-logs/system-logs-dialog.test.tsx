import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReadingState } from '../reading-note/reading-state.ts';
import { faults, mount } from '../testing/mount.tsx';
import { SystemLogsDialog } from './system-logs-dialog.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FRESH: ReadingState = { at: NOW, age: 'fresh', failure: undefined, loading: false };

const ROWS = Array.from({ length: 1000 }, (_, i) => ({
  id: 1000 - i,
  message: i % 10 === 0 ? `Archive does not answer, case ${i}` : `Harbor is connected, case ${i}`,
  severity: i % 10 === 0 ? 'error' : 'success',
  createdAt: new Date(NOW - i * 1000).toISOString(),
}));

function Harness() {
  const [filter, setFilter] = useState({ text: '', severity: '' });
  return (
    <SystemLogsDialog
      opened
      rows={ROWS}
      reading={FRESH}
      filter={filter}
      now={NOW}
      onFilter={setFilter}
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
