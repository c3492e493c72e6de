import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DRILL, INCIDENT, TAKEN } from '../../ui/testing/incident-samples.ts';
import { faults, mount } from '../../ui/testing/mount.tsx';
import { WINDOW } from '../../ui/testing/platform-samples.ts';
import { CONNECTIONS, NOW } from '../../ui/testing/samples.ts';
import { WallPlatforms, type WallPlatformsProps } from './wall-platforms.tsx';

function draw(more: Partial<WallPlatformsProps>) {
  mount(<WallPlatforms connections={CONNECTIONS} history={undefined} now={NOW} {...more} />);
}
const tile = (name: string) => page.getByRole('listitem').filter({ hasText: name });

test('says who is on a platform that is down, beside since when', async () => {
  draw({ incidents: [{ ...INCIDENT, acknowledgement: TAKEN.acknowledgement }] });
  await expect.element(tile('Archive')).toHaveTextContent(/Down.*ada is on it/);
  expect(page.getByText('is on it').elements()).toHaveLength(1);
});

test('shows a platform in a drill as down since the drill began, marked and before the others', async () => {
  draw({ incidents: [DRILL] });
  await expect.element(tile('Forge')).toHaveTextContent(/DownDRILLsince/);
  await expect.element(tile('Forge').getByText('DRILL')).toBeVisible();
  await expect.element(page.getByRole('listitem').first()).toHaveTextContent('Forge');
  expect(await faults()).toEqual([]);
});

test('a drill whose end has passed is over', async () => {
  draw({ incidents: [{ ...DRILL, drillUntil: NOW }] });
  await expect.element(tile('Forge')).toHaveTextContent('Connected');
});

test('shows a platform that is down in maintenance as planned, with its end', async () => {
  draw({
    incidents: [{ ...INCIDENT, planned: true }],
    maintenance: [{ ...WINDOW, platforms: ['archive'] }],
  });
  await expect
    .element(tile('Archive'))
    .toHaveTextContent(/Maintenancemaintenance until \d\d:\d\d$/);
  await expect.element(page.getByText('Down')).not.toBeInTheDocument();
});
