import { expect } from 'vitest';
import { EXTRA_CALLS } from '../doubles/any-answers.ts';
import { dismissToast, FAILED_CALLS, test, toastOn } from './any-console.ts';
import { fail, press, READ_MS, SOME_WAYS, WRITE_MS, wordsOf } from './failing-call.ts';
import { MESSAGE, panelDetail, type Way } from './failures.ts';
import { isKept, WITH_SERVICE_WORKER } from './service-worker.ts';

/**
 * The calls about displays and about this device's notifications, which a server has beyond the specification,
 * failing.
 */

// A notification is the service worker's.
test.override('contextOptions', { ...WITH_SERVICE_WORKER, viewport: { width: 1280, height: 900 } });

const DISPLAY = {
  id: 'hall',
  name: 'Hall',
  connected: false,
  seenAt: null,
  build: null,
  approvedBy: 'ada',
  createdAt: 0,
};

test('the calls of displays failing: said where they were given, and the form as it was', async ({
  signedIn,
  openPage,
  server,
}) => {
  const { page } = await openPage(signedIn, FAILED_CALLS);
  const dialog = page.getByRole('dialog', { name: 'Displays' });
  for (const way of SOME_WAYS) {
    await fail(server, page, EXTRA_CALLS.displays, way, READ_MS, async () => {
      await page.goto(`${server.url}/dashboard?show=displays`);
      await dialog.waitFor();
    });
    await dialog.getByText(`The displays could not be read: ${panelDetail(way)}`).waitFor();
  }
  server.answers(EXTRA_CALLS.displays, { body: [DISPLAY] });
  await page.reload();
  await dialog.getByLabel('Code on the screen').fill('ABCD EFGH');
  await dialog.getByLabel('Name of the display').fill('Hall');
  for (const way of SOME_WAYS) {
    await fail(server, page, EXTRA_CALLS.approveDisplay, way, WRITE_MS, () =>
      press(page, 'Approve'),
    );
    await dialog.getByText(wordsOf(way)).waitFor();
    expect(await dialog.getByLabel('Name of the display').inputValue()).toBe('Hall');
  }
  await press(page, 'Revoke');
  for (const way of SOME_WAYS) {
    await fail(server, page, EXTRA_CALLS.revokeDisplay, way, WRITE_MS, () =>
      press(page, 'Revoke Hall'),
    );
    await expect
      .poll(() => toastOn(page), { message: way })
      .toEqual(['The display could not be revoked', wordsOf(way)]);
    await dismissToast(page);
  }
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

test('the calls of notifications failing: said in their section, and the button for the next try', async ({
  signedIn,
  openPage,
  server,
}) => {
  const { page } = await openPage(signedIn, FAILED_CALLS);
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript(subscribed);
  server.answers(EXTRA_CALLS.push, { body: PUSHES });
  await page.goto(`${server.url}/dashboard`);
  await isKept(page);
  // Without a load: a worker from this device's copy would have time of its own.
  await page.getByRole('button', { name: 'Admin User' }).click();
  await page.getByRole('menuitem', { name: 'This device' }).click();
  const section = page.getByRole('region', { name: 'Notifications', exact: true });
  const said = (way: Way) =>
    way === '4xx with a message' ? MESSAGE : 'The server could not be asked.';
  for (const way of SOME_WAYS) {
    await fail(server, page, EXTRA_CALLS.push, way, READ_MS, () =>
      press(page, 'Turn on notifications'),
    );
    await section.getByText(said(way)).waitFor();
    await section.getByRole('button', { name: 'Turn on notifications' }).waitFor();
  }
  server.answers(EXTRA_CALLS.push, { body: PUSHES });
  for (const way of SOME_WAYS) {
    await fail(server, page, EXTRA_CALLS.pushSubscribe, way, WRITE_MS, () =>
      press(page, 'Turn on notifications'),
    );
    await section.getByText(said(way)).waitFor();
    await section.getByRole('button', { name: 'Turn on notifications' }).waitFor();
  }
  server.answers(EXTRA_CALLS.pushSubscribe, { body: {} });
  await press(page, 'Turn on notifications');
  for (const way of SOME_WAYS) {
    await fail(server, page, EXTRA_CALLS.pushTest, way, WRITE_MS, () => press(page, 'Send a test'));
    await section.getByText(`Not sent. ${said(way)}`).waitFor();
  }
  await fail(server, page, EXTRA_CALLS.pushUnsubscribe, 'network gone', WRITE_MS, () =>
    press(page, 'Turn off'),
  );
  await section.getByRole('button', { name: 'Turn on notifications' }).waitFor();
});
