import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { zipOf } from '../doubles/zip-writer.ts';
import { test } from './fixtures.ts';
import { isRead } from './screens.ts';

/** How the platforms were, what is known of one, and what happened: with a real mesh and a real log. */

const availability = (page: Page) => page.getByRole('region', { name: 'Platform availability' });

test('every platform has its bars, in the range of the address, and names what was not measured', async ({
  product,
  signedIn,
  openPage,
}) => {
  const { page } = await openPage(signedIn);
  await page.goto(`${product.url}/dashboard`);
  await isRead(page);
  const bars = (range: string) =>
    availability(page).getByRole('img', {
      name: new RegExp(`^Forge, last ${range}: .*not measured`),
    });
  await bars('hour').waitFor();
  await availability(page).getByText('24 h', { exact: true }).click();
  await page.waitForURL('**/dashboard?range=24h');
  await bars('24 hours').waitFor();
  await page.reload();
  await bars('24 hours').waitFor();
});

test('a platform that is down comes first and leads to what is known of it', async ({
  product,
  signedIn,
  openPage,
}) => {
  const { page } = await openPage(signedIn);
  await page.goto(`${product.url}/dashboard`);
  await isRead(page);
  const first = availability(page).getByRole('link').first();
  await expect.poll(() => first.innerText()).toBe('Archive');
  await first.click();
  await page.waitForURL('**/mesh-network/archive');
  const state = page.getByRole('region', { name: 'State', exact: true });
  await state.getByText('Down', { exact: true }).waitFor();
  await state.getByText('Reason').waitFor();
  await page.getByRole('img', { name: /^Archive, last 90 days/ }).waitFor();
  await page.getByRole('link', { name: 'All events of Archive' }).click();
  await page.waitForURL('**/logs?platform=archive');
  await page.getByText('Archive is down: no answer').waitFor();
  await page.goBack();
  await state.waitFor();
  await page.getByRole('link', { name: 'Mesh Network' }).last().click();
  await page.waitForURL('**/mesh-network');
  await page.getByRole('link', { name: 'Forge', exact: true }).first().click();
  await page.getByRole('img', { name: /^Latency of Forge, last 24 hours/ }).waitFor();
  await page.getByText('1 y', { exact: true }).click();
  await page.waitForURL('**/mesh-network/forge?range=1y');
  await isRead(page);
  // The address that this page had before.
  await page.goto(`${product.url}/mesh-network?platform=forge`);
  await page.waitForURL('**/mesh-network/forge');
  await isRead(page);
  await page.goto(`${product.url}/mesh-network/nowhere`);
  await page.getByText('This mesh has no platform “nowhere”').waitFor();
});

test('a chart that cannot be loaded fails alone, and the rest of its screen works', async ({
  product,
  signedIn,
  openPage,
}) => {
  const { page } = await openPage(signedIn);
  // Some browsers name no language of any standard, which the chart's library throws about as it loads.
  await page.addInitScript("Object.defineProperty(navigator, 'language', { value: 'C' })");
  await page.goto(`${product.url}/mesh-network/forge`);
  const latency = page.getByRole('region', { name: 'Median and range of latency' });
  await latency.getByText('This part could not be loaded.').waitFor();
  await latency.getByRole('button', { name: 'Try again' }).waitFor();
  await latency.getByText('1 y', { exact: true }).click();
  await page.waitForURL('**/mesh-network/forge?range=1y');
  await page.getByRole('img', { name: /^Forge, last 90 days/ }).waitFor();
});

test('a search finds what the newest hundred rows hide, and exports all that matches', async ({
  product,
  operator,
  signedIn,
  openPage,
}) => {
  const archive = new Blob([new Uint8Array(zipOf({ 'a.txt': 'a' }))], { type: 'application/zip' });
  for (let index = 0; index < 60; index += 1) {
    const body = new FormData();
    body.append('targetPlatforms', '["Forge"]');
    body.append('priority', 'standard');
    body.append('zipfile', archive, `many-${index}.zip`);
    const answer = await operator.call('/api/zip/upload', { method: 'POST', body });
    expect(answer.ok).toBe(true);
  }
  const { page } = await openPage(signedIn);
  await page.goto(`${product.url}/dashboard?show=logs`);
  await page.waitForURL('**/logs');
  await page.getByLabel('Search', { exact: true }).fill('signed up');
  await page.getByText('1 match', { exact: true }).waitFor();
  await page.getByText('ada signed up').waitFor();
  await page.waitForURL('**/logs?q=signed+up');

  await page.getByLabel('Search', { exact: true }).fill('many-');
  await page.getByText(/^Newest \d|matches$/).waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export JSON' }).click();
  const file = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
  expect(file.rows.length).toBeGreaterThanOrEqual(120);
  expect(file.context).toMatchObject({
    filter: 'text “many-”; order: newest first',
    rowCount: file.rows.length,
    complete: true,
  });

  await page.getByLabel('Search', { exact: true }).fill('signed up');
  await page.getByText('1 match', { exact: true }).waitFor();
  await page.getByRole('link', { name: /link to this event$/ }).click();
  await page.waitForURL(/\/logs\?row=\d+$/);
  await page.locator('[aria-current=true]').getByText('ada signed up').waitFor();
  await page.getByRole('button', { name: 'Show the newest' }).click();
  await page.getByText('many-59.zip passed validation').waitFor();
});

test('sixty uploads are two rows on the dashboard', async ({ product, signedIn, openPage }) => {
  const { page } = await openPage(signedIn);
  await page.goto(`${product.url}/dashboard`);
  await isRead(page);
  const activity = page.getByRole('region', { name: 'Real-time Mesh Activity', exact: true });
  // On a busy machine a platform is slow meanwhile, and its row stands between them.
  const between = await activity.getByText(/\bis (?:slow|fast again|down|up again)/).count();
  for (const folded of [/^ada uploaded \d+ bundles/, /^\d+ bundles passed validation/]) {
    const rows = activity.getByText(folded);
    await rows.first().waitFor();
    expect(await rows.count()).toBeLessThanOrEqual(1 + between);
  }
});
