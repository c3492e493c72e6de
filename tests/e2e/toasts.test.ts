import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { zipOf } from '../doubles/zip-writer.ts';
import { CONNECTION_LOST, toastIn } from './browser.ts';
import { dropFile } from './drop-file.ts';
import { test } from './fixtures.ts';
import { PASSWORD } from './operator.ts';
import { newDataDir, startProduct } from './product.ts';

/** The toasts for everything that goes wrong, in a real browser against the real server. */

const LIMIT = 1024 * 1024;
test.override('productEnv', { UPLOAD_MAX_BYTES: String(LIMIT) });
test.override('contextOptions', { viewport: { width: 1280, height: 900 } });

/** The toast with this title, and the text below it. */
async function expectToast(page: Page, title: string, text: string): Promise<void> {
  await toastIn(page).getByText(title, { exact: true }).waitFor();
  await toastIn(page).getByText(text, { exact: true }).waitFor();
}

async function fillLogin(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form button[type=submit]').click();
}

test('wrong credentials: Login Failed with the server’s message, and the form as it was', async ({
  product,
  operator,
  visitor,
  openPage,
}) => {
  const { page, picture } = await openPage(visitor, [/401/]);
  await page.goto(`${product.url}/login`);
  await fillLogin(page, operator.username, 'not the password');
  await toastIn(page).getByText('Login Failed', { exact: true }).waitFor();
  expect(await page.getByLabel('Username').inputValue()).toBe('ada');
  expect(new URL(page.url()).pathname).toBe('/login');
  await picture('login-failed');
});

test('passwords that differ: Password Mismatch, and no request', async ({
  product,
  visitor,
  openPage,
}) => {
  const { page, picture } = await openPage(visitor);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${product.url}/signup`);
  await fillSignUp(page, 'grace', 'another password');
  await expectToast(page, 'Password Mismatch', 'Passwords do not match');
  expect(asked).not.toContain('/api/auth/register');
  await picture('password-mismatch');
});

test('a taken name: Registration Failed with the server’s message', async ({
  product,
  operator,
  visitor,
  openPage,
}) => {
  const { page, picture } = await openPage(visitor, [/409/]);
  await page.goto(`${product.url}/signup`);
  await fillSignUp(page, operator.username, PASSWORD);
  await toastIn(page).getByText('Registration Failed', { exact: true }).waitFor();
  await picture('registration-failed');
});

async function fillSignUp(page: Page, name: string, confirmed: string): Promise<void> {
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Email').fill('somebody@mesh.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(confirmed);
  await page.getByRole('button', { name: 'Create Account' }).click();
}

test('uploads that go wrong: each its toast, the dialog as it was, nothing listed', async ({
  product,
  operator,
  visitor,
  openPage,
}) => {
  const { page, picture } = await openPage(visitor, [
    /400/,
    /^request failed: POST \S+\/api\/zip\/upload/,
  ]);
  await page.goto(`${product.url}/login`);
  await fillLogin(page, operator.username, PASSWORD);
  await page.getByRole('button', { name: 'Upload ZIP Bundle' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload Sovereign ZIP Bundle' });
  await dialog.waitFor();
  const submit = dialog.getByRole('button', { name: 'Upload & Validate' });
  expect(await submit.isDisabled()).toBe(true);

  const notes = join(newDataDir(), 'notes.txt');
  writeFileSync(notes, 'notes');
  await dropFile(page, notes);
  await expectToast(page, 'Invalid file', 'Please select a ZIP file');
  expect(await submit.isDisabled()).toBe(true);

  const large = zipOf({ 'large.bin': randomBytes(LIMIT + 4096) });
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'large.zip', mimeType: 'application/zip', buffer: large });
  await dialog.getByText('This server takes bundles of at most 1.00 MB.').waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await picture('too-large');

  await dialog.getByRole('button', { name: 'Remove File' }).click();
  const liar = { name: 'liar.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') };
  await input.setInputFiles(liar);
  await submit.click();
  await expectToast(page, 'Error', 'Failed to upload ZIP bundle');
  expect(await dialog.getByText('liar.zip').isVisible()).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  // The bundles stand below the fold, and are there once they are near.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.getByText('No ZIP bundles uploaded').waitFor();
});

test('an unknown address: the not-found screen, with a way home', async ({
  product,
  visitor,
  openPage,
}) => {
  const { page, picture } = await openPage(visitor);
  await page.goto(`${product.url}/no-such-page`);
  await page.getByText('404 Page Not Found').first().waitFor();
  await picture('not-found');
});

test('no server: the form says that it cannot be reached', async ({ visitor, openPage }) => {
  const alone = await startProduct();
  const { page, picture } = await openPage(visitor, CONNECTION_LOST);
  await page.goto(`${alone.url}/login`);
  await page.getByLabel('Username').click();
  // What draws toasts comes with the first use of the page.
  await page.waitForLoadState('networkidle');
  await alone.stop();
  await fillLogin(page, 'ada', PASSWORD);
  await expectToast(page, 'Connection Error', 'Unable to connect to authentication service');
  await picture('no-server');
});
