import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CONNECTION_LOST, SIGNED_OUT } from './browser.ts';
import { test } from './fixtures.ts';
import { isRead } from './screens.ts';
import { signUp } from './sign-up.ts';

/** An admin and somebody who is invited, each in a browser of their own. */

/** The role as the console itself says it. */
const roleOf = (page: Page, role: string) =>
  page.getByRole('button', { name: new RegExp(`· ${role}.*Admin User`, 's') });

/** @returns the link */
async function invite(page: Page, note: string, role: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByLabel('For whom').fill(note);
  await page.getByRole('dialog').getByLabel('Role').selectOption(role);
  await page.getByRole('button', { name: 'Make invitation' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  return link;
}

async function changeRole(page: Page, username: string, role: string): Promise<void> {
  await page.getByRole('button', { name: `Change the role of ${username}` }).click();
  await page.getByRole('radio', { name: role }).check();
  await page.getByRole('button', { name: 'Save role' }).click();
}

async function disable(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${username}` }).click();
  await page.getByRole('menuitem', { name: 'Disable account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable account' }).click();
}

test('an admin invites somebody, changes their role and disables their account, and the audit log says so', async ({
  product,
  signedIn,
  visitor,
  openPage,
}) => {
  const { page: admin } = await openPage(signedIn);
  await admin.goto(`${product.url}/people`);
  await isRead(admin);
  const link = await invite(admin, 'Grace of the night shift', 'viewer');

  const { page: guest } = await openPage(visitor, [...SIGNED_OUT, ...CONNECTION_LOST]);
  await guest.goto(link);
  await guest.getByText('You are invited as viewer.').waitFor();
  await signUp(guest, undefined, 'grace');
  await guest.waitForURL('**/dashboard');
  await roleOf(guest, 'viewer').waitFor();
  await guest.goto(`${product.url}/audit`);
  await guest.getByText('This needs the role admin; yours is viewer.').waitFor();

  await admin.getByRole('row', { name: 'grace', exact: true }).waitFor();
  await changeRole(admin, 'grace', 'operator');
  await roleOf(guest, 'operator').waitFor();
  await disable(admin, 'grace');
  await guest.getByRole('dialog', { name: 'Sign in again' }).waitFor();

  await admin.goto(`${product.url}/audit`);
  await isRead(admin);
  const rows = await admin.getByRole('row').allInnerTexts();
  const find = (...texts: string[]) =>
    rows.findIndex((row) => texts.every((text) => row.includes(text)));
  const order = [
    find('Account disabled', 'ada', 'grace'),
    find('Role changed', 'ada', 'grace', 'viewer', 'operator'),
    find('Account created', 'grace', 'by invitation'),
    find('Invitation created', 'ada', 'Grace of the night shift'),
  ];
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  await admin.getByRole('searchbox', { name: 'Search' }).fill('night shift');
  await admin.getByText('1 row matches').waitFor();
});
