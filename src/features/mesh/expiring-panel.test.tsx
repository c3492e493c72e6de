import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { CERTIFICATES } from '../../../tests/ui/platform-samples.ts';
import { NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded } from '../../../tests/ui/seed.tsx';
import { ExpiringPanel } from './expiring-panel.tsx';

test('certificates and domains are listed by when they expire, with what is left and when one was last seen', async () => {
  mountPage(
    <main>
      <Seeded entries={known('certificates', CERTIFICATES)}>
        <ExpiringPanel now={NOW} />
      </Seeded>
    </main>,
  );
  const panel = page.getByRole('region', { name: 'What expires next', exact: true });
  const rows = panel.getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent(/^Harbor.*expired 2 days ago.*seen 3 d ago/);
  await expect
    .element(rows.nth(2))
    .toHaveTextContent(/^Forge12 days left.*forge.mesh.example and 1 more/);
  await expect
    .element(rows.nth(3))
    .toHaveTextContent(/^Forge25 days left[^,]*, 2026mesh.exampledomain, by its registry/);
  await expect.element(rows.nth(4)).toHaveTextContent(/^Meridian80 days left/);
  const link = rows.nth(2).getByRole('link', { name: 'Forge' });
  expect(link.element().getAttribute('href')).toBe('/mesh-network/forge');
  expect(await faults()).toEqual([]);
});

test('without certificates, or on a server that reads none, there is no panel', async () => {
  mountPage(
    <main>
      <Seeded entries={known('certificates', CERTIFICATES, 'missing')}>
        <ExpiringPanel now={NOW} />
        <p>The rest</p>
      </Seeded>
    </main>,
  );
  await expect.element(page.getByText('The rest')).toBeVisible();
  expect(page.getByText('What expires next').elements()).toEqual([]);
});
