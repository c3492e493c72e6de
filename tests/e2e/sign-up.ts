import type { Page } from 'playwright-core';
import { PASSWORD } from './operator.ts';

/** Fills in the form of the sign-up page and sends it. */
export async function signUp(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Email').fill('ada@mesh.example');
  await page
    .getByLabel('Sovereign access level')
    .selectOption({ label: 'S11.1+Atom2 (Enhanced Analysis)' });
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
}
