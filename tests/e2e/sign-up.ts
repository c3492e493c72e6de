import type { Page } from 'playwright-core';
import { PASSWORD } from './operator.ts';

/** Fills in the form as a person does, and sends it. */
export async function signUp(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Email').fill('ada@mesh.example');
  await page.getByLabel(/access level/i).click();
  await page.getByRole('option', { name: 'S11.1+Atom2 (Enhanced Analysis)' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
}
