import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../../../tests/ui/calls.ts';
import { INCIDENT, PLANNED, TAKEN } from '../../../tests/ui/incident-samples.ts';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { CONNECTIONS } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { UrgentBar } from './urgent-bar.tsx';

const showBar = (incidents: readonly (typeof INCIDENT)[], stand?: Stand) =>
  mountPage(
    <Seeded
      entries={[
        ...known('incidents', incidents, stand),
        ...known('connections', CONNECTIONS),
        ...known('maintenance', []),
      ]}
    >
      <p>Here</p>
      <UrgentBar />
    </Seeded>,
  );

test('on a phone the worst incident that nobody is on is taken on with one press', async () => {
  await page.viewport(390, 800);
  const sent = answerCalls();
  showBar([{ ...PLANNED, endedAt: null }, TAKEN, INCIDENT]);
  await page.getByRole('button', { name: 'I am on it: Archive is down' }).click();
  await expect.poll(() => sent).toEqual([['acknowledgeIncident', '41', { note: '' }]]);
});

test('it is red only for what is down', async () => {
  await page.viewport(390, 800);
  showBar([{ ...INCIDENT, status: 'warning' }]);
  const bar = page.getByRole('region', { name: 'Nobody is on it' });
  await expect.element(bar).toHaveAttribute('data-status', 'warning');
});

test('it claims nothing that is not known any more', async () => {
  await page.viewport(390, 800);
  showBar([INCIDENT], 'unknown');
  await expect.element(page.getByText('Last known: Archive is down')).toBeVisible();
});

test('nothing stands there when somebody is on all of it', async () => {
  await page.viewport(390, 800);
  showBar([{ ...PLANNED, endedAt: null }, TAKEN]);
  await expect.element(page.getByText('Here')).toBeVisible();
  expect(page.getByRole('region').elements()).toEqual([]);
});
