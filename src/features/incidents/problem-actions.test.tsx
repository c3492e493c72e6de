import { useEffect, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../../../tests/ui/calls.ts';
import { BY_PERSON, INCIDENT, TAKEN } from '../../../tests/ui/incident-samples.ts';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { CONNECTIONS, NOW } from '../../../tests/ui/samples.ts';
import { known, knownHere, Seeded } from '../../../tests/ui/seed.tsx';
import { workerClient } from '../../console/worker-client.ts';
import { ACKNOWLEDGEMENTS_KEY } from '../../shared/model.ts';
import { ProblemActions } from './problem-actions.tsx';

function mountActions(
  incident = INCIDENT,
  account = 'ada',
  isWaiting = false,
  platforms = CONNECTIONS,
) {
  const sent = answerCalls();
  const waiting = { incident: String(incident.id), title: 'Archive is down', note: '' };
  mountPage(
    <Seeded
      account={account}
      entries={[
        ...known('operators', ['ada', 'ben', 'bo']),
        ...known('connections', platforms),
        ...knownHere(ACKNOWLEDGEMENTS_KEY, isWaiting ? [waiting] : []),
      ]}
    >
      <ProblemActions incident={incident} title="Archive is down" />
    </Seeded>,
  );
  return sent;
}

const acknowledged = ({ id }: typeof INCIDENT, note: string) => [
  'acknowledgeIncident',
  String(id),
  { note },
];
const button = (name: string | RegExp) => page.getByRole('button', { name });

async function choose(item: string): Promise<void> {
  await button('More: Archive is down').click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('takes an incident on with one press', async () => {
  const sent = mountActions();
  await button('I am on it: Archive is down').click();
  await expect.poll(() => sent).toEqual([acknowledged(INCIDENT, '')]);
});

test('keeps the focus on the button that becomes another', async () => {
  const sent = answerCalls();
  const Own = () => {
    const [incident, setIncident] = useState(INCIDENT);
    useEffect(() => {
      const timer = setInterval(() => sent.length > 0 && setIncident(TAKEN), 10);
      return () => clearInterval(timer);
    }, []);
    return <ProblemActions incident={incident} title="Archive is down" />;
  };
  mountPage(
    <Seeded account="ada" entries={known('operators', ['ada', 'bo'])}>
      <Own />
    </Seeded>,
  );
  await button('I am on it: Archive is down').click();
  await expect.element(button('Add note: Archive is down')).toHaveFocus();
});

test.each([
  ['beside the name of whoever is on it', TAKEN, acknowledged(TAKEN, 'cable is on its way')],
  ['in the timeline', INCIDENT, ['commentOnIncident', '41', { text: 'cable is on its way' }]],
] as const)('a note stands %s', async (_, incident, call) => {
  const sent = mountActions(incident);
  await choose('Note');
  await page.getByRole('textbox', { name: 'Note' }).fill('cable is on its way');
  await button('Save note').click();
  await expect.poll(() => sent).toEqual([call]);
});

test('a note that somebody adds to their own is the next thing to do', async () => {
  mountActions(TAKEN);
  await button('Add note: Archive is down').click();
  await expect
    .element(page.getByRole('textbox', { name: 'Note' }))
    .toHaveValue('The provider works on it.');
});

test('resolves what a person opened', async () => {
  const sent = mountActions(BY_PERSON);
  await choose('Resolve');
  const update = { kind: 'resolved', text: 'This incident is resolved.' };
  await expect.poll(() => sent).toEqual([['commentOnIncident', String(BY_PERSON.id), update]]);
});

test('offers nobody to resolve what probes found', async () => {
  mountActions();
  await button('More: Archive is down').click();
  await expect.element(page.getByRole('menuitem', { name: 'Note' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Resolve' }).elements()).toEqual([]);
});

test('gives back what is one’s own', async () => {
  const sent = mountActions(TAKEN);
  await choose('Release');
  await expect.poll(() => sent).toEqual([['releaseIncident', String(TAKEN.id)]]);
});

const OFFER = { at: NOW, until: NOW + 60_000 };

test.each([
  ['whoever is asked accepts', { ...OFFER, by: 'bo', to: 'ada' }, 'Accept'],
  ['whoever asked takes it back', { ...OFFER, by: 'ada', to: 'bo' }, 'Take back'],
  ['anybody else takes it on', { ...OFFER, by: 'bo', to: 'ben' }, 'I am on it'],
])('of an offer %s by acknowledging', async (_, offer, name) => {
  const sent = mountActions({ ...INCIDENT, offer });
  await button(`${name}: Archive is down`).click();
  await expect.poll(() => sent).toEqual([acknowledged(INCIDENT, '')]);
});

test('asks before it takes over from somebody else', async () => {
  const sent = mountActions(TAKEN, 'ben');
  await button('Take over from ada: Archive is down').click();
  await expect.element(page.getByText(/^ada is on it/)).toBeVisible();
  expect(sent).toEqual([]);
  await button(/^Take over$/).click();
  await expect.poll(() => sent).toEqual([acknowledged(TAKEN, '')]);
});

test('hands it over with two presses, the second on a name', async () => {
  const sent = mountActions(TAKEN);
  await choose('Hand over');
  const dialog = page.getByRole('dialog', { name: 'Hand over: Archive is down' });
  expect(dialog.getByRole('button', { name: 'ada', exact: true }).elements()).toEqual([]);
  await dialog.getByRole('button', { name: 'bo', exact: true }).click();
  await expect.poll(() => sent).toEqual([['handOverIncident', String(TAKEN.id), { to: 'bo' }]]);
});

test.each([
  ['https://wiki.example/archive', 1],
  ['javascript:alert(1)', 0],
])('leads to the runbook %s of its platform if that is a web address', async (runbook, count) => {
  const platforms = CONNECTIONS.map((one) => ({ ...one, runbook }));
  mountActions(INCIDENT, 'ada', false, platforms);
  await button('More: Archive is down').click();
  await expect.element(page.getByRole('menuitem', { name: 'Open' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Runbook' }).elements()).toHaveLength(count);
});

test('what waits for the server can be taken back', async () => {
  const takeBack = vi.spyOn(workerClient, 'takeBack').mockResolvedValue();
  mountActions(INCIDENT, 'ada', true);
  await button('Take back: Archive is down').click();
  expect(takeBack).toHaveBeenCalledExactlyOnceWith(String(INCIDENT.id));
});

test.each([
  [502, 'foreign', 1],
  [404, 'foreign', 1],
  [503, 'refused', 1],
  [0, 'foreign', 1],
  [404, 'refused', 0],
  [401, 'foreign', 0],
] as const)('a press that is answered %d, which is %s, is kept: %d', async (status, why, kept) => {
  mountActions();
  const send = vi.spyOn(workerClient, 'send');
  send.mockResolvedValue({ ok: false, status, text: '', why });
  const later = vi.spyOn(workerClient, 'acknowledgeLater').mockResolvedValue();
  onTestFinished(() => later.mockRestore());
  await button('I am on it: Archive is down').click();
  await expect.poll(() => send.mock.calls.length).toBe(1);
  await expect.element(button('I am on it: Archive is down')).toHaveAttribute('aria-busy', 'false');
  expect(later).toHaveBeenCalledTimes(kept);
});
