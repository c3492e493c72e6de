import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { NotFoundPage } from './not-found.tsx';

test('says 404, hints at the router and leads home', async () => {
  mountPage(<NotFoundPage />, '/nowhere/<b>all</b>');
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('404 Page Not Found');
  await expect
    .element(page.getByText('Did you forget to add the page to the router?'))
    .toBeVisible();
  await expect.element(page.getByText('/nowhere/<b>all</b>')).toBeVisible();
  await expect.element(page.getByRole('link')).toHaveAttribute('href', '/');
  expect(await faults()).toEqual([]);
});
