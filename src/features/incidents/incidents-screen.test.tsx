import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { answerCalls } from '../../../tests/ui/calls.ts';
import { savedFiles } from '../../../tests/ui/files.ts';
import {
  BY_PERSON,
  DRILL,
  ENDED,
  endedIncidents,
  INCIDENT,
  INCIDENTS_OF_ALL_KINDS,
  PLANNED,
} from '../../../tests/ui/incident-samples.ts';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { CONNECTIONS } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { nothing } from '../../../tests/ui/story.ts';
import type { IncidentSearch } from './incident-search.ts';
import { IncidentsScreen } from './incidents-screen.tsx';

interface Shown {
  rows?: readonly Incident[];
  stand?: Stand;
  onSearch?: (search: IncidentSearch) => void;
}

function screen(shown: Shown = {}, search: IncidentSearch = {}) {
  const { rows = INCIDENTS_OF_ALL_KINDS, stand, onSearch = nothing } = shown;
  return (
    <Seeded entries={[...known('incidents', rows, stand), ...known('connections', CONNECTIONS)]}>
      <IncidentsScreen search={search} onSearch={onSearch} />
    </Seeded>
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

const open = () => page.getByRole('region', { name: 'Open', exact: true });
const openRow = (name: string) => open().getByRole('listitem', { name });

test.each([1200, 360])('at %i px the open ones come first, each with its button', async (width) => {
  await page.viewport(width, 800);
  mountPage(screen());
  await expect.poll(rowIds).toEqual([ENDED, PLANNED].map(({ id }) => id));
  const rows = open().getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent(/Archive.*12 min.*Nobody is on it/);
  await expect.element(rows.nth(1)).toHaveTextContent(/ForgeDRILL.*Nobody is on it/);
  await expect.element(rows.nth(2)).toHaveTextContent(/Ledger.*The provider.*ada is on it/);
  await expect
    .element(page.getByRole('button', { name: 'I am on it: Archive is down' }))
    .toBeVisible();
  const planned = page.getByRole('row').nth(2);
  await expect.element(planned).toHaveTextContent(/Harbor.*Maintenance.*no answer.*1 h/);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  expect(await faults()).toEqual([]);
});

test('what was last known to be down has no colour of what is', async () => {
  mountPage(screen({ rows: [INCIDENT], stand: 'unknown' }));
  await expect.element(openRow('Archive was down')).toHaveAttribute('data-status', 'unknown');
});

test('a person opens an incident, and is led to it', async () => {
  const sent = answerCalls({ openIncident: ['There is no such platform.', { id: 45 }] });
  const place = mountPage(screen({ rows: [BY_PERSON] }));
  await expect
    .element(openRow('Payments fail: Forge, Harbor'))
    .toHaveTextContent(/Payments fail: Forge, Harbor.*opened by ada/);
  await page.getByRole('button', { name: 'Open an incident' }).click();
  await page.getByRole('button', { name: 'Open incident' }).click();
  await expect.element(page.getByText('Enter what is wrong')).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'What is wrong' }), 'Mail is slow ');
  await page.getByRole('dialog').getByText('Ledger', { exact: true }).click();
  await userEvent.fill(page.getByLabelText('First update (optional)'), 'Queue is long');
  expect(await faults()).toEqual([]);
  await page.getByRole('button', { name: 'Open incident' }).click();
  await expect.element(page.getByText('There is no such platform.')).toBeVisible();
  await page.getByRole('button', { name: 'Open incident' }).click();
  await expect.poll(place.path).toBe('/incidents/45');
  const payload = { title: 'Mail is slow', platforms: ['ledger'], text: 'Queue is long' };
  expect(sent.at(-1)).toEqual(['openIncident', payload]);
});

test('an incident leads to its page', async () => {
  const place = mountPage(screen());
  await userEvent.click(page.getByRole('link', { name: 'Ledger' }));
  await expect.poll(place.path).toBe('/incidents/42');
});

test('what is typed and chosen goes into the address', async () => {
  await page.viewport(1200, 800);
  const onSearch = vi.fn();
  mountPage(screen({ onSearch }, { state: 'open' }));
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

test('a filter by what there is not says itself', async () => {
  await page.viewport(1200, 800);
  mountPage(screen({}, { platform: 'group:Gone' }));
  await expect.element(page.getByLabelText('Platform')).toHaveDisplayValue('group:Gone');
});

test('of the open ones those that nobody is on are taken on at once, with one note', async () => {
  await page.viewport(1200, 800);
  const sent = answerCalls();
  mountPage(screen());
  await userEvent.click(open().getByRole('button', { name: 'I am on all 2' }));
  await userEvent.fill(page.getByLabelText('Note (optional)'), ' A cable ');
  await userEvent.click(page.getByRole('button', { name: 'I am on it', exact: true }));
  const acknowledged = ({ id }: Incident) => [
    'acknowledgeIncident',
    String(id),
    { note: 'A cable' },
  ];
  await expect.poll(() => sent).toEqual([INCIDENT, DRILL].map(acknowledged));
});

test('the open ones are copied as text', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  mountPage(screen());
  await userEvent.click(open().getByRole('button', { name: 'Copy as text' }));
  expect(copied.mock.lastCall?.[0]).toMatch(/Ledger is slow · .* still open \(.*ada: The provider/);
});

test('the selected are copied as text and exported', async () => {
  await page.viewport(1200, 800);
  const files = savedFiles();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  mountPage(screen());
  await userEvent.click(select('Archive'));
  await userEvent.click(bar().getByRole('button', { name: 'Copy as text' }));
  expect(copied.mock.lastCall?.[0]).toMatch(/^Archive was down for 11 min · .*no answer/);
  await userEvent.click(bar().getByRole('button', { name: 'Export 1 as CSV' }));
  await expect.poll(() => files).toHaveLength(1);
  await userEvent.click(page.getByRole('button', { name: 'Export JSON' }));
  await expect.poll(() => files).toHaveLength(2);
  expect(files.map(({ format, filter, rows }) => [format, filter, rows.length])).toEqual([
    ['csv', 'selected by hand', 1],
    ['json', 'none', INCIDENTS_OF_ALL_KINDS.length],
  ]);
  expect(files[0]?.rows).toEqual([ENDED]);
});

test('an incident that ends while rows are selected moves none of them', async () => {
  await page.viewport(1200, 800);
  const older = endedIncidents(5);
  const { draw } = mountPage(screen({ rows: older }));
  await userEvent.click(select('Harbor'));
  draw(screen({ rows: [ENDED, ...older] }));
  await expect.element(page.getByRole('button', { name: '1 new incident' })).toBeVisible();
  expect(rowIds()).toEqual([5, 4, 3, 2, 1]);
  await userEvent.click(page.getByRole('button', { name: '1 new incident' }));
  await expect.poll(rowIds).toEqual([ENDED.id, 5, 4, 3, 2, 1]);
});

test.each<[string, Shown, IncidentSearch, string]>([
  ['all', { rows: endedIncidents(3) }, {}, 'All 3 incidents'],
  ['the newest', { rows: endedIncidents(130) }, {}, 'Newest 130 incidents'],
  ['a match', { rows: [ENDED] }, { state: 'ended' }, '1 incident matches'],
  ['this device', { rows: [ENDED], stand: 'stale' }, {}, '1 incident known on this device'],
])('counts %s as what it is', async (_, shown, search, text) => {
  mountPage(screen(shown, search));
  await expect.element(page.getByRole('status').first()).toHaveTextContent(text);
});

test('offline it says how old the incidents are, and the server can be asked again', async () => {
  const { draw } = mountPage(screen({ rows: [ENDED], stand: 'stale' }));
  await expect.element(page.getByText(/Last known/)).toBeVisible();
  draw(screen({ rows: [ENDED] }));
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByRole('status').first()).toHaveTextContent('1 incident');
  await expect.element(page.getByText(/known on this device/)).not.toBeInTheDocument();
});

test('of the 2,000 longest those in sight are rendered, and alone tick', async () => {
  await page.viewport(1200, 800);
  mountPage(screen({ rows: endedIncidents(2000) }, { sort: 'longest' }));
  await expect.element(page.getByText(/2,000 incidents/).first()).toBeVisible();
  expect(page.getByRole('row').elements().length).toBeLessThan(60);
});
