import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { CONNECTION_LOST, SIGNED_OUT, signOutBy, toastIn } from '../e2e/browser.ts';
import { test as base } from '../e2e/fixtures.ts';
import { registerOperator, signInOperator } from '../e2e/operator.ts';
import { isRead } from '../e2e/screens.ts';
import { CLIENT, startProvider } from '../server/oidc/provider-rig.ts';

/** Signing in at an OpenID provider, a real one with its own pages, and back into the console. */

const EXPECTED = [
  ...SIGNED_OUT,
  ...CONNECTION_LOST,
  /^403: POST /,
  /Failed to load resource: .* 403 /,
  // The provider has no icon.
  /^404: GET \S+\/favicon\.ico$/,
  /Failed to load resource: .* 404 .*\/favicon\.ico/,
];

const test = base
  .extend('port', { scope: 'file' }, () => freePort())
  .extend('provider', { scope: 'file' }, async ({ port }, { onCleanup }) => {
    const provider = await startProvider(`http://127.0.0.1:${port}/api/auth/oidc/callback`);
    onCleanup(() => provider.close());
    return provider;
  })
  .extend('productEnv', { scope: 'file' }, ({ port, provider }) => ({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: 'Acme',
    OIDC_ROLES: 'mesh-admins=admin,mesh-operators=operator,mesh-watchers=viewer',
  }))
  // The first account of a node is an admin, who has a password.
  .extend('local', { scope: 'file' }, ({ product }) => registerOperator(product, 'local'));

const button = (page: Page) => page.getByRole('link', { name: 'Sign in with Acme' });

/** Fills in the provider's own pages. It asks for consent at the first sign-in of a browser. */
async function signInAtProvider(page: Page, sub: string, { isFirst = true } = {}): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(sub);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  if (isFirst) await page.getByRole('button', { name: 'Continue' }).click();
}

/** Name and role, as the account menu's button says them. */
const hasRole = (page: Page, text: string) =>
  page
    .getByRole('button', { name: /Admin User/ })
    .filter({ hasText: text })
    .waitFor();

test('a person signs in at the provider, reaches the deep link, and has the role of the groups', async ({
  product,
  provider,
  local: _,
  openContext,
  openPage,
}) => {
  const person = { preferred_username: 'grace', email: 'grace@mesh.example' };
  provider.people.set('sub-grace', { ...person, groups: ['mesh-watchers'] });
  const { page } = await openPage(await openContext(), EXPECTED);
  await page.goto(`${product.url}/logs?q=sync`);
  await page.waitForURL('**/login?redirect=*');
  await button(page).click();
  await signInAtProvider(page, 'sub-grace');
  await page.waitForURL('**/logs?q=sync');
  await isRead(page);
  await hasRole(page, 'grace · viewer');
  await signOutBy(page);
  await page.waitForURL('**/login');
  provider.people.set('sub-grace', { ...person, groups: ['mesh-operators'] });
  await button(page).click();
  // The provider still knows the browser.
  await page.waitForURL('**/dashboard');
  await isRead(page);
  await hasRole(page, 'grace · operator');
  await signOutBy(page);
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => localStorage.getItem('auth-token'))).toBeNull();
});

test('a sign-in that is cancelled at the provider says so, once, and the password still works', async ({
  product,
  local,
  openContext,
  openPage,
}) => {
  const { page } = await openPage(await openContext(), EXPECTED);
  await page.goto(`${product.url}/login?redirect=/zip-bundles`);
  await button(page).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await toastIn(page).getByText('The sign-in at the provider was cancelled.').waitFor();
  await page.reload();
  await button(page).waitFor();
  expect(await page.getByText('The sign-in at the provider was cancelled.').count()).toBe(0);
  await page.getByLabel('Username').fill(local.username);
  await page.getByLabel('Password', { exact: true }).fill(local.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/zip-bundles');
});

test('whoever signs in at the provider in one tab has the other tabs too, with nothing of the last account', async ({
  product,
  provider,
  local,
  openContext,
  openPage,
}) => {
  provider.people.set('sub-kay', { preferred_username: 'kay', groups: ['mesh-operators'] });
  const own = await signInOperator(product, local.username);
  const context = await openContext({}, own);
  const { page: other } = await openPage(context, EXPECTED);
  await other.goto(`${product.url}/handover`);
  await other.getByLabel('New note').fill('Only for local');
  const { page } = await openPage(context, EXPECTED);
  await page.goto(`${product.url}/dashboard`);
  await hasRole(page, 'local');
  await own.call('/api/auth/logout', { method: 'POST' });
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  await button(page).click();
  const loaded = other.waitForEvent('load');
  await signInAtProvider(page, 'sub-kay');
  await loaded;
  for (const tab of [page, other]) await hasRole(tab, 'kay · operator');
  expect(await other.getByLabel('New note').inputValue()).toBe('');
});

test('an action that asks who it is goes on after a new sign-in at the provider', async ({
  product,
  provider,
  local,
  openContext,
  openPage,
}) => {
  provider.people.set('sub-ada', { preferred_username: 'ada', groups: ['mesh-admins'] });
  const context = await openContext();
  const { page } = await openPage(context, EXPECTED);
  await page.goto(`${product.url}/login?redirect=/account`);
  await button(page).click();
  await signInAtProvider(page, 'sub-ada');
  await page.waitForURL('**/account');
  await isRead(page);
  const message = 'Please confirm that it is you.';
  const confirm = { password: false, passkey: false, code: false, recovery: false };
  let asked = 0;
  // As if the sign-in were longer ago.
  await page.route(
    '**/api/account/codes/secret',
    (route) => {
      asked += 1;
      return route.fulfill({ status: 403, json: { message, confirm } });
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Set up one-time codes' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const [there] = await Promise.all([
    context.waitForEvent('page'),
    question.getByRole('link', { name: 'Sign in at the provider' }).click(),
  ]);
  // It asks anew, although it knows the browser.
  await there.getByPlaceholder('Enter any login').waitFor();
  await signInAtProvider(there, 'sub-ada', { isFirst: false });
  await there.waitForURL('**/account');
  await there.close();
  await question.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog', { name: 'Set up one-time codes' }).waitFor();
  expect(asked).toBe(1);
  const confirmed = await local.read<{ action: string; detail: string }[]>('/api/audit');
  expect(JSON.stringify(confirmed)).toContain('identity.confirmed');
});
