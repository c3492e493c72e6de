import { randomBytes } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zipOf } from '../doubles/zip-writer.ts';
import { openBrowser, openPage, toastIn } from './browser.ts';
import { dropFile } from './drop-file.ts';
import { PASSWORD, registerOperator } from './operator.ts';
import { type Product, startProduct } from './product.ts';

/** What a person who waits is told when something is wrong, in a real browser against the real server. */

const LIMIT = 1024 * 1024;

let browser: Browser;
let context: BrowserContext;
let product: Product;
beforeAll(async () => {
  product = await startProduct({ UPLOAD_MAX_BYTES: String(LIMIT) });
  browser = await openBrowser();
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await registerOperator(product, 'ada');
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** The toast with this title, and the text below it. */
async function expectToast(page: Page, title: string, text: string): Promise<void> {
  await toastIn(page).getByText(title, { exact: true }).waitFor();
  await toastIn(page).getByText(text, { exact: true }).waitFor();
}

async function fillLogin(page: Page, password: string): Promise<void> {
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form button[type=submit]').click();
}

test('wrong credentials: Login Failed with the server’s message, and the form as it was', async () => {
  const { page, troubles, picture } = await openPage(context, 'toasts', [/401/]);
  await page.goto(`${product.url}/login`);
  await fillLogin(page, 'not the password');
  await toastIn(page).getByText('Login Failed', { exact: true }).waitFor();
  expect(await page.getByLabel('Username').inputValue()).toBe('ada');
  expect(new URL(page.url()).pathname).toBe('/login');
  await picture('login-failed');
  expect(troubles).toEqual([]);
  await page.close();
});

test('passwords that differ: Password Mismatch, and no request', async () => {
  const { page, troubles, picture } = await openPage(context, 'toasts');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${product.url}/signup`);
  await fillSignUp(page, 'grace', 'another password');
  await expectToast(page, 'Password Mismatch', 'Passwords do not match');
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([]);
  await picture('password-mismatch');
  expect(troubles).toEqual([]);
  await page.close();
});

test('a taken name: Registration Failed with the server’s message', async () => {
  const { page, troubles, picture } = await openPage(context, 'toasts', [/409/]);
  await page.goto(`${product.url}/signup`);
  await fillSignUp(page, 'ada', PASSWORD);
  await toastIn(page).getByText('Registration Failed', { exact: true }).waitFor();
  await picture('registration-failed');
  expect(troubles).toEqual([]);
  await page.close();
});

async function fillSignUp(page: Page, name: string, confirmed: string): Promise<void> {
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Email').fill('somebody@mesh.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(confirmed);
  await page.getByRole('button', { name: 'Create Account' }).click();
}

test('uploads that go wrong: each its toast, the dialog as it was, nothing listed', async () => {
  const { page, troubles, picture } = await openPage(context, 'toasts', [/413/, /400/]);
  await page.goto(`${product.url}/login`);
  await fillLogin(page, PASSWORD);
  await page.getByRole('button', { name: 'Upload ZIP Bundle' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload Sovereign ZIP Bundle' });
  await dialog.waitFor();
  const submit = dialog.getByRole('button', { name: 'Upload & Validate' });
  expect(await submit.isDisabled()).toBe(true);

  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
  await dropFile(page, notes);
  await expectToast(page, 'Invalid file', 'Please select a ZIP file');
  expect(await submit.isDisabled()).toBe(true);

  const large = zipOf({ 'large.bin': randomBytes(LIMIT + 4096) });
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'large.zip', mimeType: 'application/zip', buffer: large });
  await submit.click();
  await expectToast(page, 'Error', 'Failed to upload ZIP bundle');
  expect(await dialog.getByText('large.zip').isVisible()).toBe(true);
  await picture('too-large');

  await dialog.getByRole('button', { name: 'Remove File' }).click();
  const liar = { name: 'liar.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') };
  await input.setInputFiles(liar);
  await submit.click();
  await expectToast(page, 'Error', 'Failed to upload ZIP bundle');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('No ZIP bundles uploaded').waitFor();
  expect(troubles).toEqual([]);
  await page.close();
});

test('an unknown address: the not-found screen, with a way home', async () => {
  const { page, troubles, picture } = await openPage(context, 'toasts');
  await page.goto(`${product.url}/no-such-page`);
  await page.getByText('404 Page Not Found').first().waitFor();
  await picture('not-found');
  expect(troubles).toEqual([]);
  await page.close();
});

test('no server: the form says that it cannot be reached', async () => {
  const alone = await startProduct();
  const own = await browser.newContext();
  const { page, picture } = await openPage(own, 'toasts', [/./]);
  await page.goto(`${alone.url}/login`);
  await page.getByLabel('Username').waitFor();
  await alone.stop();
  await fillLogin(page, PASSWORD);
  await expectToast(page, 'Connection Error', 'Unable to connect to authentication service');
  await picture('no-server');
  await own.close();
});
