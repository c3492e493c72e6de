import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { answerCalls } from '../../../tests/ui/calls.ts';
import {
  BY_PERSON,
  DRILL,
  ENDED,
  INCIDENT,
  INCIDENT_EVENTS,
  TAKEN,
} from '../../../tests/ui/incident-samples.ts';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { CONNECTIONS, NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { incidentTitle } from '../../domain/incident-text.ts';
import type { Entry } from '../../shared/model.ts';
import { IncidentScreen } from './incident-screen.tsx';

const connections = known('connections', CONNECTIONS);

const screen = (id: number, entries: readonly Entry[]) => (
  <Seeded entries={[...connections, ...entries]}>
    <IncidentScreen id={String(id)} />
  </Seeded>
);

const details = (incident: Incident, stand?: Stand, events = INCIDENT_EVENTS) =>
  known('incident', { ...incident, events: [...events] }, stand, { id: String(incident.id) });

/** With all about it; the one before it has the number 12. */
const ended = () =>
  screen(ENDED.id, [...known('incidents', [ENDED, { ...ENDED, id: 12 }]), ...details(ENDED)]);

test('the title is a sentence', () => {
  expect(incidentTitle(INCIDENT, 'Archive', NOW)).toBe('Archive is down');
  expect(incidentTitle(ENDED, 'Archive', NOW)).toBe('Archive was down for 11 min');
  expect(incidentTitle(TAKEN, 'Ledger', NOW)).toBe('Ledger is slow');
  expect(incidentTitle(DRILL, 'Forge', NOW)).toBe('DRILL: Forge is down');
  const own = { ...INCIDENT, scope: 'node', cause: 'standstill: measured nothing since 17:03 UTC' };
  expect(incidentTitle(own, 'Meridian', NOW)).toBe('This node is at a standstill');
});

test.each([1200, 360])(
  'at %i px an incident has its times, its cause and its events',
  async (width) => {
    await page.viewport(width, 800);
    mountPage(ended());
    await expect.element(page.getByText('11 min 30 s')).toBeVisible();
    await expect.element(page.getByText('no answer', { exact: true })).toBeVisible();
    expect(page.getByRole('listitem').elements()).toHaveLength(INCIDENT_EVENTS.length);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(await faults()).toEqual([]);
  },
);

test('a comment is added, and stays in its field when it is refused', async () => {
  const sent = answerCalls({ commentOnIncident: ['Too many comments.', {}] });
  mountPage(ended());
  const field = page.getByLabelText('Comment');
  const add = page.getByRole('button', { name: 'Add comment' });
  await userEvent.fill(field, ' Fan replaced ');
  await add.click();
  await expect.poll(() => sent).toHaveLength(1);
  await expect.element(field).toHaveValue(' Fan replaced ');
  await add.click();
  await expect.element(field).toHaveValue('');
  expect(sent.at(-1)).toEqual(['commentOnIncident', String(ENDED.id), { text: 'Fan replaced' }]);
});

test('an update says how far they are', async () => {
  const sent = answerCalls({ commentOnIncident: [{}] });
  mountPage(ended());
  await userEvent.selectOptions(page.getByLabelText('Kind'), 'Update: Identified');
  await userEvent.fill(page.getByLabelText('Comment'), 'The fan');
  await page.getByRole('button', { name: 'Add update' }).click();
  await expect.poll(() => sent).toHaveLength(1);
  const update = { kind: 'identified', text: 'The fan' };
  expect(sent).toEqual([['commentOnIncident', String(ENDED.id), update]]);
});

test('one that a person opened says so, and has its platforms changed', async () => {
  const sent = answerCalls({ changeIncident: [{}], seeIncident: [{}] });
  mountPage(screen(BY_PERSON.id, [...known('incidents', [BY_PERSON]), ...details(BY_PERSON)]));
  await expect.element(page.getByText('Opened by ada')).toBeVisible();
  await expect.element(page.getByText('Forge, Harbor', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Severity')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Affected platforms' }).click();
  await page.getByRole('dialog').getByText('Forge', { exact: true }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const id = String(BY_PERSON.id);
  const seen = ['seeIncident', id, { how: 'opened' }];
  const change = ['changeIncident', id, { platforms: ['harbor'] }];
  await expect.poll(() => sent).toEqual([seen, change]);
});

test('one that a person opened is resolved in one press', async () => {
  const sent = answerCalls({ commentOnIncident: [{}], seeIncident: [{}] });
  mountPage(screen(BY_PERSON.id, [...known('incidents', [BY_PERSON]), ...details(BY_PERSON)]));
  await expect.element(page.getByText('Open', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Resolve' }).click();
  const update = { kind: 'resolved', text: 'This incident is resolved.' };
  const resolved = ['commentOnIncident', String(BY_PERSON.id), update];
  await expect.poll(() => sent.at(-1)).toEqual(resolved);
});

test('one that is resolved says so, and is opened again as another', async () => {
  const sent = answerCalls({ openIncident: [{ id: 46 }] });
  const over = { ...BY_PERSON, endedAt: NOW, platforms: ['forge', 'erased'] };
  const { path } = mountPage(screen(over.id, [...known('incidents', [over]), ...details(over)]));
  await expect.element(page.getByText('Resolved', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Resolve' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Open again' }).click();
  await page.getByRole('button', { name: 'Open incident' }).click();
  const again = { title: 'Payments fail', platforms: ['forge'] };
  await expect.poll(() => sent).toEqual([['openIncident', again]]);
  await expect.poll(path).toBe('/incidents/46');
});

test('a server that has no time hears again that somebody opened it, and then no more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const sent = answerCalls({ seeIncident: [503, {}] });
  mountPage(screen(INCIDENT.id, [...known('incidents', [INCIDENT]), ...details(INCIDENT)]));
  const seen = ['seeIncident', String(INCIDENT.id), { how: 'opened' }];
  await expect.poll(() => sent).toEqual([seen]);
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.poll(() => sent).toEqual([seen, seen]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([seen, seen]);
});

test('the after-report has its newest words, and sends the parts that are changed', async () => {
  const sent = answerCalls({ commentOnIncident: [{}, {}] });
  const said = (kind: string, text: string) => ({ at: NOW, kind, text });
  const report = [
    said('report-what', 'ada: The fan stood still'),
    said('report-why', 'ada: Dust'),
    said('report-why', 'bo: Dust: nobody cleaned'),
  ];
  mountPage(screen(ENDED.id, [...known('incidents', [ENDED]), ...details(ENDED, 'fresh', report)]));
  const panel = page.getByRole('region', { name: 'After-report' });
  await expect.element(panel.getByText('Dust: nobody cleaned', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Change' }).click();
  await expect.element(panel.getByLabelText('What happened')).toHaveValue('The fan stood still');
  await userEvent.fill(panel.getByLabelText('What we change'), 'Clean each month');
  await panel.getByRole('button', { name: 'Save report' }).click();
  await expect.element(panel.getByRole('button', { name: 'Change' })).toBeVisible();
  const change = { kind: 'report-change', text: 'Clean each month' };
  expect(sent).toEqual([['commentOnIncident', String(ENDED.id), change]]);
  expect(await faults()).toEqual([]);
});

test('it leads to the logs of its time, and to the incident before it', async () => {
  const { search } = mountPage(ended());
  const older = page.getByRole('link', { name: 'Previous incident' });
  await expect.element(older).toHaveAttribute('href', '/incidents/12');
  await expect.element(page.getByRole('link', { name: 'Next incident' })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('link', { name: 'Logs of this time' }));
  await expect.poll(search).toEqual({
    platform: 'archive',
    time: 'custom',
    from: String(ENDED.startedAt - 60_000),
    to: String((ENDED.endedAt ?? 0) + 60_000),
  });
});

test.each<[string, readonly Incident[], readonly Entry[], string]>([
  ['a drill that is over', [], details(DRILL), 'This drill is over; nothing of it is kept'],
  ['an unknown number', [], details(DRILL, 'missing'), 'There is no such incident'],
  ['a failure', [], details(DRILL, 'failed'), 'The incident could not be read'],
  [
    'an incident of the list whose events were never read',
    [DRILL],
    [],
    'The timeline was not read on this device yet.',
  ],
])('says %s', async (_, list, entries, text) => {
  mountPage(screen(DRILL.id, [...known('incidents', list), ...entries]));
  await expect.element(page.getByText(text)).toBeVisible();
});

test('the report is printed', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  mountPage(ended());
  await userEvent.click(page.getByRole('button', { name: 'Print report' }));
  expect(print).toHaveBeenCalledOnce();
  print.mockRestore();
});
