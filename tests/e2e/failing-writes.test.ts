import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import type { SpecifiedCall } from '../doubles/any-answers.ts';
import { endWaits } from '../doubles/hand-time.ts';
import { zipOf } from '../doubles/zip-writer.ts';
import { dismissToast, FAILED_CALLS, openAnyConsole, signedIn, toastOn } from './any-console.ts';
import { openPage } from './browser.ts';
import { FAILURES, MESSAGE, WAYS, type Way } from './failures.ts';

/**
 * Every writing call of the catalogue failing in every way, one after the other in one form: each has its
 * toast, the form is as it was, and the next try can be sent.
 */
interface Form {
  readonly call: SpecifiedCall;
  readonly path: string;
  readonly fill: (page: Page) => Promise<void>;
  readonly button: string;
  /** What was filled in, as it stands now. */
  readonly filled: (page: Page) => Promise<unknown>;
  /** Title and text of the toast. */
  readonly toast: (way: Way) => readonly string[];
  readonly limitMs: number;
  /** Those that fail it; all unless said otherwise. */
  readonly ways?: readonly Way[];
}

const NOTHING = async () => undefined;
const WRITE_MS = 30_000;
/** An upload may last for hours, but not be silent for longer. */
const UPLOAD_MS = 90_000;

const entered = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue();

/** A form of text fields: fills them in by label, and says what stands in them. */
const typed = (texts: Readonly<Record<string, string>>) => ({
  fill: async (page: Page) => {
    for (const [label, text] of Object.entries(texts))
      await page.getByLabel(label, { exact: true }).fill(text);
  },
  filled: (page: Page) => Promise.all(Object.keys(texts).map((label) => entered(page, label))),
});

/** The server's own message, or the given text where it sent none; no contact where no answer can be used. */
const refusal = (title: string, text: string, service: string) => (way: Way) => {
  if (way === '4xx with a message') return [title, MESSAGE];
  if (way === '5xx with an empty body') return [title, text];
  return ['Connection Error', `Unable to connect to ${service} service`];
};

/** The specification shows no answer of these calls, so any JSON is one. */
const command = (failure: string, success: string) => (way: Way) =>
  way === 'an answer of another shape' ? [success] : [failure];

const CHALLENGE = typed({ Peer: 'archive.mesh.example', 'Deadline (seconds)': '120' });

const FORMS: readonly Form[] = [
  {
    call: 'POST /api/auth/login',
    path: '/login',
    ...typed({ Username: 'ada', Password: 'some password' }),
    button: 'Sign in',
    toast: refusal('Login Failed', 'Invalid credentials', 'authentication'),
    limitMs: WRITE_MS,
  },
  {
    call: 'POST /api/auth/register',
    path: '/signup',
    ...typed({
      Username: 'ada',
      Email: 'ada@mesh.example',
      Password: 'some password',
      'Confirm password': 'some password',
    }),
    button: 'Create Account',
    toast: refusal('Registration Failed', 'Unable to create account', 'registration'),
    limitMs: WRITE_MS,
  },
  {
    call: 'POST /api/system/sync',
    path: '/dashboard',
    fill: NOTHING,
    button: 'Sync Mesh',
    filled: NOTHING,
    toast: command('Failed to synchronize mesh', 'Mesh synchronization completed successfully'),
    limitMs: WRITE_MS,
  },
  {
    call: 'POST /api/admin/heartbeat/ping',
    path: '/admin-watchdog',
    fill: (page) => page.getByText('Elsewhere').waitFor(),
    button: 'Ping',
    filled: NOTHING,
    toast: command('Failed to send heartbeat ping', 'Heartbeat ping sent to Elsewhere mesh'),
    limitMs: WRITE_MS,
  },
  {
    call: 'POST /api/mesh/manual-reconnect',
    path: '/admin-watchdog',
    fill: NOTHING,
    button: 'Manual Reconnect',
    filled: NOTHING,
    toast: command('Failed to initiate reconnect', 'Manual reconnect initiated'),
    limitMs: WRITE_MS,
  },
  {
    call: 'POST /api/mesh/proof/start',
    path: '/admin/route66-proof',
    fill: CHALLENGE.fill,
    button: 'Start Challenge',
    filled: async (page) => [...(await CHALLENGE.filled(page)), new URL(page.url()).search],
    toast: () => ['Failed to start proof challenge'],
    limitMs: WRITE_MS,
  },
  {
    call: 'POST /api/zip/upload',
    path: '/dashboard',
    fill: async (page) => {
      await page.getByRole('button', { name: 'Upload ZIP Bundle' }).first().click();
      const file = { name: 'a.zip', mimeType: 'application/zip', buffer: zipOf({ a: 'b' }) };
      await page.getByRole('dialog').waitFor();
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('checkbox', { name: /Forge/ }).uncheck();
    },
    button: 'Upload & Validate',
    filled: async (page) => [
      await page.getByText('a.zip').count(),
      await page.getByRole('checkbox', { checked: true }).count(),
    ],
    toast: () => ['Error', 'Failed to upload ZIP bundle'],
    limitMs: UPLOAD_MS,
    // Any JSON is an answer to an upload, and ends the dialog.
    ways: WAYS.filter((way) => way !== 'an answer of another shape'),
  },
];

const { browser, server, close } = await openAnyConsole();
afterAll(close);

/** Sends the form, and moves time on where no answer will come. */
async function sendAndFail(page: Page, form: Form, way: Way): Promise<void> {
  server.answers(form.call, FAILURES[way].reply);
  const before = server.asked(form.call).length;
  await page.getByRole('button', { name: form.button, exact: true }).click();
  if (way !== 'no answer in time') return;
  await expect.poll(() => server.asked(form.call).length, { message: way }).toBe(before + 1);
  await endWaits(page, form.limitMs);
}

async function failInEveryWay(page: Page, form: Form): Promise<void> {
  const filled = await form.filled(page);
  for (const way of form.ways ?? WAYS) {
    await sendAndFail(page, form, way);
    await expect.poll(() => toastOn(page), { message: way }).toEqual(form.toast(way));
    const button = page.getByRole('button', { name: form.button, exact: true });
    await expect.poll(() => button.isEnabled(), { message: way }).toBe(true);
    expect(await form.filled(page), way).toEqual(filled);
    expect(new URL(page.url()).pathname, way).toBe(form.path);
    await dismissToast(page);
  }
}

test.each(FORMS)('$call failing: its toast, and the form as it was', async (form) => {
  const isPublic = form.path === '/login' || form.path === '/signup';
  const context = isPublic ? await browser.newContext() : await signedIn(browser);
  const { page, troubles } = await openPage(context, 'failing-writes', FAILED_CALLS);
  await page.goto(server.url + form.path);
  await form.fill(page);
  await failInEveryWay(page, form);
  expect(troubles).toEqual([]);
  await context.close();
});
