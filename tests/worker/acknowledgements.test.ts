import { expect, test } from 'vitest';
import { ACKNOWLEDGEMENTS_KEY, type PendingAcknowledgement } from '../../src/shared/model.ts';
import { flushPromises } from '../doubles/clock.ts';
import { type Browser, createBrowser as browserOf, type Tab } from '../doubles/tabs.ts';
import { createFakeUploads } from '../doubles/uploads.ts';

/** Acknowledgements that were pressed while the server could not be reached. */

const PATH = '/api/incidents/7';
const ACKNOWLEDGE = `${PATH}/acknowledge`;
const RETRY_MS = 30_000;

const INCIDENT = {
  id: 7,
  platform: 'archive',
  status: 'error',
  startedAt: 1,
  endedAt: null as number | null,
  cause: 'no answer',
  planned: false,
  drillUntil: null,
  acknowledgement: null as object | null,
  events: [] as object[],
};

const createBrowser = () => browserOf({ uploads: createFakeUploads() });

async function openTab(browser: Browser): Promise<Tab> {
  const tab = browser.openTab();
  await tab.worker.open('ada');
  await browser.clock.advance(50);
  return tab;
}

/** The server answers again. */
function answer(browser: Browser, incident: Partial<typeof INCIDENT> | undefined, status = 200) {
  browser.server.route('GET', PATH, () =>
    incident
      ? { body: { ...INCIDENT, ...incident } }
      : { status: 404, body: { message: 'There is no such incident.' } },
  );
  browser.server.route('POST', ACKNOWLEDGE, () => ({ status, body: { message: 'Refused.' } }));
}

async function press(browser: Browser, { worker }: Tab, note = 'cable'): Promise<void> {
  const at = browser.clock.now();
  await worker.acknowledgeLater({ incident: '7', title: 'Archive is down', note, at });
  await browser.clock.advance(50);
}

const shownIn = ({ page }: Tab) =>
  (page.entry(ACKNOWLEDGEMENTS_KEY)?.data ?? []) as readonly PendingAcknowledgement[];
const noted = (tab: Tab) => shownIn(tab).map(({ note, dropped }) => [note, dropped]);

function unreachable(browser: Browser): void {
  for (const [method, path] of [
    ['GET', PATH],
    ['POST', ACKNOWLEDGE],
  ] as const)
    browser.server.route(method, path, () => ({ status: 503, body: {} }));
}

test('it waits on the device, is shown in every tab, and is sent once', async () => {
  const browser = createBrowser();
  unreachable(browser);
  const tabs = [await openTab(browser), await openTab(browser)] as const;
  await press(browser, tabs[1]);
  expect(tabs.map(noted)).toEqual([[['cable', undefined]], [['cable', undefined]]]);
  answer(browser, {});
  await browser.clock.advance(RETRY_MS + 50);
  expect(tabs.map(noted)).toEqual([[], []]);
  expect(browser.server.count(ACKNOWLEDGE)).toBe(1);
  expect(browser.disks.stored('outbox ada').size).toBe(0);
  await browser.clock.advance(10 * RETRY_MS);
  expect(browser.server.count(ACKNOWLEDGE)).toBe(1);
});

test('an offer waits as well, and is sent once', async () => {
  const browser = createBrowser();
  unreachable(browser);
  const tab = await openTab(browser);
  const offer = { incident: '7', title: 'Archive is down', note: '', to: 'bo' };
  await tab.worker.acknowledgeLater({ ...offer, at: browser.clock.now() });
  answer(browser, {});
  const HAND_OVER = `${PATH}/hand-over`;
  browser.server.route('POST', HAND_OVER, () => ({ body: { message: 'It waits for bo.' } }));
  await browser.clock.advance(RETRY_MS + 50);
  expect(noted(tab)).toEqual([]);
  expect([HAND_OVER, ACKNOWLEDGE].map(browser.server.count)).toEqual([1, 0]);
});

const PAGE = '<html>nginx</html>';

test.each([
  ['404', { status: 404, body: PAGE }],
  ['404 without a body', { status: 404 }],
  ['403', { status: 403, body: PAGE }],
  ['200 and a sign-in page', { body: PAGE }],
])('it is not dropped because a proxy in front answers %s', async (_, proxy) => {
  const browser = createBrowser();
  unreachable(browser);
  const tab = await openTab(browser);
  await press(browser, tab);
  browser.server.route('GET', PATH, () => proxy);
  await browser.clock.advance(RETRY_MS + 50);
  answer(browser, {});
  browser.server.route('POST', ACKNOWLEDGE, () => proxy);
  await browser.clock.advance(RETRY_MS + 50);
  expect(noted(tab)).toEqual([['cable', undefined]]);
  answer(browser, {});
  await browser.clock.advance(RETRY_MS + 50);
  expect(noted(tab)).toEqual([]);
});

test('it outlives the tab and is sent by the next one', async () => {
  const browser = createBrowser();
  unreachable(browser);
  const first = await openTab(browser);
  await press(browser, first);
  await first.worker.stop();
  const second = await openTab(browser);
  expect(noted(second)).toEqual([['cable', undefined]]);
  answer(browser, {});
  await browser.clock.advance(RETRY_MS + 50);
  expect([noted(second), browser.server.count(ACKNOWLEDGE)]).toEqual([[], 1]);
});

test('taken back, it is not sent', async () => {
  const browser = createBrowser();
  unreachable(browser);
  const tab = await openTab(browser);
  await press(browser, tab);
  await tab.worker.takeBack('7');
  answer(browser, {});
  await browser.clock.advance(RETRY_MS + 50);
  expect([noted(tab), browser.server.count(ACKNOWLEDGE)]).toEqual([[], 0]);
  expect(browser.disks.stored('outbox ada').size).toBe(0);
});

test('taken back while the tab that leads is frozen, it is not sent by the next one', async () => {
  const browser = createBrowser();
  unreachable(browser);
  const tabs = [await openTab(browser), await openTab(browser)] as const;
  await press(browser, tabs[0]);
  tabs[0].freeze();
  const takenBack = tabs[1].worker.takeBack('7');
  await browser.clock.advance(10_000);
  await takenBack;
  answer(browser, {});
  await browser.clock.advance(RETRY_MS + 50);
  expect([noted(tabs[1]), browser.server.count(ACKNOWLEDGE)]).toEqual([[], 0]);
  expect(browser.disks.stored('outbox ada').size).toBe(0);
});

test('pressed again, the last note is sent', async () => {
  const browser = createBrowser();
  unreachable(browser);
  const tab = await openTab(browser);
  await press(browser, tab);
  await press(browser, tab, 'on my way');
  expect(noted(tab)).toEqual([['on my way', undefined]]);
});

const OVER = 'The incident was over before this could be sent.';
const TAKEN = { by: 'ben', at: Number.MAX_SAFE_INTEGER, note: '' };

test.each([
  ['the incident is over', { endedAt: 2 }, 200, OVER, 0],
  ['the incident, a drill, is gone', undefined, 200, OVER, 0],
  ['it ends just then', {}, 409, OVER, 1],
  ['somebody else is on it since', { acknowledgement: TAKEN }, 200, 'ben is on it by now.', 0],
  ['the server refuses it', {}, 400, 'Refused.', 1],
  ['the role does not allow it any more', {}, 403, 'Refused.', 1],
])(
  'dropped with a reason when %s, until that was read',
  async (_, incident, status, reason, sent) => {
    const browser = createBrowser();
    unreachable(browser);
    const tab = await openTab(browser);
    await press(browser, tab);
    const before = browser.server.count(ACKNOWLEDGE);
    answer(browser, incident, status);
    await browser.clock.advance(10 * RETRY_MS);
    expect(noted(tab)).toEqual([['cable', reason]]);
    expect(browser.server.count(ACKNOWLEDGE) - before).toBe(sent);
    await tab.worker.takeBack('7');
    await browser.clock.advance(50);
    expect(noted(tab)).toEqual([]);
  },
);

test('one of somebody else from before it was pressed is taken over', async () => {
  const browser = createBrowser();
  const tab = await openTab(browser);
  answer(browser, { acknowledgement: { by: 'ben', at: 1, note: '' } });
  await press(browser, tab);
  expect([noted(tab), browser.server.count(ACKNOWLEDGE)]).toEqual([[], 1]);
});

test.each([
  ['ada is on it: cable', 0],
  ['ada lovelace is on it', 1],
])('since it was pressed there is "%s"', async (text, sent) => {
  const browser = createBrowser();
  unreachable(browser);
  const tab = await openTab(browser);
  await press(browser, tab);
  const before = browser.server.count(ACKNOWLEDGE);
  answer(browser, { events: [{ at: browser.clock.now(), kind: 'acknowledged', text }] });
  await browser.clock.advance(RETRY_MS + 50);
  expect([noted(tab), browser.server.count(ACKNOWLEDGE) - before]).toEqual([[], sent]);
});

test('signing out removes it from the device', async () => {
  const browser = createBrowser();
  unreachable(browser);
  const tab = await openTab(browser);
  await press(browser, tab);
  await tab.worker.close(true);
  await flushPromises();
  expect(browser.disks.stored('outbox ada').size).toBe(0);
});

test('a device that cannot keep it sends it from memory, and a stopped tab leaves nothing behind', async () => {
  const browser = createBrowser();
  unreachable(browser);
  browser.disks.breakDown('fail');
  const tab = await openTab(browser);
  await press(browser, tab);
  expect(noted(tab)).toEqual([['cable', undefined]]);
  await tab.worker.stop();
  await flushPromises();
  expect([browser.clock.sleepers(), browser.disks.open()]).toEqual([0, 0]);
});
