import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { zipOf } from '../doubles/zip-writer.ts';
import { test } from './fixtures.ts';
import { toastSaid } from './said-toasts.ts';
import { isRead } from './screens.ts';

/** What people do most, on the simulated mesh, and how many presses each takes from the dashboard. Typing is none. */

const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** Counts what is pressed. */
function createPresses() {
  let count = 0;
  return {
    async press(target: Locator): Promise<void> {
      count += 1;
      await target.click();
    },
    count: () => count,
  };
}

async function openDashboard(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await isRead(page);
  await page.getByRole('listitem', { name: 'Archive is down' }).waitFor();
}

const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true });

test('is Harbor down? no press: it is in the window', async ({ product, signedIn, openPage }) => {
  const { page } = await openPage(signedIn);
  await page.setViewportSize(LAPTOP);
  await openDashboard(page, product.url);
  const row = page.getByRole('listitem').filter({ hasText: 'harbor.mesh.example' }).last();
  await row.getByText('Connected').waitFor();
  const box = await row.boundingBox();
  expect(box && box.y + box.height).toBeLessThanOrEqual(LAPTOP.height);
});

test('on call at night: one press on a phone', async ({
  product,
  operator,
  openContext,
  openPage,
}) => {
  const context = await openContext({ viewport: PHONE, hasTouch: true }, operator);
  const { page } = await openPage(context);
  await openDashboard(page, product.url);
  const { press, count } = createPresses();
  await press(button(page, 'I am on it: Archive is down').first());
  await page.getByText('You are on it').first().waitFor();
  expect(count()).toBe(1);
});

test('the shift is handed over: three presses', async ({ product, signedIn, openPage }) => {
  const { page } = await openPage(signedIn);
  await openDashboard(page, product.url);
  const { press, count } = createPresses();
  await press(page.getByRole('link', { name: 'Duty' }));
  await press(page.getByRole('button', { name: /^Take over (?:all|what)/ }));
  await page.getByLabel('New note').fill('Archive gets new disks.');
  await press(button(page, 'Add note'));
  await page.getByRole('listitem').filter({ hasText: 'Archive gets new disks.' }).first().waitFor();
  expect(count()).toBeLessThanOrEqual(3);
});

test('a bundle is deployed to three of its four platforms: three presses', async ({
  product,
  operator,
  signedIn,
  openPage,
}) => {
  const form = new FormData();
  form.set('targetPlatforms', JSON.stringify(['Forge', 'Harbor', 'Signal', 'Sentinel']));
  form.set('priority', 'high');
  form.set('zipfile', new Blob([new Uint8Array(zipOf({ 'a.txt': 'a' }))]), 'night.zip');
  await operator.call('/api/zip/upload', { method: 'POST', body: form });
  const { page } = await openPage(signedIn);
  await openDashboard(page, product.url);
  const { press, count } = createPresses();
  // The bundles are below the fold, and load when they are near.
  await page.mouse.move(LAPTOP.width / 2, 400);
  await page.mouse.wheel(0, 5000);
  await press(button(page, 'Deploy night.zip'));
  const question = page.getByRole('dialog', { name: 'Deploy night.zip' });
  await press(question.getByRole('checkbox', { name: 'Sentinel' }));
  await press(button(question, 'Deploy to 3 platforms'));
  await toastSaid(page, 'On its way to 3 platforms.');
  expect(count()).toBeLessThanOrEqual(3);
});

test('a viewer is invited: five presses', async ({ product, signedIn, openPage }) => {
  const { page } = await openPage(signedIn);
  await openDashboard(page, product.url);
  const { press, count } = createPresses();
  await press(page.getByRole('link', { name: 'Settings' }));
  await press(page.getByRole('link', { name: 'People' }));
  await press(button(page, 'Invite somebody'));
  await page.getByLabel('For whom').fill('Grace');
  await press(button(page, 'Make invitation'));
  const dialog = page.getByRole('dialog', { name: 'The invitation is ready' });
  await press(dialog.getByRole('button', { name: /copy/i }));
  await page.getByRole('listitem').filter({ hasText: 'Grace' }).getByText('viewer').waitFor();
  expect(count()).toBeLessThanOrEqual(5);
});

test('a webhook that really alerts: four presses', async ({ product, signedIn, openPage }) => {
  const { page } = await openPage(signedIn);
  await openDashboard(page, product.url);
  const { press, count } = createPresses();
  await press(page.getByRole('link', { name: 'Settings' }));
  await press(button(page, 'Add a channel'));
  await press(page.getByText('Webhook or chat'));
  await page.getByLabel('Name').fill('Ops receiver');
  await page.getByLabel('Address').fill('https://hooks.mesh.example/alerts');
  await press(button(page, 'Save channel'));
  const way = page.getByRole('listitem', { name: 'Ops receiver' });
  await way.getByText('← Platforms that are down').waitFor();
  expect(count()).toBeLessThanOrEqual(4);
});

test('whoever opens a drill of alerts says so by that: its address is sent and forgotten', async ({
  product,
  signedIn,
  openPage,
}) => {
  const { page, troubles } = await openPage(signedIn);
  await page.goto(`${product.url}/alerts?arrived=of-a-drill-of-before`);
  await toastSaid(page, 'A newer drill has taken the place of this one.');
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect(troubles.splice(0)).toEqual([`404: POST ${product.url}/api/alerts/arrivals`]);
});
