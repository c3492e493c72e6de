import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Rota } from '../../../contract/shapes/alert.ts';
import type { HandoverNote } from '../../../contract/shapes/handover.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { type Answers, answerCalls } from '../../../tests/ui/calls.ts';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { CONNECTIONS, meshHistory, NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { keptName } from '../../device/markers.ts';
import { deviceStorage } from '../../device/storage.ts';
import { NO_ROTA, ROTA } from './handover.stories.tsx';
import { HandoverScreen } from './handover-screen.tsx';

const OPEN: Incident = {
  id: 11,
  platform: 'archive',
  status: 'error',
  startedAt: NOW - 90 * 60_000,
  endedAt: null,
  cause: 'no answer',
  planned: false,
  drillUntil: null,
  acknowledgement: null,
};
interface Shown {
  rota?: Rota;
  incidents?: readonly Incident[];
  connections?: readonly Connection[];
  notes?: readonly HandoverNote[];
  stand?: Stand;
}

function showHandover(shown: Shown = {}) {
  const { incidents = [], connections, notes = [], stand, rota = NO_ROTA } = shown;
  const entries = [
    ...known('incidents', incidents, stand),
    ...known('connections', connections ?? CONNECTIONS.slice(0, 2)),
    ...known('maintenance', []),
    ...known('bundles', []),
    ...known('meshHistory', { ...meshHistory([]), platforms: [] }, 'fresh', { range: '24h' }),
    ...known('handoverNotes', notes),
    ...known('rota', rota),
    ...known('operators', ['ada', 'bo', 'cy']),
  ];
  mountPage(
    <Seeded entries={entries}>
      <HandoverScreen search={{}} onSearch={() => undefined} />
    </Seeded>,
  );
}

const region = (name: string) => page.getByRole('region', { name, exact: true });

test('says of each part that there is nothing', async () => {
  showHandover();
  await expect.element(region('Open problems').getByText('Nothing open')).toBeVisible();
  await expect.element(page.getByText('Nothing planned')).toBeVisible();
  await expect.element(page.getByText('0 incidents')).toBeVisible();
  await expect.element(page.getByText('No notes yet')).toBeVisible();
});

test('claims nothing of a mesh without platforms', async () => {
  showHandover({ connections: [] });
  await expect.element(region('Open problems').getByText('No platforms yet')).toBeVisible();
});

test('whoever comes on shift takes over all that is open with one press', async () => {
  const sent = answerCalls();
  const acknowledgement = { by: 'grace', at: NOW, note: '' };
  showHandover({
    connections: CONNECTIONS,
    incidents: [
      { ...OPEN, id: 12, platform: 'forge', planned: true },
      { ...OPEN, id: 10, platform: 'ledger', acknowledgement },
      OPEN,
    ],
  });
  await page.getByRole('button', { name: 'Take over all 2' }).click();
  await expect
    .poll(() => sent)
    .toEqual([
      ['acknowledgeIncident', '11', { note: '' }],
      ['acknowledgeIncident', '10', { note: '' }],
    ]);
});

test('lists the problems in their order, and leaves drills out of them', async () => {
  showHandover({
    connections: CONNECTIONS,
    incidents: [
      { ...OPEN, id: 13, platform: 'signal', drillUntil: NOW + 300_000 },
      {
        ...OPEN,
        id: 10,
        platform: 'ledger',
        startedAt: NOW - 100 * 60_000,
        acknowledgement: { by: 'grace', at: NOW, note: 'Ticket 4711' },
      },
      OPEN,
    ],
  });
  const rows = region('Open problems').getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent(/Archiveno answer1 h 30Nobody is on it/);
  await expect.element(rows.nth(1)).toHaveTextContent(/Ledger.*Ticket 4711.*grace is on it/);
  expect(rows.elements()).toHaveLength(2);
  await expect.element(region('Maintenance and drills')).toHaveTextContent(/DRILLSignal/);
});

test('of many platforms the first rows stand there, those with the most trouble first', async () => {
  const incidents = Array.from({ length: 60 }, (_, i) => ({
    ...OPEN,
    id: i + 100,
    platform: `p${i}`,
    endedAt: NOW - 60_000,
  }));
  const twice = { ...OPEN, id: 99, platform: 'p59', endedAt: NOW - 60_000 };
  showHandover({ incidents: [...incidents, twice] });
  const rows = region('What happened').getByRole('row');
  await expect.element(page.getByText('50 of 60 platforms')).toBeVisible();
  expect(rows.elements()).toHaveLength(1 + 50);
  await expect.element(rows.nth(1)).toHaveTextContent('p592');
  await page.getByRole('button', { name: 'Show 10 more' }).click();
  await expect.poll(() => rows.elements().length).toBe(1 + 60);
});

test('what is last known says of when it is', async () => {
  showHandover({ incidents: [OPEN], stand: 'unknown' });
  await expect.element(page.getByText(/^Last known data as of Nov 20, 2026/)).toBeVisible();
  await expect.element(page.getByText('Nobody is on it')).toBeVisible();
});

const NOTE: HandoverNote = { id: 5, by: 'ada', at: NOW, text: 'Ticket 4711' };

function showNotes(answers?: Answers) {
  const sent = answerCalls(answers);
  showHandover({ notes: [NOTE] });
  onTestFinished(() => deviceStorage.remove(keptName('handover-draft')));
  return sent;
}

test('a note that could not be added stays in its field, and on this device', async () => {
  const sent = showNotes({ addHandoverNote: ['The server cannot be reached.', {}] });
  const add = page.getByRole('button', { name: 'Add note' });
  const field = page.getByLabelText('New note');
  await expect.element(add).toBeDisabled();
  await userEvent.fill(field, 'Call back at 15:00');
  await add.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not added: The server');
  await expect.element(field).toHaveValue('Call back at 15:00');
  expect(deviceStorage.get(keptName('handover-draft'))).toBe('Call back at 15:00');
  await add.click();
  await expect.element(field).toHaveValue('');
  expect(deviceStorage.get(keptName('handover-draft'))).toBeUndefined();
  const call = ['addHandoverNote', { text: 'Call back at 15:00' }];
  expect(sent).toEqual([call, call]);
});

test('a note is removed once confirmed', async () => {
  const sent = showNotes();
  await page.getByRole('button', { name: /^Remove the note of ada/ }).click();
  expect(sent).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => sent).toEqual([['removeHandoverNote', '5']]);
});

test('says who is on duty now and next, and who cannot be reached', async () => {
  showHandover({ rota: ROTA });
  const rows = region('On duty').getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent(/^Now: ada until Nov/);
  await expect.element(rows.nth(1)).toHaveTextContent(/^Next: bo from .*bo has no device/);
});

test('where nobody on the rota can be reached, one line says so', async () => {
  const people = ROTA.people.map((person) => ({ ...person, devices: 0 }));
  showHandover({ rota: { ...ROTA, people } });
  const rows = region('On duty').getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent('Nobody on the rota can be reached');
  await expect.element(rows.nth(1)).toHaveTextContent(/^Now: ada until/);
  expect(page.getByText('next person').elements()).toEqual([]);
});

test('a rota is set up in its order, and somebody stands in', async () => {
  const sent = answerCalls();
  showHandover();
  await page.getByRole('button', { name: 'Set up a rota' }).click();
  for (const name of ['ada', 'cy'])
    await userEvent.selectOptions(page.getByLabelText('Add a person'), name);
  await page.getByRole('button', { name: 'Move up: cy' }).click();
  await userEvent.selectOptions(page.getByLabelText('Handover every'), 'Friday');
  await userEvent.selectOptions(page.getByLabelText('Time zone'), 'Europe/Berlin');
  expect(await faults(['region'])).toEqual([]);
  await page.getByRole('button', { name: 'Save rota' }).click();
  const payload = { people: ['cy', 'ada'], weekday: 5, time: '09:00', timeZone: 'Europe/Berlin' };
  await expect.poll(() => sent).toEqual([['changeRota', payload]]);
});

test('a swap lasts as long as is chosen', async () => {
  const sent = answerCalls();
  showHandover({ rota: ROTA });
  await page.getByRole('button', { name: 'Swap' }).click();
  await userEvent.selectOptions(page.getByLabelText('Who takes over'), 'bo');
  await userEvent.selectOptions(page.getByLabelText('For', { exact: true }), 'Until the handover');
  await page.getByRole('dialog').getByRole('button', { name: 'Swap' }).click();
  await expect
    .poll(() => sent)
    .toEqual([['changeRota', { swap: { name: 'bo', at: ROTA.onDuty?.at } }]]);
});
