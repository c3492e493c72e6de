import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { DRILL, ENDED, INCIDENT, TAKEN } from '../../../tests/ui/incident-samples.ts';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { CONNECTIONS, NOW, READINGS } from '../../../tests/ui/samples.ts';
import { judgePlatforms } from '../../domain/verdict.ts';
import { ConsolePalette } from './palette.tsx';

const known = vi.hoisted(() => ({
  connections: [] as unknown,
  incidents: [] as unknown,
  activity: [] as unknown,
  now: 0,
}));
vi.mock('../../console/reads.ts', () => {
  const useReadData = (name: string) => known[name as 'connections' | 'incidents' | 'activity'];
  return { useReadData, useRead: () => READINGS.loading };
});
vi.mock('../../console/platforms.ts', () => ({
  usePlatforms: () => ({
    ...READINGS.fresh,
    data: judgePlatforms(known.connections as typeof CONNECTIONS, known.incidents as Incident[]),
  }),
}));
vi.mock('../../console/connection.ts', () => ({ useServerNow: () => known.now }));
vi.mock('../../device/markers.ts', () => ({ accountName: () => 'ada' }));
vi.mock('../../console/permissions.ts', () => ({
  useHasExtras: () => true,
  useDisabledReasons: () => () => undefined,
  disabledReason: () => undefined,
}));
vi.mock('../../console/use-sync.ts', () => ({
  useSync: () => ({ syncing: false, sync: vi.fn() }),
}));
vi.mock('../../console/use-watchdog-commands.ts', () => ({
  usePing: () => ({ pending: false, run: vi.fn() }),
  useReconnect: () => ({ pending: false, run: vi.fn() }),
}));

async function open(...incidents: Incident[]) {
  Object.assign(known, { connections: CONNECTIONS, incidents, now: NOW });
  const nothing = vi.fn();
  const place = mountPage(
    <ConsolePalette typed="" onClose={nothing} onKeys={nothing} onSignOut={nothing} />,
  );
  await expect.element(field()).toBeVisible();
  return place;
}
const field = () => page.getByLabelText('Search the console');
const entries = () => page.getByRole('dialog').getByRole('button');
const entry = (text: string) => entries().filter({ hasText: text });

test('open incidents come first, those that nobody is on before the others, and can be taken on', async () => {
  await open(TAKEN, ENDED, INCIDENT);
  const texts = entries()
    .elements()
    .slice(0, 3)
    .map(({ textContent }) => textContent);
  expect(texts).toEqual([
    'Open incident: Archive is downNobody is on it',
    'I am on it: Archive is down',
    'Open incident: Ledger is slowada is on it',
  ]);
});

test('an incident of somebody else can be taken over', async () => {
  await open({ ...INCIDENT, acknowledgement: { by: 'grace', at: NOW, note: '' } });
  await expect.element(entry('I am on it')).toHaveTextContent('Take over from grace');
});

test('a drill is marked, on its incident and on its platform', async () => {
  await open(DRILL);
  await expect.element(entry('Open incident')).toHaveTextContent('DRILL: Forge is down');
  await field().fill('forge.mesh');
  await expect
    .element(entry('forge.mesh.example').first())
    .toHaveTextContent('Forgeforge.mesh.example · DRILL Down');
});

test.each([
  ['Open incident', {}],
  ['I am on it', { take: '1' }],
])('"%s" leads to the incident', async (text, search) => {
  const place = await open(INCIDENT);
  await userEvent.click(entry(text));
  await expect.poll(place.path).toBe('/incidents/41');
  expect(place.search()).toEqual(search);
});

test('without open incidents nothing is said of them', async () => {
  await open(ENDED);
  await expect.element(entries().first()).toHaveTextContent('Dashboard');
});

test.each([
  ['passkey', 'Account'],
  ['password', 'Account'],
  ['invite', 'People'],
  ['probe', 'Ping all platforms'],
  ['theme', 'Dark colours'],
  ['wall', 'Displays'],
  ['backup', 'Back up the server'],
  ['simulated', 'Connect a real mesh'],
])('%s finds "%s"', async (word, label) => {
  await open();
  await field().fill(word);
  await expect.element(entry(label).first()).toBeVisible();
});

test('a platform is found by its name and by its address, before the log rows that name it', async () => {
  Object.assign(known, {
    activity: [{ id: 1, message: 'forge.mesh.example is up', createdAt: NOW }],
  });
  await open();
  for (const text of ['forge', 'forge.mesh']) {
    await field().fill(text);
    await expect
      .element(entries().first())
      .toHaveTextContent('Forgeforge.mesh.example · Connected');
    await expect.element(entries().last()).toHaveTextContent('forge.mesh.example is up');
  }
});

test('a tab is found by its own name and by that of its entry', async () => {
  await open();
  for (const text of ['handover', 'duty']) {
    await field().fill(text);
    await expect.element(entry('Shift handover').first()).toHaveTextContent('Shift handoverDuty');
  }
});

test('a dialog opens over the screen that is shown', async () => {
  const place = await open();
  await userEvent.click(entry('This device'));
  await expect.poll(place.search).toEqual({ show: 'device' });
  expect(place.path()).toBe('/');
});
