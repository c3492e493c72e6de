import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { known, Seeded } from '../../../tests/ui/seed.tsx';
import { WITNESSES } from '../../../tests/ui/witness-samples.ts';
import { SeenBy } from './seen-by.tsx';

test('a platform says by whom it is seen', async () => {
  mountPage(
    <Seeded entries={known('witnesses', WITNESSES.disputed)}>
      <main>
        <SeenBy id="forge" isNode />
      </main>
    </Seeded>,
  );
  const signal = page.getByRole('listitem').filter({ hasText: 'Signal' });
  await expect.element(signal).toHaveTextContent(/does not reach it · disputed/);
  expect(await faults()).toEqual([]);
});

test('what is no mesh node is seen by the peers that look at it, and others say nothing of it', async () => {
  mountPage(
    <Seeded entries={known('witnesses', WITNESSES['sites that peers look at'])}>
      <main>
        <SeenBy id="shop" isNode={false} />
        <SeenBy id="printer" isNode={false} />
      </main>
    </Seeded>,
  );
  const verdict = 'Shop is cut off from us; Forge and Signal reach it.';
  await expect.element(page.getByText(verdict)).toBeVisible();
  await expect.element(page.getByRole('listitem')).toHaveLength(3);
  await expect.element(page.getByRole('region', { name: 'Seen by' })).toHaveLength(1);
});
