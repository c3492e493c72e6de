import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { SpecifiedCall } from '../doubles/any-answers.ts';
import type { AnyServer } from '../doubles/any-server.ts';
import { endWaits } from '../doubles/hand-time.ts';
import { zipOf } from '../doubles/zip-writer.ts';
import { dismissToast, FAILED_CALLS, test, toastOn } from './any-console.ts';
import { SOME_WAYS, wordsOf } from './failing-call.ts';
import { FAILURES, MESSAGE, WAYS, type Way } from './failures.ts';

/**
 * Every writing call of the catalogue failing, one after the other in one form: each has its toast, the form is as it was, and the
 * next try can be sent. The sign-in and one command fail in every way, the others in those that they say something else of.
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

/** A combobox gives its label to its list as well. */
const field = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).and(page.locator('input'));

/** A form of text fields: fills them in by label, and says what stands in them. */
const typed = (texts: Readonly<Record<string, string>>) => ({
  fill: async (page: Page) => {
    for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
  },
  filled: (page: Page) =>
    Promise.all(Object.keys(texts).map((label) => field(page, label).inputValue())),
});

/** The server's own message, or the given text where it sent none; no contact where no answer can be used. */
const refusal = (title: string, text: string, service: string) => (way: Way) => {
  if (way === '4xx with a message') return [title, MESSAGE];
  if (way === '5xx with an empty body') return [title, text];
  return ['Connection Error', `Unable to connect to ${service} service`];
};

/** The specification shows no answer of these calls, so any JSON is one. */
const command = (failure: string, success: string) => (way: Way) =>
  way === 'an answer of another shape' ? [success] : [failure, wordsOf(way)];

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
    ways: ['4xx with a message', '5xx with an empty body', 'network gone'],
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
    ways: SOME_WAYS,
  },
  {
    call: 'POST /api/mesh/manual-reconnect',
    path: '/admin-watchdog',
    fill: NOTHING,
    button: 'Manual Reconnect',
    filled: NOTHING,
    toast: command('Failed to initiate reconnect', 'Manual reconnect initiated'),
    limitMs: WRITE_MS,
    ways: SOME_WAYS,
  },
  {
    call: 'POST /api/mesh/proof/start',
    path: '/admin/route66-proof',
    fill: CHALLENGE.fill,
    button: 'Start Challenge',
    filled: async (page) => [...(await CHALLENGE.filled(page)), new URL(page.url()).search],
    toast: (way) => ['Failed to start proof challenge', wordsOf(way)],
    limitMs: WRITE_MS,
    ways: ['4xx with a message', 'an answer of another shape'],
  },
  {
    call: 'POST /api/zip/upload',
    path: '/dashboard',
    fill: async (page) => {
      await page.getByRole('button', { name: 'Upload ZIP Bundle' }).first().click();
      const file = { name: 'a.zip', mimeType: 'application/zip', buffer: zipOf({ a: 'b' }) };
      await page.getByRole('dialog').waitFor();
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('checkbox', { name: 'Forge' }).click();
    },
    button: 'Upload & Validate',
    filled: async (page) => [
      await page.getByText('a.zip').count(),
      await page.getByRole('checkbox', { checked: true }).count(),
    ],
    toast: () => ['Error', 'Failed to upload ZIP bundle'],
    limitMs: UPLOAD_MS,
    // The others are no failures: the device keeps the file, as the next test shows.
    ways: ['4xx with a message'],
  },
];

/** Sends the form, and moves time on where no answer will come. */
async function sendAndFail(server: AnyServer, page: Page, form: Form, way: Way): Promise<void> {
  server.answers(form.call, FAILURES[way].reply);
  const before = server.asked(form.call).length;
  await page.getByRole('button', { name: form.button, exact: true }).click();
  if (way !== 'no answer in time') return;
  await expect.poll(() => server.asked(form.call).length, { message: way }).toBe(before + 1);
  // Its wait begins anew with every report of progress, which the page may get later than the server its bytes.
  if (form.call === UPLOAD) await page.getByText('Finishing…').first().waitFor();
  await endWaits(page, form.limitMs);
}

async function failInEveryWay(server: AnyServer, page: Page, form: Form): Promise<void> {
  const filled = await form.filled(page);
  for (const way of form.ways ?? WAYS) {
    await sendAndFail(server, page, form, way);
    await expect.poll(() => toastOn(page), { message: way }).toEqual(form.toast(way));
    const button = page.getByRole('button', { name: form.button, exact: true });
    await expect.poll(() => button.isEnabled(), { message: way }).toBe(true);
    expect(await form.filled(page), way).toEqual(filled);
    expect(new URL(page.url()).pathname, way).toBe(form.path);
    await dismissToast(page);
  }
}

test.for(FORMS)(
  '$call failing: its toast, and the form as it was',
  async (form, { server, visitor, signedIn, openPage }) => {
    const isPublic = form.path === '/login' || form.path === '/signup';
    const { page } = await openPage(isPublic ? visitor : signedIn, FAILED_CALLS);
    await page.goto(server.url + form.path);
    await form.fill(page);
    await failInEveryWay(server, page, form);
  },
);

const UPLOAD = 'POST /api/zip/upload';

const MAY_HAVE_ARRIVED = /the file may have arrived all the same/;

/** The next try may have come by then, and have found no receipts. */
const WAITS_OR_TRIED_AGAIN =
  /Waiting for the server\. Sends automatically\.|the file may have arrived all the same/;

/** What becomes of the upload on a server that cannot say whether it has arrived. */
const KEPT: readonly (readonly [Way, RegExp])[] = [
  ['5xx with an empty body', MAY_HAVE_ARRIVED],
  ['network gone', MAY_HAVE_ARRIVED],
  ['no answer in time', WAITS_OR_TRIED_AGAIN],
];

test('an upload that may have arrived is kept, which is said calmly', async ({
  server,
  signedIn,
  openPage,
}) => {
  const form = FORMS.find(({ call }) => call === UPLOAD);
  if (!form) throw new Error('there is no form of the upload');
  const { page } = await openPage(signedIn, FAILED_CALLS);
  await page.goto(server.url + form.path);
  for (const [way, then] of KEPT) {
    const before = server.asked(UPLOAD).length;
    await form.fill(page);
    await sendAndFail(server, page, form, way);
    await expect
      .poll(() => toastOn(page), { message: way })
      .toEqual(['Upload saved', 'Saved on this device. It uploads when the server is back.']);
    await dismissToast(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Uploads, 1 not sent' }).click();
    await page.getByText(then).waitFor();
    // Of what the server cut off nothing had left: that is sent again.
    if (way !== 'network gone') expect(server.asked(UPLOAD)).toHaveLength(before + 1);
    await page.getByRole('button', { name: 'Remove a.zip' }).click();
    await page.getByRole('button', { name: 'Remove a.zip for good' }).click();
    await page.getByRole('button', { name: /^Uploads/ }).waitFor({ state: 'detached' });
  }
});
