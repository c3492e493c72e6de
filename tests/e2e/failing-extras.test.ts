import { expect } from 'vitest';
import { EXTRA_CALLS, GOOD_ANSWERS } from '../doubles/any-answers.ts';
import { dismissToast, FAILED_CALLS, test, toastOn } from './any-console.ts';
import { signOutBy } from './browser.ts';
import { fail, press, READ_MS, SOME_WAYS, WRITE_MS, wordsOf } from './failing-call.ts';
import { panelDetail } from './failures.ts';

/**
 * The calls that a server has beyond the specification, failing (that they may be missing is in
 * any-server.test.ts): what needs them says so in its words, and the rest stays as it was.
 */

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

test('the details of a bundle failing: the dialog says it, and what the list knows', async ({
  signedIn,
  openPage,
  server,
}) => {
  const { page } = await openPage(signedIn, FAILED_CALLS);
  for (const way of SOME_WAYS) {
    const dialog = page.getByRole('dialog', { name: 'routing.zip' });
    await fail(server, page, EXTRA_CALLS.details, way, READ_MS, async () => {
      await page.goto(server.url + ADDRESS);
      await dialog.getByText('1.5 KB').waitFor();
    });
    const failure = `The details could not be read: ${panelDetail(way)}`;
    await dialog.getByText(failure, { exact: true }).waitFor();
    expect(await dialog.getByText('1.5 KB').count()).toBe(1);
    expect(await dialog.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  }
});

test('the list of proofs failing: its card says it, and the others stay', async ({
  signedIn,
  openPage,
  server,
}) => {
  const { page } = await openPage(signedIn, FAILED_CALLS);
  for (const way of SOME_WAYS) {
    await fail(server, page, EXTRA_CALLS.proofs, way, READ_MS, async () => {
      await page.goto(`${server.url}/route66-protocol`);
      await page.getByText('Operational').waitFor();
    });
    await page.getByText('The proofs could not be read').waitFor();
    expect(await page.getByRole('main').innerText()).toContain(panelDetail(way));
    expect(await page.getByText('Operational').count()).toBe(1);
  }
});

test('the logs when a search fails: what this device knows stays, and it is said', async ({
  signedIn,
  openPage,
  server,
}) => {
  const { page } = await openPage(signedIn, FAILED_CALLS);
  const call = 'GET /api/activity/logs';
  for (const [index, way] of SOME_WAYS.entries()) {
    server.answers(call, { body: GOOD_ANSWERS[call] });
    await page.goto(`${server.url}/logs`);
    await page.getByText(/^All \d+ events$/).waitFor();
    await fail(server, page, call, way, READ_MS, () =>
      page.getByLabel('Search', { exact: true }).fill(`moon${' '.repeat(index)}`),
    );
    await page.getByText('The server could not be searched').waitFor();
    await page.getByText('Moon rose').waitFor();
    await page.getByText('1 match among the events known on this device').waitFor();
  }
  server.answers(call, { body: GOOD_ANSWERS[call] });
  await press(page, 'Try again');
  await page.getByText('1 match', { exact: true }).waitFor();
});

test('older rows of the log are read as its end is scrolled into view, until there are none', async ({
  signedIn,
  openPage,
  server,
}) => {
  const { page } = await openPage(signedIn, FAILED_CALLS);
  const call = 'GET /api/activity/logs';
  server.answers(call, { body: rowsBefore(1001, 200) });
  await page.goto(`${server.url}/logs`);
  await page.getByText('Newest 200 events').waitFor();
  server.answers(call, { body: rowsBefore(801, 7) });
  const asked = page.waitForRequest(/logs\?before=801&limit=200$/);
  await page.getByRole('region', { name: 'System logs, rows' }).focus();
  await page.keyboard.press('End');
  await asked;
  await page.getByText('All 207 events').waitFor();
  await page.keyboard.press('End');
  await page.getByText('Row 794', { exact: true }).waitFor();
  await page.getByText('No older events.').waitFor();
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

test('deploying failing: its toast, and the button for the next try', async ({
  signedIn,
  openPage,
  server,
}) => {
  const { page } = await openPage(signedIn, FAILED_CALLS);
  await page.goto(`${server.url}/zip-bundles`);
  for (const way of SOME_WAYS) {
    await press(page, 'Deploy routing.zip');
    await fail(server, page, EXTRA_CALLS.deploy, way, WRITE_MS, () =>
      page.getByRole('button', { name: /^Deploy to / }).click(),
    );
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
  await page.getByRole('button', { name: /^Deploy to / }).click();
  await expect
    .poll(() => toastOn(page))
    .toEqual(['Failed to deploy bundle', 'There is no such bundle.']);
  expect(await page.getByRole('button', { name: /^Deploy / }).count()).toBeGreaterThan(0);
  server.answers(BUNDLES, { body: GOOD_ANSWERS[BUNDLES] });
});

test('deleting a bundle failing: its toast, and the question is still open', async ({
  signedIn,
  openPage,
  server,
}) => {
  const { page } = await openPage(signedIn, FAILED_CALLS);
  server.answers(EXTRA_CALLS.details, { body: DETAILS });
  await page.goto(server.url + ADDRESS);
  await press(page, 'Delete');
  const question = page.getByRole('dialog', { name: 'Delete routing.zip' });
  for (const way of SOME_WAYS) {
    await fail(server, page, EXTRA_CALLS.remove, way, WRITE_MS, () =>
      question.getByRole('button', { name: 'Delete' }).click(),
    );
    await expect
      .poll(() => toastOn(page), { message: way })
      .toEqual(['Failed to delete bundle', wordsOf(way)]);
    expect(await question.getByRole('button', { name: 'Delete' }).isEnabled()).toBe(true);
    await dismissToast(page);
  }
});

test('the call that ends a session failing: this device is signed out all the same', async ({
  signedIn,
  openPage,
  server,
}) => {
  const { page } = await openPage(signedIn, FAILED_CALLS);
  for (const way of SOME_WAYS) {
    await page.goto(`${server.url}/admin/heartbeat`);
    await page.getByText('2 h 3 min').waitFor();
    await fail(server, page, EXTRA_CALLS.logout, way, WRITE_MS, () => signOutBy(page));
    await page.getByText(/^Signed out on this device/).waitFor();
    expect(
      await page.evaluate(() => [localStorage['auth-token'], sessionStorage['session-auth']]),
    ).toEqual([undefined, undefined]);
    // The next page is signed in again.
    await page.evaluate(() => localStorage.clear());
  }
});
