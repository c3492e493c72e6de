import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CONFIRMED_MS } from '../../contract/account-limits.ts';
import type { Person } from '../../contract/shapes/people.ts';
import { test as base } from './fixtures.ts';
import { PASSWORD, registerOperator } from './operator.ts';
import { isRead } from './screens.ts';

/** An admin who signed in a while ago and now changes what others may do. */

const REFUSED = [/^40[039]: (?:PATCH|POST|PUT|DELETE) /, /Failed to load resource: .* 40[039] /];

const test = base
  .extend('productEnv', { scope: 'file' }, () => ({
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'wrong-clock.mjs')}`,
    WRONG_BY_MS: String(-CONFIRMED_MS),
  }))
  // Everybody signed up before the server's clock was put right: longer ago than a proof of identity lasts.
  .extend('admin', { scope: 'file' }, async ({ product }) => {
    const admin = await registerOperator(product, 'ada');
    await registerOperator(product, 'bob');
    await product.stop();
    await product.start({ WRONG_BY_MS: '0' });
    return admin;
  })
  .extend('page', async ({ openContext, openPage, admin }) => {
    const { page } = await openPage(await openContext({}, admin), REFUSED);
    return page;
  });

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('a change of a role asks who it is, and keeps what was chosen if nobody answers', async ({
  product,
  admin,
  page,
}) => {
  const roleOfBob = async () =>
    (await admin.read<Person[]>('/api/people')).find(({ username }) => username === 'bob')?.role;
  await page.goto(`${product.url}/people`);
  await isRead(page);
  const change = page.getByRole('button', { name: 'Change the role of bob' });
  await change.click();
  const role = dialog(page, 'Role of bob');
  await role.getByRole('radio', { name: 'viewer' }).check();
  const save = role.getByRole('button', { name: 'Save role' });
  await save.click();
  const question = dialog(page, 'Confirm that it is you');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await role.getByText('You did not confirm that it is you. Nothing was changed.').waitFor();
  await question.waitFor({ state: 'detached' });
  expect(await role.getByRole('radio', { name: 'viewer' }).isChecked()).toBe(true);
  expect(await roleOfBob()).toBe('operator');
  await save.click();
  const password = question.getByLabel('Password', { exact: true });
  await password.fill('a wrong password');
  await page.keyboard.press('Enter');
  await question.getByRole('alert').waitFor();
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await role.waitFor({ state: 'detached' });
  expect(await roleOfBob()).toBe('viewer');
  // The proof lasts for a while.
  await change.click();
  await role.getByRole('radio', { name: 'operator' }).check();
  await save.click();
  await role.waitFor({ state: 'detached' });
  expect(await roleOfBob()).toBe('operator');
});

test('the last admin cannot delete the own account, and reads why', async ({ product, page }) => {
  await page.goto(`${product.url}/account`);
  await isRead(page);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const question = dialog(page, 'Delete my account?');
  await question.getByLabel(/^Type your username/).fill('ada');
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await question.getByText('ada is the last admin. Make somebody else an admin first.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
});
