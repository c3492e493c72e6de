import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults } from '../../ui/testing/mount.tsx';
import { mountPage } from '../../ui/testing/mount-page.tsx';
import { activities, CONNECTIONS, NOW, READINGS } from '../../ui/testing/samples.ts';
import { filterOf, type LogSearch } from './log-search.ts';
import { LogsView } from './logs-screen.tsx';
import type { Logs } from './use-logs.ts';

type Props = Parameters<typeof LogsView>[0];

const logs = (count: number, state: Logs['state']): Logs => ({
  rows: activities(count),
  state,
  error: state === 'failed' ? new Error('The server cannot be reached.') : null,
  readMore: vi.fn(),
  retry: vi.fn(),
});

function view(more: Partial<Props> = {}, search: LogSearch = {}) {
  return (
    <LogsView
      search={search}
      onSearch={vi.fn()}
      filter={filterOf(search, NOW)}
      logs={logs(12, 'all')}
      read={READINGS.fresh}
      platforms={CONNECTIONS}
      onExport={vi.fn(async () => undefined)}
      onExportSelected={vi.fn(async () => undefined)}
      onCopy={vi.fn()}
      now={NOW}
      {...more}
    />
  );
}

const count = () => page.getByRole('status');

test.each([1200, 360])(
  'at %i px each event has its exact time and zone beside its age',
  async (width) => {
    await page.viewport(width, 800);
    mountPage(view());
    const row = page.getByRole('listitem').nth(3);
    await expect.element(row).toHaveTextContent(/\d\d:\d\d:00.*1 min ago/);
    await expect.element(page.getByText(/^Times in /)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(await faults()).toEqual([]);
  },
);

test('an event has a link to itself', async () => {
  mountPage(view());
  const link = page.getByRole('link', { name: /link to this event$/ }).first();
  await expect.element(link).toHaveAttribute('href', '/logs?row=12');
});

test('what is typed and chosen is looked for', async () => {
  await page.viewport(1200, 800);
  const onSearch = vi.fn();
  mountPage(view({ onSearch }, { severity: 'error' }));
  await userEvent.fill(page.getByLabelText('Search'), 'archive');
  await expect
    .poll(() => onSearch.mock.lastCall?.[0])
    .toMatchObject({ q: 'archive', severity: 'error' });
  await userEvent.selectOptions(page.getByLabelText('Severity'), 'Info');
  expect(onSearch.mock.lastCall?.[0]).toMatchObject({ severity: 'info' });
  await userEvent.selectOptions(page.getByLabelText('Platform'), 'Harbor');
  expect(onSearch.mock.lastCall?.[0]).toMatchObject({ platform: 'harbor' });
  await userEvent.selectOptions(page.getByLabelText('Order'), 'Problems first');
  expect(onSearch.mock.lastCall?.[0]).toMatchObject({ sort: 'problems' });
  await userEvent.selectOptions(page.getByLabelText('Time'), 'Last 7 days');
  expect(onSearch.mock.lastCall?.[0]).toMatchObject({ time: '7d' });
});

test.each<[string, Partial<Props>, LogSearch, string]>([
  ['every event', { logs: logs(12, 'all') }, {}, 'All 12 events'],
  ['the newest', { logs: logs(12, 'more') }, {}, 'Newest 12 events'],
  ['every match', { logs: logs(1, 'all') }, { q: 'x' }, '1 match'],
  ['a search that goes on', { logs: logs(0, 'searching') }, { q: 'x' }, 'Searching all events…'],
  [
    'a search of this device alone',
    { logs: logs(2, 'failed') },
    { q: 'x' },
    '2 matches among the events known on this device',
  ],
])('counts %s as what it is', async (_, more, search, text) => {
  mountPage(view(more, search));
  await expect.element(count()).toHaveTextContent(text);
});

test('that nothing matches is said once the server has searched, and not before', async () => {
  const { draw } = mountPage(view({ logs: logs(0, 'searching') }, { q: 'x' }));
  await expect.element(count()).toBeVisible();
  await expect.element(page.getByText('No events match')).not.toBeInTheDocument();
  draw(view({ logs: logs(0, 'failed') }, { q: 'x' }));
  await expect.element(page.getByText(/could not be searched/)).toBeVisible();
  await expect.element(page.getByText('No events match')).not.toBeInTheDocument();
  draw(view({ logs: logs(0, 'all') }, { q: 'x' }));
  await expect.element(page.getByText('No events match')).toBeVisible();
});

test('a failed search can be tried again', async () => {
  const failed = logs(2, 'failed');
  mountPage(view({ logs: failed }, { q: 'x' }));
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  expect(failed.retry).toHaveBeenCalledOnce();
});

test('what matches is exported, and nothing when nothing does', async () => {
  const onExport = vi.fn(async (_format: string) => undefined);
  const { draw } = mountPage(view({ onExport }));
  await userEvent.click(page.getByRole('button', { name: 'Export CSV' }));
  await userEvent.click(page.getByRole('button', { name: 'Export JSON' }));
  expect(onExport.mock.calls.map(([format]) => format)).toEqual(['csv', 'json']);
  draw(view({ logs: logs(0, 'all') }, { q: 'x' }));
  await expect.element(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
});

test('older events are read as the end is scrolled into view', async () => {
  const more = logs(300, 'more');
  mountPage(view({ logs: more }));
  await expect.element(page.getByText('Event 300:', { exact: false })).toBeVisible();
  expect(more.readMore).not.toHaveBeenCalled();
  const list = page.getByRole('region', { name: 'System logs, rows' }).element();
  list.scrollTop = list.scrollHeight;
  await expect.poll(() => vi.mocked(more.readMore).mock.calls.length).toBeGreaterThan(0);
});

test('selected events are exported and copied, and those alone', async () => {
  const onExportSelected = vi.fn(async () => undefined);
  const onCopy = vi.fn();
  mountPage(view({ onExportSelected, onCopy }));
  const select = (id: number) => page.getByRole('checkbox', { name: `Select Event ${id}:` });
  await expect.element(select(12)).toBeVisible();
  select(12).element().focus();
  await userEvent.keyboard(' {Shift>}{ArrowDown}{/Shift}');
  await userEvent.click(select(8), { modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected events' });
  await expect.element(bar.getByText('5 selected')).toBeVisible();
  expect(await faults()).toEqual([]);
  await userEvent.click(bar.getByRole('button', { name: 'Export 5 as CSV' }));
  await userEvent.click(bar.getByRole('button', { name: 'Copy as text' }));
  const five = activities(12).slice(0, 5);
  expect(onExportSelected).toHaveBeenCalledExactlyOnceWith(five, 'csv', expect.any(Function));
  expect(onCopy).toHaveBeenCalledExactlyOnceWith(five);
  await userEvent.click(bar.getByRole('button', { name: 'Clear selection' }));
  await expect.element(bar).not.toBeInTheDocument();
});

test('while an event is selected the new ones are counted, and none moves', async () => {
  const { draw } = mountPage(view());
  await userEvent.click(page.getByRole('checkbox', { name: 'Select Event 11:' }));
  (document.activeElement as HTMLElement).blur();
  draw(view({ logs: logs(15, 'all') }));
  const showNew = page.getByRole('button', { name: '3 new events' });
  await expect.element(showNew).toBeVisible();
  await expect.element(page.getByRole('listitem').first()).toHaveTextContent('Event 12:');
  expect(await faults()).toEqual([]);
  await userEvent.click(showNew);
  await expect.element(page.getByRole('listitem').first()).toHaveTextContent('Event 15:');
  await expect.element(page.getByText('1 selected')).toBeVisible();
});

test('events that are read at the end leave the reader where they are', async () => {
  const rows = activities(900);
  const { draw } = mountPage(view({ logs: { ...logs(0, 'more'), rows: rows.slice(0, 300) } }));
  await expect.element(page.getByText('Event 900:', { exact: false })).toBeVisible();
  const list = page.getByRole('region', { name: 'System logs, rows' }).element();
  list.scrollTop = list.scrollHeight;
  await expect.element(page.getByText('Event 601:', { exact: false })).toBeVisible();
  const before = list.scrollTop;
  draw(view({ logs: { ...logs(0, 'more'), rows } }));
  await expect.poll(() => list.scrollHeight).toBeGreaterThan(30_000);
  expect(Math.abs(list.scrollTop - before)).toBeLessThan(100);
});

test('an address that leads to one event marks it, with a way to the newest', async () => {
  const onSearch = vi.fn();
  mountPage(view({ logs: logs(300, 'more'), onSearch }, { row: 150 }));
  const row = page.getByText('Event 150:', { exact: false });
  await expect.element(row).toBeVisible();
  expect(row.element().closest('[aria-current]')).not.toBeNull();
  await userEvent.click(page.getByRole('button', { name: 'Show the newest' }));
  expect(onSearch).toHaveBeenCalledWith({});
});
