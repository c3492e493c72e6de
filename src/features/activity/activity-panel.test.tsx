import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { CONNECTIONS, NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { workerClient } from '../../console/worker-client.ts';
import { ActivityPanel } from './activity-panel.tsx';

/** Newest first, the newest with the id `count`. */
function rowsOf(count: number): Activity[] {
  return Array.from({ length: count }, (_, i) => ({
    id: count - i,
    message: `Row ${count - i}`,
    severity: ['success', 'warning', 'error', 'info'][i % 4] ?? 'info',
    createdAt: new Date(NOW - i * 30_000).toISOString(),
  }));
}

const panel = (rows: Activity[], stand: Stand = 'fresh') => (
  <Seeded entries={[...known('activity', rows, stand), ...known('connections', CONNECTIONS)]}>
    <ActivityPanel />
  </Seeded>
);

function scroller(): HTMLElement {
  const region = page.getByRole('region', { name: 'Real-time Mesh Activity, rows' });
  return region.element() as HTMLElement;
}

/** @returns the texts of the rows, as far as they are rendered */
const texts = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);

test('five placeholders stand in until the rows have been read', async () => {
  const { box } = mountPage(panel([], 'loading'));
  await expect.poll(() => box.querySelectorAll('[data-activity-placeholder]').length).toBe(5);
  expect(await faults()).toEqual([]);
});

test('an empty log says so', async () => {
  mountPage(panel([]));
  await expect.element(page.getByText('No activity logs available')).toBeVisible();
});

test('a failed first read says so, with the answer', async () => {
  mountPage(panel([], 'failed'));
  await expect.element(page.getByRole('alert')).toHaveTextContent('Internal Server Error');
});

test('rows stay when a later read fails, marked with their age', async () => {
  mountPage(panel(rowsOf(3), 'failing'));
  await expect.element(page.getByText('Row 3')).toBeVisible();
  await expect
    .element(page.getByText(/Could not refresh: The mesh is being restarted/))
    .toHaveTextContent('1 min');
});

test('the live mark is there only once a live message has arrived', async () => {
  mountPage(panel(rowsOf(1)));
  await expect.element(page.getByText('Row 1')).toBeVisible();
  const { status } = workerClient;
  const say = (liveMessageSeen: boolean) =>
    status.set({ ...status.get(), connection: { ...status.get().connection, liveMessageSeen } });
  say(false);
  await expect.element(page.getByText('Live connection active')).not.toBeInTheDocument();
  say(true);
  await expect.element(page.getByText('Live connection active')).toBeVisible();
});

test('a row is one line: its time, then its severity by a word as well as colour, then what happened', async () => {
  await page.viewport(1000, 800);
  mountPage(panel(rowsOf(4)));
  await expect.element(page.getByText('Row 4')).toBeVisible();
  const rows = page.getByRole('listitem');
  const severities = rows.getByRole('img').elements();
  expect(severities.map((mark) => mark.getAttribute('aria-label'))).toEqual([
    'Success',
    'Warning',
    'Error',
    'Info',
  ]);
  expect(texts()).toEqual(['Just nowRow 4', 'Just nowRow 3', '1 min agoRow 2', '1 min agoRow 1']);
  expect(page.getByRole('listitem').elements()[0]?.clientHeight).toBe(36);
  expect(await faults()).toEqual([]);
});

test('thousands of rows are rendered as a screenful, in 24rem', async () => {
  await page.viewport(1000, 800);
  mountPage(panel(rowsOf(5000)));
  await expect.element(page.getByText('Row 5000')).toBeVisible();
  expect(page.getByRole('listitem').elements().length).toBeLessThan(40);
  expect(scroller().clientHeight).toBe(24 * 16);
});

test('rows that were not rendered yet are given the room that they take', async () => {
  await page.viewport(1000, 800);
  mountPage(panel(rowsOf(5000)));
  await expect.element(page.getByText('Row 5000')).toBeVisible();
  const [row] = page.getByRole('listitem').elements();
  expect(scroller().querySelector('ul')?.offsetHeight).toBe(5000 * (row?.clientHeight ?? 0));
});

test('rows that arrive do not move what is being read further down', async () => {
  const { draw } = mountPage(panel(rowsOf(200)));
  await expect.element(page.getByText('Row 200')).toBeVisible();
  const list = scroller();
  list.scrollTop = 2000;
  await expect.poll(() => list.scrollTop).toBe(2000);
  await expect.poll(() => readRow(list)).toBeDefined();
  const before = readRow(list);
  draw(panel(rowsOf(207)));
  await expect.element(page.getByRole('button', { name: '7 new' })).toBeVisible();
  expect(readRow(list)).toEqual(before);
});

test('the count of new rows leads to them and is gone', async () => {
  const { draw } = mountPage(panel(rowsOf(200)));
  await expect.element(page.getByText('Row 200')).toBeVisible();
  const list = scroller();
  list.scrollTop = 2000;
  await expect.poll(() => list.querySelectorAll('li').length).toBeGreaterThan(50);
  draw(panel(rowsOf(202)));
  await userEvent.click(page.getByRole('button', { name: '2 new' }));
  await expect.element(page.getByText('Row 202')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '2 new' })).not.toBeInTheDocument();
});

test('the rows can be narrowed to problems', async () => {
  mountPage(panel(rowsOf(8)));
  await userEvent.click(page.getByText('Problems', { exact: true }));
  await expect.poll(() => texts().length).toBe(4);
  await userEvent.click(page.getByText('Bundles', { exact: true }));
  await expect.element(page.getByText('In the newest 8 events.')).toBeVisible();
});

test('events that say the same are one row, which opens', async () => {
  const rows = rowsOf(30).map((row, i) => ({
    ...row,
    severity: 'success',
    createdAt: new Date(NOW - i * 1000).toISOString(),
    message: i % 2 === 0 ? `dana uploaded b${i}.zip` : `b${i}.zip passed validation`,
  }));
  mountPage(panel(rows));
  await expect.element(page.getByText('dana uploaded 15 bundles')).toBeVisible();
  await expect.element(page.getByText('15 bundles passed validation')).toBeVisible();
  expect(texts()).toHaveLength(2);
  await userEvent.click(page.getByRole('button', { name: /×15/ }).first());
  await expect.element(page.getByText('dana uploaded b0.zip')).toBeVisible();
});

/** The row at the box's upper edge, and where exactly it stands. */
function readRow(list: HTMLElement): { text: string; top: number } | undefined {
  const edge = list.getBoundingClientRect().top;
  const row = [...list.querySelectorAll('li')].find(
    (item) => item.getBoundingClientRect().bottom > edge + 1,
  );
  if (!row) return undefined;
  return {
    text: /Row \d+/.exec(row.textContent ?? '')?.[0] ?? '',
    top: Math.round(row.getBoundingClientRect().top - edge),
  };
}
