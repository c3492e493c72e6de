import { afterAll, expect, test } from 'vitest';
import { EXTRA_CALLS, GOOD_ANSWERS } from '../doubles/any-answers.ts';
import { dismissToast, openAnyConsole, toastOn } from './any-console.ts';
import {
  fail,
  openFailing,
  press,
  READ_MS,
  WRITE_MS,
  WRITE_WAYS,
  wordsOf,
} from './failing-call.ts';
import { panelDetail, WAYS } from './failures.ts';

/**
 * The calls that a server has beyond the specification, failing in every way (that they may be missing is in
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

const { browser, server, close } = await openAnyConsole();
afterAll(close);

const open = () => openFailing(browser, 'failing-extras');

test('the details of a bundle failing in every way: the dialog says it, and what the list knows', async () => {
  const { page, troubles, close } = await open();
  for (const way of WAYS) {
    const dialog = page.getByRole('dialog', { name: 'routing.zip' });
    await fail(server, page, EXTRA_CALLS.details, way, READ_MS, async () => {
      await page.goto(server.url + ADDRESS);
      await dialog.getByText('1.5 KB').waitFor();
    });
    const told = `The details could not be read: ${panelDetail(way)}`;
    await dialog.getByText(told, { exact: true }).waitFor();
    expect(await dialog.getByText('1.5 KB').count()).toBe(1);
    expect(await dialog.getByRole('button', { name: 'Remove bundle' }).count()).toBe(0);
  }
  expect(troubles).toEqual([]);
  await close();
});

test('the list of proofs failing in every way: its card says it, and the others stay', async () => {
  const { page, troubles, close } = await open();
  for (const way of WAYS) {
    await fail(server, page, EXTRA_CALLS.proofs, way, READ_MS, async () => {
      await page.goto(`${server.url}/route66-protocol`);
      await page.getByText('Operational').waitFor();
    });
    await page.getByText('The proofs could not be read').waitFor();
    expect(await page.getByRole('main').innerText()).toContain(panelDetail(way));
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
    await fail(server, page, call, way, READ_MS, () => press(page, 'Show older rows'));
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
    await fail(server, page, EXTRA_CALLS.deploy, way, WRITE_MS, () =>
      press(page, 'Deploy routing.zip'),
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
    await fail(server, page, EXTRA_CALLS.remove, way, WRITE_MS, () =>
      press(page, 'Remove for good'),
    );
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
    await fail(server, page, EXTRA_CALLS.logout, way, WRITE_MS, () => press(page, 'Sign out'));
    await page.waitForURL('**/login');
    expect(
      await page.evaluate(() => [localStorage['auth-token'], sessionStorage['session-auth']]),
    ).toEqual([undefined, undefined]);
  }
  expect(troubles).toEqual([]);
  await close();
});
