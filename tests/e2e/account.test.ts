import { readFile } from 'node:fs/promises';
import { Secret, TOTP } from 'otpauth';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AccountDetails } from '../../contract/shapes/people.ts';
import { CONNECTION_LOST, SIGNED_OUT } from './browser.ts';
import { test as base } from './fixtures.ts';
import { type Operator, PASSWORD, registerOperator, signInOperator } from './operator.ts';
import type { Product } from './running-product.ts';
import { toastSaid } from './said-toasts.ts';
import { isRead } from './screens.ts';

/** The page of one's own account, on a real server: what it changes holds for other devices and programs too. */

/** What a session that ends is refused, and what is refused because it is wrong. */
const REFUSED = [...SIGNED_OUT, ...CONNECTION_LOST, /^40[01]: (?:POST|DELETE) /];

const test = base.extend(
  'openAccount',
  ({ product, openContext, openPage }) =>
    async (operator: Operator, path = '/account') => {
      const context = await openContext({}, operator);
      const { page } = await openPage(context, REFUSED);
      await page.goto(product.url + path);
      await isRead(page);
      return { context, page };
    },
);

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).last().click();
const accountOf = (operator: Operator) => operator.read<AccountDetails>('/api/account');

test('a changed password signs out the other devices, and stays signed in here', async ({
  product,
  openAccount,
}) => {
  const elsewhere = await openAccount(await registerOperator(product, 'ada'), '/dashboard');
  const here = await signInOperator(product, 'ada');
  const { page } = await openAccount(here);
  await press(page, 'Change password');
  const next = 'another calm and long password';
  await page.getByLabel('Present password', { exact: true }).fill('a wrong one');
  await page.getByLabel('New password', { exact: true }).fill(next);
  await page.getByLabel('New password again', { exact: true }).fill(next);
  await press(page, 'Save password');
  await dialog(page, 'Change password').getByRole('alert').waitFor();
  await page.getByLabel('Present password', { exact: true }).fill(PASSWORD);
  await press(page, 'Save password');
  await dialog(elsewhere.page, 'Sign in again').waitFor();
  await dialog(page, 'Change password').waitFor({ state: 'detached' });
  expect((await accountOf(here)).sessions).toHaveLength(1);
  await expect(signInOperator(product, 'ada')).rejects.toThrow('401');
});

test('one other device is signed out, and this one is not', async ({ product, openAccount }) => {
  const phone = await registerOperator(product, 'grace');
  const desk = await signInOperator(product, 'grace');
  const elsewhere = await openAccount(phone, '/dashboard');
  const { page } = await openAccount(desk);
  const devices = page.getByRole('region', { name: 'Devices signed in' });
  await expect.poll(() => devices.getByRole('listitem').count()).toBe(2);
  await devices.getByText('This device').waitFor();
  await devices.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click();
  await dialog(elsewhere.page, 'Sign in again').waitFor();
  await expect.poll(() => devices.getByRole('listitem').count()).toBe(1);
  expect((await phone.call('/api/account')).status).toBe(401);
  expect((await desk.call('/api/account')).status).toBe(200);
});

test('signing out everywhere leads this device to the sign-in', async ({
  product,
  openAccount,
}) => {
  const own = await registerOperator(product, 'margaret');
  const { page } = await openAccount(own);
  await press(page, 'Sign out everywhere');
  await dialog(page, 'Sign out everywhere?').waitFor();
  await press(page, 'Sign out everywhere');
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => localStorage.getItem('auth-token'))).toBeNull();
  expect((await own.call('/api/account')).status).toBe(401);
});

test('one-time codes are set up by typing the secret, and bring recovery codes in a file', async ({
  product,
  openAccount,
}) => {
  const own = await registerOperator(product, 'linus');
  const { page } = await openAccount(own);
  await press(page, 'Set up one-time codes');
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const field = page.getByLabel('Code that the app shows now');
  await field.fill('000 000');
  await press(page, 'Confirm');
  await dialog(page, 'Set up one-time codes').getByRole('alert').waitFor();
  await field.fill(app.generate());
  await press(page, 'Confirm');
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect.poll(() => shown.count()).toBe(10);
  const codes = await shown.allInnerTexts();
  const download = page.waitForEvent('download');
  await press(page, 'Save as file');
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.split('\n').filter((line) => codes.includes(line))).toEqual(codes);
  await page.getByLabel('I have kept them in a safe place').check();
  await press(page, 'Done');
  await page.getByText('10 of 10 left').waitFor();
  await press(page, 'Remove one-time codes');
  await press(page, 'Remove codes');
  await page.getByRole('button', { name: 'Set up one-time codes' }).waitFor();
  expect((await accountOf(own)).codesSince).toBeNull();
});

/** A security key, which has no way to check who uses it but a touch. */
async function addKey(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
}

/** Passkeys need a name: an IP address has none. */
const named = (product: Product) => `http://localhost:${product.port}`;

test('a passkey is named, listed with its host, and removed', async ({
  product,
  openContext,
  openPage,
}) => {
  await registerOperator(product, 'barbara');
  const context = await openContext();
  const { page } = await openPage(context, REFUSED);
  await addKey(context, page);
  await page.goto(`${named(product)}/login?redirect=/account`);
  await page.getByLabel('Username').fill('barbara');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Sign in');
  await page.waitForURL('**/account');
  await press(page, 'Add a passkey');
  const name = page.getByLabel('Name', { exact: true });
  expect(await name.inputValue()).toMatch(/Chrom/);
  await name.fill('Key on the desk');
  await press(page, 'Create passkey');
  await page.getByLabel('I have kept them in a safe place').check();
  await press(page, 'Done');
  const key = page.getByRole('listitem', { name: 'Key on the desk' });
  await key.getByText('For localhost').waitFor();
  await page.getByText('A passkey alone signs in too.').waitFor();
  // The same device makes no second one for the account.
  await press(page, 'Add a passkey');
  await press(page, 'Create passkey');
  await page.getByText('This device already has a passkey for this account.').waitFor();
  await press(page, 'Cancel');
  await press(page, 'Remove Key on the desk');
  await press(page, 'Remove passkey');
  await key.waitFor({ state: 'detached' });
  await page.getByText('Only the password protects this account.').waitFor();
});

test('an API token reads by its role until it is removed', async ({ product, openAccount }) => {
  const { page } = await openAccount(await registerOperator(product, 'annie'));
  await press(page, 'Add a token');
  await page.getByLabel('Name', { exact: true }).fill('Pipeline');
  await press(page, 'Add token');
  const token = await page.getByLabel('API token', { exact: true }).inputValue();
  await page.getByText(`curl -H "Authorization: Bearer ${token}" ${product.url}`).waitFor();
  await press(page, 'Done');
  const statusOf = async (path: string, method = 'GET') =>
    (await fetch(product.url + path, { method, headers: { authorization: `Bearer ${token}` } }))
      .status;
  expect(await statusOf('/api/dashboard/stats')).toBe(200);
  expect(await statusOf('/api/system/sync', 'POST')).toBe(403);
  expect(await statusOf('/api/account')).toBe(403);
  await press(page, 'Remove Pipeline');
  await press(page, 'Remove token');
  await page.getByText('No API tokens').waitFor();
  expect(await statusOf('/api/dashboard/stats')).toBe(401);
});

test('an account is deleted once its name is typed', async ({ product, openAccount }) => {
  const guest = await registerOperator(product, 'guest');
  const { page } = await openAccount(guest);
  await press(page, 'Delete my account');
  await page.getByLabel(/^Type your username/).fill('guest');
  await press(page, 'Delete my account');
  await page.waitForURL('**/login');
  await expect(signInOperator(product, 'guest')).rejects.toThrow('401');
});

test('without a connection an action fails at once, and keeps what was typed', async ({
  product,
  openAccount,
}) => {
  const { context, page } = await openAccount(await registerOperator(product, 'katherine'));
  await press(page, 'Change e-mail');
  const field = page.getByLabel('E-mail', { exact: true });
  await field.fill('katherine@mesh.example');
  await context.setOffline(true);
  await press(page, 'Save e-mail');
  await dialog(page, 'Change e-mail').getByText('The server cannot be reached').waitFor();
  expect(await field.inputValue()).toBe('katherine@mesh.example');
  await context.setOffline(false);
  await press(page, 'Save e-mail');
  await toastSaid(page, 'E-mail changed');
});
