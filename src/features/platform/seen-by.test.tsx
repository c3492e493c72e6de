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
        <SeenBy id="forge" />
      </main>
    </Seeded>,
  );
  const signal = page.getByRole('listitem').filter({ hasText: 'Signal' });
  await expect.element(signal).toHaveTextContent(/does not reach it · disputed/);
  expect(await faults()).toEqual([]);
});
