import { Secret, TOTP } from 'otpauth';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { CONNECTION_LOST, SIGNED_OUT, signOutBy } from './browser.ts';
import { test as base } from './fixtures.ts';
import { type Operator, PASSWORD, registerOperator, signInOperator } from './operator.ts';
import { isRead, signInContext } from './screens.ts';
import { startWire } from './wire.ts';

/** Ways to sign in beside the password, with Chromium's virtual authenticator, and sessions that are ended elsewhere. */

const LOGOUT = '/api/auth/logout';
const REFUSED = [
  ...SIGNED_OUT,
  ...CONNECTION_LOST,
  /^40[13]: (?:POST|DELETE) /,
  /Failed to load resource: .* 403 /,
];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const test = base
  // Passkeys need a name: an IP address has none.
  .extend('site', ({ product }) => `http://localhost:${product.port}`)
  .extend('open', ({ openContext, openPage }) => async () => {
    const context = await openContext();
    const { page } = await openPage(context, REFUSED);
    return { context, page };
  });

/** A device that makes and keeps passkeys. @returns what takes it away */
async function addDevice(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => {
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  };
}

async function sendPassword(page: Page, site: string, username: string): Promise<void> {
  await page.goto(`${site}/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const isInside = (page: Page) => page.waitForURL('**/dashboard');

/** @returns the recovery codes */
async function addPasskey(page: Page, site: string): Promise<string[]> {
  await page.goto(`${site}/account`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Create passkey' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  const texts = await codes.allInnerTexts();
  await page.getByLabel('I have kept them in a safe place').check();
  await page.getByRole('button', { name: 'Done' }).click();
  return texts;
}

async function sendRecoveryCode(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(code);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

test('a passkey signs in without a password and as the second step, and a recovery code replaces a lost one, once', async ({
  product,
  site,
  open,
}) => {
  await registerOperator(product, 'ada');
  const { context, page } = await open();
  const loseDevice = await addDevice(context, page);
  await sendPassword(page, site, 'ada');
  await isInside(page);
  const [code = ''] = await addPasskey(page, site);
  await signOutBy(page);
  await page.waitForURL('**/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await isInside(page);
  expect(await page.evaluate(() => localStorage.getItem('auth-token'))).toBe('ada');
  await signOutBy(page);
  await page.waitForURL('**/login');
  await sendPassword(page, site, 'ada');
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await isInside(page);

  await signOutBy(page);
  await page.waitForURL('**/login');
  await loseDevice();
  await sendPassword(page, site, 'ada');
  await sendRecoveryCode(page, code);
  await isInside(page);
  await signOutBy(page);
  await page.waitForURL('**/login');
  await sendPassword(page, site, 'ada');
  await sendRecoveryCode(page, code);
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Back to the password' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
});

test('whoever signs in with a passkey in one tab has the other tabs too, with nothing of the last account', async ({
  product,
  site,
  open,
  openPage,
}) => {
  await registerOperator(product, 'kay');
  const last = await registerOperator(product, 'lee');
  const { context, page } = await open();
  await addDevice(context, page);
  await sendPassword(page, site, 'kay');
  await isInside(page);
  await addPasskey(page, site);
  await signOutBy(page);
  await page.waitForURL('**/login');
  await sendPassword(page, site, 'lee');
  await isInside(page);
  const { page: other } = await openPage(context, REFUSED);
  await other.goto(`${site}/handover`);
  await other.getByLabel('New note').fill('Only for lee');
  await last.call('/api/account/sessions', { method: 'DELETE' });
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.waitFor();
  const loaded = other.waitForEvent('load');
  await again.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await loaded;
  for (const tab of [page, other]) await tab.getByText('kay · operator').waitFor();
  expect(await other.getByLabel('New note').inputValue()).toBe('');
});

const STEP_MS = 30_000;

/** Sets one-time codes up, as an authenticator app does. */
async function setUpCodes(operator: Operator): Promise<TOTP> {
  const answer = await operator.call('/api/account/codes/secret', { method: 'POST' });
  const { secret } = (await answer.json()) as { secret: string };
  const app = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  await operator.send('/api/account/codes', { code: app.generate() });
  return app;
}

test('a one-time code is taken from a clock that is half a minute ahead, and from none that is far off', async ({
  product,
  site,
  open,
}) => {
  const app = await setUpCodes(await registerOperator(product, 'linus'));
  const { page } = await open();
  await sendPassword(page, site, 'linus');
  const field = page.getByLabel('One-time code');
  await field.fill(app.generate({ timestamp: Date.now() + 10 * STEP_MS }));
  await page.getByRole('alert').waitFor();
  await field.fill(app.generate({ timestamp: Date.now() + STEP_MS }));
  await isInside(page);
});

test('a call that asks who this is is made again once that is proved', async ({
  product,
  site,
  open,
}) => {
  await registerOperator(product, 'edsger');
  const { page } = await open();
  await sendPassword(page, site, 'edsger');
  await isInside(page);
  await page.goto(`${site}/account`);
  const message = 'Please confirm that it is you.';
  const confirm = { password: true, passkey: false, code: false, recovery: false };
  // As if the sign-in were longer ago.
  await page.route(
    '**/api/account/codes/secret',
    (route) => route.fulfill({ status: 403, json: { message, confirm } }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Set up one-time codes' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await question.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog', { name: 'Set up one-time codes' }).waitFor();
  await question.waitFor({ state: 'detached' });
});

test('signing out everywhere shows the sign-in over the last data of every live tab', async ({
  product,
  openContext,
  openPage,
}) => {
  const own = await registerOperator(product, 'margaret');
  const desk = await openContext({}, own);
  const phone = await openContext(PHONE, await signInOperator(product, 'margaret'));
  const tabs = [];
  for (const context of [desk, desk, phone]) {
    const { page } = await openPage(context, REFUSED);
    await page.goto(`${product.url}/dashboard`);
    await isRead(page);
    tabs.push(page);
  }
  // The notice above the screen is out of sight.
  await tabs[2]?.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const began = performance.now();
  await own.call('/api/account/sessions', { method: 'DELETE' });
  await Promise.all(
    tabs.map((page) => page.getByRole('dialog', { name: 'Sign in again' }).waitFor()),
  );
  // Within two seconds where nothing else runs. A poll would find it later than this.
  expect(performance.now() - began).toBeLessThan(5000);
  for (const page of tabs) {
    await page.getByText(/Your session has expired/).waitFor();
    expect(await page.getByText('No activity logs available').count()).toBe(0);
  }
});

test('the late answer to the sign-out of one leaves whoever signed in meanwhile signed in', async ({
  product,
  openContext,
  openPage,
  onTestFinished,
}) => {
  const first = await registerOperator(product, 'barbara');
  await registerOperator(product, 'tony');
  const wire = await startWire(product.port);
  onTestFinished(() => wire.close());
  for (const next of ['tony', 'barbara']) {
    const context = await openContext();
    await signInContext(context, wire.url, await signInOperator(product, first.username));
    const { page: left } = await openPage(context, REFUSED);
    left.setDefaultTimeout(10_000);
    await left.goto(`${wire.url}/dashboard`);
    await isRead(left);
    await left.getByRole('button', { name: /Admin User/ }).click();
    const signOut = left.getByRole('menuitem', { name: 'Sign out' });
    await signOut.waitFor();
    wire.mode = 'swallow';
    await signOut.click();
    await left.getByText(/^Signed out on this device/).waitFor();
    wire.mode = 'carry';
    wire.cut();
    wire.spoilt = { path: LOGOUT, answer: 'late' };
    // The page that is left may ask once more.
    const asked = left.waitForRequest(
      (request) => request.url().includes(LOGOUT) && left.url().endsWith('/login'),
    );
    await left.goto(`${wire.url}/login`);
    await asked;
    await expect.poll(wire.lateAnswers).toBe(1);
    wire.spoilt = undefined;
    const { page } = await openPage(context, REFUSED);
    await sendPassword(page, wire.url, next);
    await isInside(page);
    const answered = left.waitForResponse(`**${LOGOUT}*`);
    wire.release();
    await answered;
    expect(await statusOfSession(page)).toBe(200);
  }
});

const statusOfSession = (page: Page) =>
  page.evaluate(async () => (await fetch('/api/auth/session')).status);
