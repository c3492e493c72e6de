import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { workerClient } from '../../console/worker-client.ts';
import { ACKNOWLEDGEMENTS_KEY } from '../../shared/model.ts';
import { answerCalls } from '../../ui/testing/calls.ts';
import { INCIDENT, TAKEN } from '../../ui/testing/incident-samples.ts';
import { mount } from '../../ui/testing/mount.tsx';
import { knownHere, Seeded } from '../../ui/testing/seed.tsx';
import { AcknowledgeButton } from './acknowledge-button.tsx';

function mountButton(incident = INCIDENT, account = 'ada', isWaiting = false) {
  const sent = answerCalls();
  const waiting = { incident: String(incident.id), title: 'Archive is down', note: '' };
  mount(
    <Seeded account={account} entries={knownHere(ACKNOWLEDGEMENTS_KEY, isWaiting ? [waiting] : [])}>
      <AcknowledgeButton incident={incident} title="Archive is down" />
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

test('takes an incident on with one press', async () => {
  const sent = mountButton();
  await button('I am on it: Archive is down').click();
  await expect.poll(() => sent).toEqual([acknowledged(INCIDENT, '')]);
});

test('takes it on with a note', async () => {
  const sent = mountButton();
  await button(/with a note/).click();
  await page.getByLabelText('Note (optional)').fill('cable is on its way');
  await button(/^I am on it$/).click();
  await expect.poll(() => sent).toEqual([acknowledged(INCIDENT, 'cable is on its way')]);
});

test('gives back what is one’s own', async () => {
  const sent = mountButton(TAKEN);
  await button('Release: Archive is down').click();
  await expect.poll(() => sent).toEqual([['releaseIncident', String(TAKEN.id)]]);
});

test('asks before it takes over from somebody else', async () => {
  const sent = mountButton(TAKEN, 'ben');
  await button('Take over from ada: Archive is down').click();
  await expect.element(page.getByText(/^ada is on it/)).toBeVisible();
  expect(sent).toEqual([]);
  await button(/^Take over$/).click();
  await expect.poll(() => sent).toEqual([acknowledged(TAKEN, '')]);
});

test('what waits for the server can be taken back', async () => {
  const takeBack = vi.spyOn(workerClient, 'takeBack').mockResolvedValue();
  mountButton(INCIDENT, 'ada', true);
  await expect.element(page.getByText('Waiting to be sent')).toBeVisible();
  await button('Take back: Archive is down').click();
  expect(takeBack).toHaveBeenCalledExactlyOnceWith(String(INCIDENT.id));
});
