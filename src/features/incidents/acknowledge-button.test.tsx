import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { workerClient } from '../../console/worker-client.ts';
import { ACKNOWLEDGEMENTS_KEY } from '../../shared/model.ts';
import { answerCalls } from '../../ui/testing/calls.ts';
import { INCIDENT, TAKEN } from '../../ui/testing/incident-samples.ts';
import { mount } from '../../ui/testing/mount.tsx';
import { CONNECTIONS } from '../../ui/testing/samples.ts';
import { known, knownHere, Seeded } from '../../ui/testing/seed.tsx';
import { AcknowledgeButton } from './acknowledge-button.tsx';

function mountButton(
  incident = INCIDENT,
  account = 'ada',
  isWaiting = false,
  platforms = CONNECTIONS,
) {
  const sent = answerCalls();
  const waiting = { incident: String(incident.id), title: 'Archive is down', note: '' };
  mount(
    <Seeded
      account={account}
      entries={[
        ...known('operators', ['ada', 'ben', 'bo']),
        ...known('connections', platforms),
        ...knownHere(ACKNOWLEDGEMENTS_KEY, isWaiting ? [waiting] : []),
      ]}
    >
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

test('gives the focus on to what stands in the place of the button', async () => {
  const sent = answerCalls();
  const Own = () => {
    const [incident, setIncident] = useState(INCIDENT);
    useEffect(() => {
      const timer = setInterval(() => sent.length > 0 && setIncident(TAKEN), 10);
      return () => clearInterval(timer);
    }, []);
    return <AcknowledgeButton incident={incident} title="Archive is down" />;
  };
  mount(
    <Seeded account="ada" entries={known('operators', ['ada', 'bo'])}>
      <Own />
    </Seeded>,
  );
  await button('I am on it: Archive is down').click();
  await expect.element(button('Hand over: Archive is down')).toHaveFocus();
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

test('hands it over with two presses, the second on a name', async () => {
  const sent = mountButton(TAKEN);
  await button('Hand over: Archive is down').click();
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
  mountButton(INCIDENT, 'ada', false, platforms);
  await expect.element(button('I am on it: Archive is down')).toBeVisible();
  expect(page.getByRole('link', { name: 'Runbook: Archive is down' }).elements()).toHaveLength(
    count,
  );
});

test('what waits for the server can be taken back', async () => {
  const takeBack = vi.spyOn(workerClient, 'takeBack').mockResolvedValue();
  mountButton(INCIDENT, 'ada', true);
  await expect.element(page.getByText('Waiting to be sent')).toBeVisible();
  await button('Take back: Archive is down').click();
  expect(takeBack).toHaveBeenCalledExactlyOnceWith(String(INCIDENT.id));
});
