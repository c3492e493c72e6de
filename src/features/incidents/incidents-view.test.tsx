import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Incident } from '../../../contract/shapes/incident.ts';
import {
  DRILL,
  ENDED,
  endedIncidents,
  INCIDENT,
  INCIDENTS_OF_ALL_KINDS,
  PLANNED,
  TAKEN,
} from '../../ui/testing/incident-samples.ts';
import { faults } from '../../ui/testing/mount.tsx';
import { mountPage } from '../../ui/testing/mount-page.tsx';
import { CONNECTIONS, NOW, READINGS } from '../../ui/testing/samples.ts';
import { filterOf, type IncidentSearch, sortIncidents } from './incident-search.ts';
import { IncidentsView, type IncidentsViewProps } from './incidents-view.tsx';
import type { Incidents } from './use-incidents.ts';

const list = (rows: readonly Incident[], state: Incidents['state'] = 'all'): Incidents => ({
  rows: sortIncidents(rows, undefined, NOW),
  state,
  error: state === 'failed' ? new Error('The server cannot be reached.') : null,
  readOlder: vi.fn(),
  retry: vi.fn(),
});

function view(more: Partial<IncidentsViewProps> = {}, search: IncidentSearch = {}) {
  return (
    <IncidentsView
      search={search}
      onSearch={vi.fn()}
      filter={filterOf(search, NOW)}
      incidents={list(INCIDENTS_OF_ALL_KINDS)}
      read={READINGS.fresh}
      platforms={CONNECTIONS}
      onAcknowledge={vi.fn(async () => true)}
      acknowledging={false}
      onExport={vi.fn(async () => undefined)}
      onCopy={vi.fn()}
      now={NOW}
      {...more}
    />
  );
}

const rowIds = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((cell) => Number(cell.closest('tr')?.dataset.row));
const select = (name: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^Select ${name}`) });
const bar = () => page.getByRole('region', { name: 'Selected incidents' });

test.each([1200, 360])('at %i px problems come first, with who is on them', async (width) => {
  await page.viewport(width, 800);
  mountPage(view());
  await expect.poll(rowIds).toEqual([DRILL, INCIDENT, TAKEN, ENDED, PLANNED].map(({ id }) => id));
  const rows = page.getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent(/Forge.*DRILL.*12 min.*so far.*Nobody yet/);
  await expect.element(rows.nth(3)).toHaveTextContent(/Ledger.*ada.*The provider works on it/);
  await expect.element(rows.nth(5)).toHaveTextContent(/Harbor.*Maintenance.*no answer.*1 h/);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  expect(await faults()).toEqual([]);
});

test('an incident leads to its page', async () => {
  const place = mountPage(view());
  await userEvent.click(page.getByRole('link', { name: 'Ledger' }));
  await expect.poll(place.path).toBe('/incidents/42');
});

test('what is typed and chosen goes into the address', async () => {
  await page.viewport(1200, 800);
  const onSearch = vi.fn();
  mountPage(view({ onSearch }, { state: 'open' }));
  await userEvent.fill(page.getByLabelText('Search'), 'cable');
  await expect.poll(() => onSearch.mock.lastCall?.[0]).toMatchObject({ q: 'cable', state: 'open' });
  await userEvent.selectOptions(page.getByLabelText('Severity'), 'Slow');
  expect(onSearch.mock.lastCall?.[0]).toMatchObject({ severity: 'warning' });
  await userEvent.selectOptions(page.getByLabelText('Platform'), 'Harbor');
  expect(onSearch.mock.lastCall?.[0]).toMatchObject({ platform: 'harbor' });
  await userEvent.selectOptions(page.getByLabelText('Time'), 'Last 7 days');
  expect(onSearch.mock.lastCall?.[0]).toMatchObject({ time: '7d' });
  await userEvent.selectOptions(page.getByLabelText('Order'), 'Longest first');
  expect(onSearch.mock.lastCall?.[0]).toMatchObject({ sort: 'longest' });
});

test('of the selected those that nobody is on are acknowledged, with one note', async () => {
  await page.viewport(1200, 800);
  const onAcknowledge = vi.fn(async () => true);
  mountPage(view({ onAcknowledge }));
  await userEvent.click(select('Forge'));
  await userEvent.click(select('Ledger'), { modifiers: ['Shift'] });
  await expect.element(bar().getByText('3 selected')).toBeVisible();
  await userEvent.click(bar().getByRole('button', { name: 'I am on it (2)' }));
  await userEvent.fill(page.getByLabelText('Note (optional)'), ' A cable ');
  await userEvent.click(page.getByRole('button', { name: 'I am on it', exact: true }));
  expect(onAcknowledge).toHaveBeenCalledWith(
    [
      { incident: String(DRILL.id), title: 'DRILL: Forge is down' },
      { incident: String(INCIDENT.id), title: 'Archive is down' },
    ],
    'A cable',
  );
  await expect.element(bar()).not.toBeInTheDocument();
});

test('the selected are copied as text and exported', async () => {
  await page.viewport(1200, 800);
  const [onCopy, onExport] = [vi.fn(), vi.fn(async () => undefined)];
  mountPage(view({ onCopy, onExport }));
  await userEvent.click(select('Ledger'));
  await userEvent.click(bar().getByRole('button', { name: 'Copy as text' }));
  expect(onCopy.mock.lastCall?.[0]?.[0]).toMatch(
    /^Ledger is slow · .* to still open \(.*on it: ada: The provider/,
  );
  await userEvent.click(bar().getByRole('button', { name: 'Export 1 as CSV' }));
  expect(onExport).toHaveBeenLastCalledWith('csv', [TAKEN], expect.any(Function));
  await userEvent.click(page.getByRole('button', { name: 'Export JSON' }));
  expect(onExport).toHaveBeenLastCalledWith('json', undefined, expect.any(Function));
});

test('an incident that opens while rows are selected moves none of them', async () => {
  await page.viewport(1200, 800);
  const older = endedIncidents(5);
  const { draw } = mountPage(view({ incidents: list(older) }));
  await userEvent.click(select('Harbor'));
  draw(view({ incidents: list([INCIDENT, ...older]) }));
  await expect.element(page.getByRole('button', { name: '1 new incident' })).toBeVisible();
  expect(rowIds()).toEqual([5, 4, 3, 2, 1]);
  await userEvent.click(page.getByRole('button', { name: '1 new incident' }));
  await expect.poll(rowIds).toEqual([INCIDENT.id, 5, 4, 3, 2, 1]);
});

test.each<[string, Incidents, IncidentSearch, string]>([
  ['all', list(endedIncidents(3)), {}, 'All 3 incidents'],
  ['the newest', list(endedIncidents(3), 'more'), {}, 'Newest 3 incidents'],
  ['a match', list([ENDED]), { q: 'x' }, '1 incident matches'],
  ['a search that goes on', list([], 'searching'), { q: 'x' }, 'Reading incidents…'],
  ['this device alone', list([ENDED], 'failed'), {}, '1 incident known on this device'],
])('counts %s as what it is', async (_, incidents, search, text) => {
  mountPage(view({ incidents }, search));
  await expect.element(page.getByRole('status')).toHaveTextContent(text);
});

test('offline it says how old the incidents are, and the server can be asked again', async () => {
  const failed = list([ENDED], 'failed');
  mountPage(view({ incidents: failed, read: READINGS.stale }));
  await expect.element(page.getByText(/Last known/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  expect(failed.retry).toHaveBeenCalledOnce();
});
