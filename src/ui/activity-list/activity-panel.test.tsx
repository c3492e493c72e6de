import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Activity } from '../../../contract/shapes/activity.ts';
import type { ReadingState } from '../reading-note/reading-state.ts';
import { faults, mount } from '../testing/mount.tsx';
import { ActivityPanel } from './activity-panel.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FRESH: ReadingState = { at: NOW, age: 'fresh', failure: undefined, loading: false };

/** Newest first, the newest with the id `count`. */
function rowsOf(count: number): Activity[] {
  return Array.from({ length: count }, (_, i) => ({
    id: count - i,
    message: `Row ${count - i}`,
    severity: ['success', 'warning', 'error', 'info'][i % 4] ?? 'info',
    createdAt: new Date(NOW - i * 30_000).toISOString(),
  }));
}

function panel(
  rows: Activity[] | undefined,
  more: { live?: boolean; reading?: ReadingState } = {},
) {
  const { live = false, reading = FRESH } = more;
  return <ActivityPanel rows={rows} reading={reading} live={live} now={NOW} />;
}

function scroller(): HTMLElement {
  const region = page.getByRole('region', { name: 'Real-time Mesh Activity, rows' });
  return region.element() as HTMLElement;
}

test('five placeholders stand in until the rows have been read', async () => {
  const { box } = mount(panel(undefined, { reading: { ...FRESH, at: undefined, loading: true } }));
  expect(box.querySelectorAll('[data-activity-placeholder]')).toHaveLength(5);
  expect(await faults()).toEqual([]);
});

test('an empty log says so', async () => {
  mount(panel([]));
  await expect.element(page.getByText('No activity logs available')).toBeVisible();
});

test('a failed first read says so, with the answer', async () => {
  const failure = { message: '503: busy' };
  mount(panel(undefined, { reading: { at: undefined, age: 'unknown', failure, loading: false } }));
  await expect.element(page.getByRole('alert')).toHaveTextContent('503: busy');
});

test('rows stay when a later read fails, marked with their age', async () => {
  const reading = { ...FRESH, at: NOW - 120_000, failure: { message: '503: busy' } };
  mount(panel(rowsOf(3), { reading }));
  await expect.element(page.getByText('Row 3')).toBeVisible();
  await expect.element(page.getByText(/Last read failed \(503: busy\)/)).toHaveTextContent('2 min');
});

test('the live mark is there only once a live message has arrived', async () => {
  const { draw } = mount(panel(rowsOf(1)));
  await expect.element(page.getByText('Live connection active')).not.toBeInTheDocument();
  draw(panel(rowsOf(1), { live: true }));
  await expect.element(page.getByText('Live connection active')).toBeVisible();
});

test('severities are told by word as well as colour', async () => {
  mount(panel(rowsOf(4)));
  for (const word of ['Success', 'Warning', 'Error', 'Info']) {
    await expect.element(page.getByText(word, { exact: true })).toBeVisible();
  }
  expect(await faults()).toEqual([]);
});

test('thousands of rows are drawn as a screenful, in 24rem', async () => {
  const { box } = mount(panel(rowsOf(5000)));
  await expect.element(page.getByText('Row 5000')).toBeVisible();
  expect(box.querySelectorAll('li').length).toBeLessThan(40);
  expect(scroller().clientHeight).toBe(24 * 16);
});

test('rows that were not drawn yet are given the room that they take', async () => {
  const { box } = mount(panel(rowsOf(5000)));
  await expect.element(page.getByText('Row 5000')).toBeVisible();
  const [row, list] = [box.querySelector('li'), box.querySelector('ul')];
  expect(list?.offsetHeight).toBe(5000 * (row?.offsetHeight ?? 0));
});

test('rows that arrive do not move what is being read further down', async () => {
  const { draw } = mount(panel(rowsOf(200)));
  await expect.element(page.getByText('Row 200')).toBeVisible();
  const list = scroller();
  list.scrollTop = 3000;
  await expect.poll(() => list.scrollTop).toBe(3000);
  await expect.poll(() => readRow(list)).toBeDefined();
  const before = readRow(list);
  draw(panel(rowsOf(207)));
  await expect.element(page.getByRole('button', { name: '7 new' })).toBeVisible();
  expect(readRow(list)).toEqual(before);
});

test('the count of new rows leads to them and is gone', async () => {
  const { draw } = mount(panel(rowsOf(200)));
  const list = scroller();
  list.scrollTop = 3000;
  await expect.poll(() => list.querySelector('[data-index="40"]')).not.toBeNull();
  draw(panel(rowsOf(202)));
  await userEvent.click(page.getByRole('button', { name: '2 new' }));
  await expect.element(page.getByText('Row 202')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '2 new' })).not.toBeInTheDocument();
});

/** The row at the box's upper edge, and where exactly it stands. */
function readRow(list: HTMLElement): { text: string; top: number } | undefined {
  const edge = list.getBoundingClientRect().top;
  const row = [...list.querySelectorAll('li')].find(
    (item) => item.getBoundingClientRect().bottom > edge + 1,
  );
  if (!row) return undefined;
  return {
    text: row.querySelector('p')?.textContent ?? '',
    top: Math.round(row.getBoundingClientRect().top - edge),
  };
}
