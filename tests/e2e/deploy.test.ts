import { expect } from 'vitest';
import { zipOf } from '../doubles/zip-writer.ts';
import { test } from './fixtures.ts';
import type { Operator } from './operator.ts';
import { toastSaid } from './said-toasts.ts';

test.override('productEnv', { DEPLOY_RETRY_SECONDS: '0', DEPLOY_ANSWER_SECONDS: '1' });

async function uploadBundle(operator: Operator): Promise<void> {
  const form = new FormData();
  form.set('targetPlatforms', JSON.stringify(['Forge', 'Harbor', 'Archive']));
  form.set('priority', 'high');
  form.set('zipfile', new Blob([new Uint8Array(zipOf({ 'a.txt': 'a' }))]), 'route.zip');
  await operator.call('/api/zip/upload', { method: 'POST', body: form });
}

test('the details show each delivery, and why one failed', async ({
  product,
  operator,
  signedIn,
  openPage,
}) => {
  await uploadBundle(operator);
  const { page, picture } = await openPage(signedIn);
  await page.goto(`${product.url}/zip-bundles`);
  const row = page.getByRole('row', { name: /route\.zip/ });
  await row.getByText('Validated').waitFor();
  // Which platforms are chosen at first is decided when the question opens.
  await page
    .getByText(/\b1 down\b/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Deploy route.zip' }).click();
  const question = page.getByRole('dialog', { name: 'Deploy route.zip' });
  await question
    .getByText('Archive is down. The server would keep trying for minutes, and say until when.')
    .waitFor();
  expect(await question.getByRole('checkbox', { checked: true }).count()).toBe(2);
  await question.getByRole('checkbox', { name: 'Archive' }).click();
  await picture('asked');
  await question.getByRole('button', { name: 'Deploy to 3 platforms' }).click();
  await toastSaid(page, 'On its way to 3 platforms.');
  await row.getByRole('button', { name: /details/i }).click();
  await page.getByText('Delivered', { exact: true }).nth(1).waitFor();
  await page.getByText('Failed: did not answer').waitFor();
  const drawer = page.getByRole('dialog', { name: 'route.zip' });
  await drawer.getByText('Deployed 2 of 3').waitFor();
  await drawer.getByText('Deployed in part').waitFor();
  await picture('the-silent-one');
  await drawer.getByRole('button', { name: 'Retry Archive' }).click();
  const again = page.getByRole('dialog', { name: 'Deploy route.zip' });
  await expect.poll(() => again.getByText('Delivered').count()).toBe(2);
  await again.getByRole('button', { name: 'Deploy to Archive' }).click();
  await toastSaid(page, 'On its way to 1 platform.');
});
