import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { AsRole, VIEWER } from '../../../tests/ui/role-sample.tsx';
import { CONNECTIONS } from '../../../tests/ui/samples.ts';
import { known, Seeded } from '../../../tests/ui/seed.tsx';
import { ConnectDialog } from './connect-dialog.tsx';

const SIMULATED = CONNECTIONS.map((one) => ({ ...one, simulated: true }));
const nothing = () => undefined;
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });

test('three steps lead to a first platform, to people and to alerts', async () => {
  await page.viewport(1024, 900);
  const place = mountPage(
    <Seeded entries={known('connections', SIMULATED)}>
      <ConnectDialog opened onClose={nothing} />
    </Seeded>,
  );
  await expect.element(heading('What you see is simulated')).toBeVisible();
  await expect.element(heading('Add your first platform')).toBeVisible();
  await expect.element(link('Invite somebody')).toBeVisible();
  await expect.element(link('Switch alerts on')).toBeVisible();
  expect(await faults()).toEqual([]);
  await userEvent.click(link('Add a platform'));
  await expect.poll(place.path).toBe('/platforms');
  expect(place.search()).toEqual({ new: '1' });
});

test('whoever may not add platforms reads who may', async () => {
  mountPage(
    <AsRole session={VIEWER}>
      <Seeded entries={known('connections', SIMULATED)}>
        <ConnectDialog opened onClose={nothing} />
      </Seeded>
    </AsRole>,
  );
  await expect
    .element(page.getByText(/This needs the role admin; yours is viewer\./))
    .toBeVisible();
  await expect.element(link('Add a platform')).not.toBeInTheDocument();
  await expect.element(link('Invite somebody')).not.toBeInTheDocument();
});
