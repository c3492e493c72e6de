import type { Page } from 'playwright-core';
import { PASSWORD } from './operator.ts';

/**
 * Fills in the form of the sign-up page and sends it.
 *
 * @param level to be chosen in place of the one that stands there
 */
export async function signUp(page: Page, level?: string, username = 'ada'): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@mesh.example`);
  if (level !== undefined)
    await page.getByLabel('Sovereign access level').selectOption({ label: level });
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
}
