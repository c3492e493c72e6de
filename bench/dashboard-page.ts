import type { Page } from 'playwright-core';
import { PASSWORD } from '../tests/e2e/operator.ts';

/** tsx keeps functions' names by calls of `__name`, also in what is sent into the page, which has none. */
const NAMES_KEPT = 'globalThis.__name = (named) => named';

/** Signs somebody up and waits until the dashboard is live. */
export async function openDashboard(page: Page, url: string): Promise<void> {
  await page.addInitScript(NAMES_KEPT);
  await page.goto(`${url}/signup`);
  await page.getByLabel('Username').fill('bench');
  await page.getByLabel('Email').fill('bench@mesh.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Live connection active').waitFor();
  // What moves under a pointer would be measured as well.
  await page.mouse.move(0, 0);
}
