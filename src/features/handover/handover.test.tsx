import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { HandoverNote } from '../../../contract/shapes/handover.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { mountPage } from '../../ui/testing/mount-page.tsx';
import { CONNECTIONS, meshHistory, NOW, READINGS } from '../../ui/testing/samples.ts';
import { HandoverView } from './handover-screen.tsx';
import { Notes } from './notes.tsx';
import type { NoteActions } from './use-notes.ts';

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
const EMPTY = { ...READINGS.fresh, data: [] };
const ACTIONS: NoteActions = {
  draft: '',
  adding: false,
  problem: undefined,
  removing: undefined,
  onDraft: () => undefined,
  onAdd: () => undefined,
  onRemove: () => undefined,
};

function showHandover(more: Partial<Parameters<typeof HandoverView>[0]> = {}) {
  mountPage(
    <HandoverView
      incidents={EMPTY}
      connections={{ ...READINGS.fresh, data: CONNECTIONS.slice(0, 2) }}
      windows={EMPTY}
      bundles={EMPTY}
      uploads={[]}
      history={{ ...READINGS.fresh, data: { ...meshHistory([]), platforms: [] } }}
      notes={EMPTY}
      noteActions={ACTIONS}
      shift="8h"
      onShift={() => undefined}
      now={NOW}
      {...more}
    />,
  );
}

const region = (name: string) => page.getByRole('region', { name, exact: true });

test('says of each part that there is nothing', async () => {
  showHandover();
  await expect.element(region('Open problems').getByText('Nothing open')).toBeVisible();
  await expect.element(page.getByText('All 2 are connected')).toBeVisible();
  await expect.element(page.getByText('Nothing planned')).toBeVisible();
  await expect.element(page.getByText('0 incidents')).toBeVisible();
  await expect.element(page.getByText('No notes yet')).toBeVisible();
});

test('lists first what nobody is on, and leaves drills out of the problems', async () => {
  showHandover({
    connections: { ...READINGS.fresh, data: CONNECTIONS },
    incidents: {
      ...READINGS.fresh,
      data: [
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
    },
  });
  const rows = region('Open problems').getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent(/^ArchiveDown.*1 h 30 min.*Nobody is on it/);
  await expect.element(rows.nth(1)).toHaveTextContent(/^Ledger.*grace is on it.*Ticket 4711/);
  expect(rows.elements()).toHaveLength(2);
  await expect.element(region('Maintenance and drills')).toHaveTextContent(/DRILLSignal/);
});

test('what is last known says of when it is', async () => {
  showHandover({ incidents: { ...READINGS.unknown, data: [OPEN] } });
  await expect.element(page.getByText(/^Last known data as of Nov 20, 2026/)).toBeVisible();
  await expect.element(page.getByText('Nobody is on it')).toBeVisible();
});

function NotesWithDraft({ problem, done }: { problem?: string; done: unknown[] }) {
  const [draft, setDraft] = useState('');
  const note: HandoverNote = { id: 5, by: 'ada', at: NOW, text: 'Ticket 4711' };
  return (
    <Notes
      notes={{ ...READINGS.fresh, data: [note] }}
      actions={{
        ...ACTIONS,
        draft,
        problem,
        onDraft: setDraft,
        onAdd: () => done.push(draft),
        onRemove: ({ id }) => done.push(id),
      }}
    />
  );
}

test('a note that could not be added stays in its field', async () => {
  const done: unknown[] = [];
  mountPage(<NotesWithDraft problem="The server cannot be reached." done={done} />);
  const add = page.getByRole('button', { name: 'Add note' });
  await expect.element(add).toBeDisabled();
  await userEvent.fill(page.getByLabelText('New note'), 'Call back at 15:00');
  await add.click();
  expect(done).toEqual(['Call back at 15:00']);
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not added: The server');
  await expect.element(page.getByLabelText('New note')).toHaveValue('Call back at 15:00');
});

test('a note is removed once confirmed', async () => {
  const done: unknown[] = [];
  mountPage(<NotesWithDraft done={done} />);
  await page.getByRole('button', { name: /^Remove the note of ada/ }).click();
  expect(done).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  expect(done).toEqual([5]);
});
