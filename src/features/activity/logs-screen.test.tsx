import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Activity } from '../../../contract/shapes/activity.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { savedFiles } from '../../../tests/ui/files.ts';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { activities, CONNECTIONS } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { nothing } from '../../../tests/ui/story.ts';
import { workerClient } from '../../console/worker-client.ts';
import type { LogSearch } from '../../domain/log-search.ts';
import { LogsScreen } from './logs-screen.tsx';

interface Shown {
  rows?: readonly Activity[];
  stand?: Stand;
  platforms?: readonly Connection[];
  onSearch?: (search: LogSearch) => void;
}

function screen(shown: Shown = {}, address: LogSearch = {}) {
  const { rows = activities(12), stand, onSearch = nothing, platforms = CONNECTIONS } = shown;
  return (
    <Seeded entries={[...known('activity', rows, stand), ...known('connections', platforms)]}>
      <LogsScreen address={address} onSearch={onSearch} />
    </Seeded>
  );
}

const count = () => page.getByRole('status');

test.each([1200, 360])(
  'at %i px each event has its exact time and zone beside its age',
  async (width) => {
    await page.viewport(width, 800);
    mountPage(screen());
    const row = page.getByRole('row').nth(4);
    await expect.element(row).toHaveTextContent(/\d\d:\d\d:00.*1 min ago/);
    await expect.element(page.getByText(/^Times in /)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(await faults()).toEqual([]);
  },
);

test('a phone has the filters behind one button, which counts them', async () => {
  await page.viewport(390, 844);
  mountPage(screen({}, { severity: 'error' }));
  await expect.element(page.getByLabelText('Severity')).not.toBeVisible();
  const row = page.getByRole('row').nth(1);
  await expect.element(row).toBeVisible();
  expect(row.element().getBoundingClientRect().top).toBeLessThan(260);
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await expect.element(page.getByLabelText('Severity')).toBeVisible();
});

test.each([768, 769, 1000])('at %i px the rows stay inside of their card', async (width) => {
  await page.viewport(width, 1024);
  mountPage(screen({ rows: activities(80) }));
  await expect.element(page.getByRole('row').nth(1)).toBeVisible();
  const card = page.getByRole('region', { name: 'System logs', exact: true }).element();
  const rows = page.getByRole('region', { name: 'System logs, rows' }).element();
  const { bottom } = card.getBoundingClientRect();
  expect(rows.getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom);
  expect(bottom).toBeLessThanOrEqual(1024);
});

test('an event has a link to itself', async () => {
  mountPage(screen());
  const link = page.getByRole('link', { name: /link to this event$/ }).first();
  await expect.element(link).toHaveAttribute('href', '/logs?row=12');
});

test('what is typed and chosen is looked for', async () => {
  await page.viewport(1200, 800);
  const onSearch = vi.fn();
  mountPage(screen({ onSearch }, { severity: 'error' }));
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

test('the events of a group or tag are chosen like those of a platform, and shown before the server has answered', async () => {
  await page.viewport(1200, 800);
  const onSearch = vi.fn();
  const [forge, ...others] = CONNECTIONS as [Connection, ...Connection[]];
  const platforms = [{ ...forge, group: 'West', tags: ['edge'] }, ...others];
  const rows = activities(4).map((row, place) => ({
    ...row,
    ...(place === 1 && { platform: forge.id }),
  }));
  mountPage(screen({ onSearch, rows, platforms, stand: 'stale' }, { platform: 'group:West' }));
  await expect.poll(() => page.getByRole('rowheader').elements().length).toBe(1);
  await userEvent.selectOptions(page.getByLabelText('Platform'), 'Tag edge');
  expect(onSearch.mock.lastCall?.[0]).toMatchObject({ platform: 'tag:edge' });
});

test.each<[string, Shown, LogSearch, string]>([
  ['every event', {}, {}, 'All 12 events'],
  ['the newest', { rows: activities(250) }, {}, 'Newest 250 events'],
  ['every match', {}, { q: 'event 12:' }, '1 match'],
  ['a search that goes on', { stand: 'loading' }, { q: 'x' }, 'Searching all events…'],
  [
    'a search of this device alone',
    { stand: 'stale' },
    { q: 'event 1' },
    '4 matches among the events known on this device',
  ],
])('counts %s as what it is', async (_, shown, address, text) => {
  mountPage(screen(shown, address));
  await expect.element(count()).toHaveTextContent(text);
});

test('that nothing matches is said once the server has searched, and not before', async () => {
  const address = { q: 'no such text' };
  const { draw } = mountPage(screen({ stand: 'stale' }, address));
  await expect.element(page.getByText(/could not be searched/)).toBeVisible();
  await expect.element(page.getByText('No events match')).not.toBeInTheDocument();
  draw(screen({}, address));
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByText('No events match')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
});

test('what matches is exported', async () => {
  const files = savedFiles();
  mountPage(screen({}, { q: 'event 1' }));
  await expect.element(count()).toHaveTextContent('4 matches');
  await userEvent.click(page.getByRole('button', { name: 'Export CSV' }));
  await expect.poll(() => files).toHaveLength(1);
  await userEvent.click(page.getByRole('button', { name: 'Export JSON' }));
  await expect.poll(() => files.map(({ format }) => format)).toEqual(['csv', 'json']);
  expect(files[0]?.rows).toHaveLength(4);
  expect(files[0]?.filter).toBe('text “event 1”; order: newest first');
});

test('older events are read as the end is scrolled into view', async () => {
  mountPage(screen({ rows: activities(300) }));
  await expect.element(page.getByText('Event 300:', { exact: false })).toBeVisible();
  await expect.element(count()).toHaveTextContent('Newest 300 events');
  const list = page.getByRole('region', { name: 'System logs, rows' }).element();
  list.scrollTop = list.scrollHeight;
  await expect.element(count()).toHaveTextContent('All 300 events');
});

test('selected events are exported and copied, and those alone', async () => {
  const files = savedFiles();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  mountPage(screen());
  const select = (id: number) => page.getByRole('checkbox', { name: `Select Event ${id}:` });
  await expect.element(select(12)).toBeVisible();
  select(12).element().focus();
  await userEvent.keyboard(' {Shift>}{ArrowDown}{/Shift}');
  await userEvent.click(select(8), { modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected events' });
  await expect.element(bar.getByText('5 selected')).toBeVisible();
  expect(await faults()).toEqual([]);
  await userEvent.click(bar.getByRole('button', { name: 'Export 5 as CSV' }));
  await expect.poll(() => files).toHaveLength(1);
  expect(files[0]?.rows).toEqual(activities(12).slice(0, 5));
  await userEvent.click(bar.getByRole('button', { name: 'Copy as text' }));
  const lines = copied.mock.calls[0]?.[0].split('\n') ?? [];
  expect(lines.map((line) => /Event \d+/.exec(line)?.[0])).toEqual(
    [12, 11, 10, 9, 8].map((id) => `Event ${id}`),
  );
  await userEvent.click(bar.getByRole('button', { name: 'Clear selection' }));
  await expect.element(bar).not.toBeInTheDocument();
});

test('while an event is selected the new ones are counted, and none moves', async () => {
  const { draw } = mountPage(screen());
  await userEvent.click(page.getByRole('checkbox', { name: 'Select Event 11:' }));
  (document.activeElement as HTMLElement).blur();
  draw(screen({ rows: activities(15) }));
  const showNew = page.getByRole('button', { name: '3 new events' });
  await expect.element(showNew).toBeVisible();
  await expect.element(page.getByRole('row').nth(1)).toHaveTextContent('Event 12:');
  expect(await faults()).toEqual([]);
  await userEvent.click(showNew);
  await expect.element(page.getByRole('row').nth(1)).toHaveTextContent('Event 15:');
  await expect.element(page.getByText('1 selected')).toBeVisible();
});

test('events that are read at the end leave the reader where they are', async () => {
  const rows = activities(900);
  const { draw } = mountPage(screen({ rows: rows.slice(0, 300) }));
  await expect.element(page.getByText('Event 900:', { exact: false })).toBeVisible();
  const list = page.getByRole('region', { name: 'System logs, rows' }).element();
  list.scrollTop = list.scrollHeight;
  await expect.element(page.getByText('Event 601:', { exact: false })).toBeVisible();
  const before = list.scrollTop;
  draw(screen({ rows }));
  await expect.poll(() => list.scrollHeight).toBeGreaterThan(30_000);
  expect(Math.abs(list.scrollTop - before)).toBeLessThan(100);
});

test('an address that leads to one event marks it, with a way to the newest', async () => {
  const onSearch = vi.fn();
  mountPage(screen({ rows: activities(300), onSearch }, { row: 150 }));
  const row = page.getByText('Event 150:', { exact: false });
  await expect.element(row).toBeVisible();
  expect(row.element().closest('[aria-current]')).not.toBeNull();
  await userEvent.click(page.getByRole('button', { name: 'Show the newest' }));
  expect(onSearch).toHaveBeenCalledWith({});
});

test('a range begins where it did when it was chosen: no minute takes rows, focus or selection', async () => {
  await page.viewport(1200, 800);
  mountPage(screen({}, { time: '24h' }));
  const select = page.getByRole('checkbox', { name: 'Select Event 12:' });
  await userEvent.click(select);
  await expect.element(count()).toHaveTextContent('12 matches');
  const [element, send] = [select.element(), vi.spyOn(workerClient, 'send')];
  onTestFinished(() => send.mockRestore());
  const deviceNow = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => deviceNow() + 10 * 60_000);
  onTestFinished(() => clock.mockRestore());
  await expect.element(page.getByRole('row').nth(1)).toHaveTextContent(/1\d min ago/);
  expect(send).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(element);
  await expect.element(page.getByText('1 selected')).toBeVisible();
});
