import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import {
  EXTRA_CALLS,
  type ExtraCall,
  GOOD_ANSWERS,
  type SpecifiedCall,
} from '../doubles/any-answers.ts';
import { endWaits } from '../doubles/hand-time.ts';
import { dismissToast, FAILED_CALLS, openAnyConsole, signedIn, toastOn } from './any-console.ts';
import { openPage } from './browser.ts';
import { FAILURES, MESSAGE, WAYS, type Way } from './failures.ts';
import { isKept } from './service-worker.ts';

/**
 * The calls that a server has beyond the specification, failing in every way (that they may be missing is in
 * any-server.test.ts): what needs them says so in its words, and the rest stays as it was.
 */
const READ_MS = 15_000;
const WRITE_MS = 30_000;

const BUNDLES = 'GET /api/zip/bundles';
/** The bundle whose id is in the extra calls. */
const ADDRESS = '/zip-bundles?bundle=7';
const DETAILS = {
  ...GOOD_ANSWERS[BUNDLES][0],
  sha256: 'ab'.repeat(32),
  priority: 'standard',
  uploadedBy: 'ada',
  problems: [],
  files: [],
  fileCount: 0,
  targets: [],
  history: [],
};

const { browser, server, close } = await openAnyConsole();
afterAll(close);

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function open() {
  const context = await signedIn(browser);
  const { page, troubles } = await openPage(context, 'failing-extras', FAILED_CALLS);
  return { page, troubles, close: () => context.close() };
}

/**
 * Makes the call fail, does what sends it, and moves time on where no answer will come.
 *
 * @param send ends when every other call that it caused is answered, or moving time on would end those too
 */
async function fail(
  page: Page,
  call: ExtraCall | SpecifiedCall,
  way: Way,
  limitMs: number,
  send: () => Promise<unknown>,
): Promise<void> {
  server.answers(call, FAILURES[way].reply);
  const before = server.asked(call).length;
  await send();
  await expect
    .poll(() => server.asked(call).length, { message: `${call}, ${way}` })
    .toBeGreaterThan(before);
  if (way === 'no answer in time') await endWaits(page, limitMs);
}

/** What a toast says of a write that failed so. */
function wordsOf(way: Way): string {
  if (way === '4xx with a message') return MESSAGE;
  return way === 'no answer in time' ? '0: No answer within 30 s' : FAILURES[way].detail;
}

/** Any JSON is an answer to a write whose answer holds nothing. */
const WRITE_WAYS = WAYS.filter((way) => way !== 'an answer of another shape');

test('the details of a bundle failing in every way: the dialog says it, and what the list knows', async () => {
  const { page, troubles, close } = await open();
  for (const way of WAYS) {
    const dialog = page.getByRole('dialog', { name: 'routing.zip' });
    await fail(page, EXTRA_CALLS.details, way, READ_MS, async () => {
      await page.goto(server.url + ADDRESS);
      await dialog.getByText('1.5 KB').waitFor();
    });
    const { detail } = FAILURES[way];
    await dialog.getByText('This server gives no more details of the bundle').waitFor();
    expect(await dialog.getByRole('status').innerText()).toContain(detail);
    expect(await dialog.getByText('1.5 KB').count()).toBe(1);
    expect(await dialog.getByRole('button', { name: 'Remove bundle' }).count()).toBe(0);
  }
  expect(troubles).toEqual([]);
  await close();
});

test('the list of proofs failing in every way: its card says it, and the others stay', async () => {
  const { page, troubles, close } = await open();
  for (const way of WAYS) {
    await fail(page, EXTRA_CALLS.proofs, way, READ_MS, async () => {
      await page.goto(`${server.url}/route66-protocol`);
      await page.getByText('Operational').waitFor();
    });
    await page.getByText('The proofs could not be read').waitFor();
    expect(await page.getByRole('main').innerText()).toContain(FAILURES[way].detail);
    expect(await page.getByText('Operational').count()).toBe(1);
  }
  expect(troubles).toEqual([]);
  await close();
});

test('older rows of the log: asked for and appended, their end said; failing in every way: said below the rows', async () => {
  const { page, troubles, close } = await open();
  const call = 'GET /api/activity/logs';
  await page.goto(`${server.url}/dashboard?show=logs`);
  const dialog = page.getByRole('dialog', { name: 'System Logs' });
  await dialog.getByText('Moon rose').waitFor();
  for (const way of WAYS) {
    await fail(page, call, way, READ_MS, () => press(page, 'Show older rows'));
    await dialog.getByText('The server could not be asked for older rows.').waitFor();
    expect(await dialog.getByText('Moon rose').count()).toBe(1);
  }
  server.answers(call, { body: rowsBefore(1, 500) });
  const asked = page.waitForRequest(/logs\?before=1&limit=500$/);
  await press(page, 'Show older rows');
  await asked;
  await dialog.getByText('502 of 502 rows').waitFor();
  server.answers(call, { body: rowsBefore(-499, 7) });
  await press(page, 'Show older rows');
  await dialog.getByText('509 of 509 rows').waitFor();
  await dialog.getByText('The server has no older rows.').waitFor();
  await dialog.getByRole('region', { name: 'System logs, rows' }).focus();
  await page.keyboard.press('End');
  await dialog.getByText('Row -506', { exact: true }).waitFor();
  expect(troubles).toEqual([]);
  await close();
});

/** So many rows, newest first, behind the one with this id. */
function rowsBefore(id: number, count: number) {
  const [row] = GOOD_ANSWERS['GET /api/activity/logs'];
  return Array.from({ length: count }, (_, i) => id - 1 - i).map((older) => ({
    ...row,
    id: older,
    message: `Row ${older}`,
  }));
}

test('deploying failing in every way: its toast, and the button for the next try', async () => {
  const { page, troubles, close } = await open();
  await page.goto(`${server.url}/zip-bundles`);
  for (const way of WRITE_WAYS) {
    await fail(page, EXTRA_CALLS.deploy, way, WRITE_MS, () => press(page, 'Deploy routing.zip'));
    await expect
      .poll(() => toastOn(page), { message: way })
      .toEqual(['Failed to deploy bundle', wordsOf(way)]);
    await dismissToast(page);
  }
  const others = GOOD_ANSWERS[BUNDLES].slice(1);
  server.answers(BUNDLES, { body: others });
  server.answers(EXTRA_CALLS.deploy, {
    status: 404,
    body: { message: 'There is no such bundle.' },
  });
  await press(page, 'Deploy routing.zip');
  await expect
    .poll(() => toastOn(page))
    .toEqual(['Failed to deploy bundle', 'There is no such bundle.']);
  expect(await page.getByRole('button', { name: /^Deploy / }).count()).toBeGreaterThan(0);
  server.answers(BUNDLES, { body: GOOD_ANSWERS[BUNDLES] });
  expect(troubles).toEqual([]);
  await close();
});

test('removing a bundle failing in every way: its toast, and the question is still open', async () => {
  const { page, troubles, close } = await open();
  server.answers(EXTRA_CALLS.details, { body: DETAILS });
  await page.goto(server.url + ADDRESS);
  await press(page, 'Remove bundle');
  for (const way of WRITE_WAYS) {
    await fail(page, EXTRA_CALLS.remove, way, WRITE_MS, () => press(page, 'Remove for good'));
    await expect
      .poll(() => toastOn(page), { message: way })
      .toEqual(['Failed to remove bundle', wordsOf(way)]);
    expect(await page.getByRole('button', { name: 'Remove for good' }).isEnabled()).toBe(true);
    await dismissToast(page);
  }
  expect(troubles).toEqual([]);
  await close();
});

test('the call that ends a session failing in every way: this device is signed out all the same', async () => {
  const { page, troubles, close } = await open();
  for (const way of WAYS) {
    await page.goto(`${server.url}/admin/heartbeat`);
    await page.getByText('2h 3m').waitFor();
    await fail(page, EXTRA_CALLS.logout, way, WRITE_MS, () => press(page, 'Sign out'));
    await page.waitForURL('**/login');
    expect(
      await page.evaluate(() => [localStorage['auth-token'], sessionStorage['session-auth']]),
    ).toEqual([undefined, undefined]);
  }
  expect(troubles).toEqual([]);
  await close();
});

const DISPLAY = {
  id: 'hall',
  name: 'Hall',
  connected: false,
  seenAt: null,
  build: null,
  approvedBy: 'ada',
  createdAt: 0,
};

test('the calls of displays failing in every way: said where they were given, and the form as it was', async () => {
  const { page, troubles, close } = await open();
  const dialog = page.getByRole('dialog', { name: 'Displays' });
  for (const way of WAYS) {
    await fail(page, EXTRA_CALLS.displays, way, READ_MS, async () => {
      await page.goto(`${server.url}/dashboard?show=displays`);
      await dialog.waitFor();
    });
    await dialog.getByText(`The displays could not be read: ${FAILURES[way].detail}`).waitFor();
  }
  server.answers(EXTRA_CALLS.displays, { body: [DISPLAY] });
  await page.reload();
  await dialog.getByLabel('Code on the screen').fill('ABCD EFGH');
  await dialog.getByLabel('Name of the display').fill('Hall');
  for (const way of WRITE_WAYS) {
    await fail(page, EXTRA_CALLS.approveDisplay, way, WRITE_MS, () => press(page, 'Approve'));
    await dialog.getByText(wordsOf(way)).waitFor();
    expect(await dialog.getByLabel('Name of the display').inputValue()).toBe('Hall');
  }
  await press(page, 'Revoke');
  for (const way of WRITE_WAYS) {
    await fail(page, EXTRA_CALLS.revokeDisplay, way, WRITE_MS, () => press(page, 'Revoke Hall'));
    await expect
      .poll(() => toastOn(page), { message: way })
      .toEqual(['The display could not be revoked', wordsOf(way)]);
    await dismissToast(page);
  }
  expect(troubles).toEqual([]);
  await close();
});

/** What the server says of its pushes; the key is the one that the subscription below is made with. */
const PUSHES = { publicKey: 'AQID', reach: 'untried', reachAt: null };

/** A subscription as a push service would make it: this Chromium reaches none. */
function subscribed(): void {
  const subscription = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/1',
    options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
    toJSON: () => ({ endpoint: subscription.endpoint, keys: {} }),
    unsubscribe: async () => true,
  };
  Object.assign(PushManager.prototype, {
    subscribe: async () => subscription,
    getSubscription: async () => subscription,
  });
}

test('the calls of notifications failing in every way: said in their section, and the button for the next try', async () => {
  const { page, troubles, close } = await open();
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript(subscribed);
  server.answers(EXTRA_CALLS.push, { body: PUSHES });
  await page.goto(`${server.url}/dashboard`);
  await isKept(page);
  // Without a load: a worker from this device's copy would have time of its own.
  await page.getByRole('button', { name: 'Admin User' }).click();
  await page.getByRole('link', { name: 'This device' }).click();
  const section = page.getByRole('region', { name: 'Notifications', exact: true });
  const said = (way: Way) =>
    way === '4xx with a message' ? MESSAGE : 'The server could not be asked.';
  for (const way of WAYS) {
    await fail(page, EXTRA_CALLS.push, way, READ_MS, () => press(page, 'Turn on notifications'));
    await section.getByText(said(way)).waitFor();
    await section.getByRole('button', { name: 'Turn on notifications' }).waitFor();
  }
  server.answers(EXTRA_CALLS.push, { body: PUSHES });
  for (const way of WRITE_WAYS) {
    await fail(page, EXTRA_CALLS.pushSubscribe, way, WRITE_MS, () =>
      press(page, 'Turn on notifications'),
    );
    await section.getByText(said(way)).waitFor();
    await section.getByRole('button', { name: 'Turn on notifications' }).waitFor();
  }
  server.answers(EXTRA_CALLS.pushSubscribe, { body: {} });
  await press(page, 'Turn on notifications');
  for (const way of WAYS) {
    await fail(page, EXTRA_CALLS.pushTest, way, WRITE_MS, () => press(page, 'Send a test'));
    await section.getByText(`Not sent. ${said(way)}`).waitFor();
  }
  await fail(page, EXTRA_CALLS.pushUnsubscribe, 'network gone', WRITE_MS, () =>
    press(page, 'Turn off'),
  );
  await section.getByRole('button', { name: 'Turn on notifications' }).waitFor();
  expect(troubles).toEqual([]);
  await close();
});
