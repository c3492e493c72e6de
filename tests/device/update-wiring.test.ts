import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../contract/limits.ts';
import { type ConnectionState, NOT_CONNECTED, type WorkerStatus } from '../../src/shared/model.ts';
import { createValueStore } from '../../src/shared/subscribable.ts';
import { openUpdatePage, type UpdatePage } from './update-page.ts';

/** What makes a page look for another version, and what lets a screen that nobody stands at take it. */

/** Screens try again every five seconds, and then ask the other tabs two questions, each for half a second. */
const TRIED_MS = 6100;

const known = vi.hoisted(() => ({ status: undefined as unknown, onPush: () => undefined }));
vi.mock('../../src/console/worker-client.ts', () => ({ workerClient: known }));
afterAll(() => {
  vi.doUnmock('../../src/console/worker-client.ts');
  vi.resetModules();
});

let page: UpdatePage;
beforeEach(async () => {
  page = await openUpdatePage();
});

/** The page has begun, and has asked once because it was opened. */
async function begun(): Promise<void> {
  page.updates.startUpdates();
  await page.after(0);
  expect(page.asked()).toBe(1);
}

test('a page looks for another version when it is opened, and then once an hour', async () => {
  await begun();
  await page.after(HOUR_MS - MINUTE_MS);
  expect(page.asked()).toBe(1);
  await page.after(MINUTE_MS);
  expect(page.asked()).toBe(2);
});

test('it looks when it becomes visible, unless it has just looked', async () => {
  await begun();
  page.become('hidden');
  page.become('visible');
  await page.after(MINUTE_MS);
  expect(page.asked()).toBe(1);
  page.become('hidden');
  await page.after(0);
  expect(page.asked()).toBe(1);
  page.become('visible');
  await page.after(0);
  expect(page.asked()).toBe(2);
});

test('it looks when the server can be reached again, and at once when that has another build', async () => {
  await begun();
  page.updates.onServerBack('own');
  await page.after(0);
  expect(page.asked()).toBe(1);
  page.updates.onServerBack('another');
  await page.after(0);
  expect(page.asked()).toBe(2);
  await page.after(TRIED_MS);
  page.updates.onServerBack(undefined);
  await page.after(0);
  expect(page.asked()).toBe(3);
});

test('a connection that is live again reports the server’s build once', async () => {
  const status = createValueStore<WorkerStatus>({
    connection: NOT_CONNECTED,
    skewMs: 0,
    storage: 'disk',
  });
  known.status = status;
  const link = (state: ConnectionState['state'], serverBuild: string) => {
    const phase = { state, since: 0, lastMessageAt: 0, attempt: 0, nextTryAt: 0 };
    const connection = { ...phase, liveMessageSeen: true, role: 'leading', serverBuild };
    status.set({ ...status.get(), connection: connection as ConnectionState });
  };
  await begun();
  const { followConsole } = await import('../../src/console/console-updates.ts');
  followConsole();
  await page.after(0);
  expect(page.asked()).toBe(1);
  link('live', 'another');
  link('live', 'another');
  await page.after(0);
  expect(page.asked()).toBe(2);
  link('silent', 'another');
  link('live', 'another');
  await page.after(0);
  expect(page.asked()).toBe(3);
});

test('a display updates at its first quiet moment and not before', async () => {
  await begun();
  let quiet = false;
  page.updates.updateWhenQuiet(() => quiet);
  page.isReady();
  await page.updates.checkForUpdate();
  await page.after(MINUTE_MS);
  expect(page.activated()).toBe(0);
  quiet = true;
  await page.after(TRIED_MS);
  expect(page.activated()).toBe(1);
});

test('a display does not update during an upload, nor after it stopped being a display', async () => {
  await begun();
  const stop = page.updates.updateWhenQuiet(() => true);
  const letGo = page.updates.holdWhileUploading(() => true);
  page.isReady();
  await page.updates.checkForUpdate();
  await page.after(MINUTE_MS);
  stop();
  letGo();
  await page.after(MINUTE_MS);
  expect(page.activated()).toBe(0);
  page.updates.updateWhenQuiet(() => true);
  await page.after(TRIED_MS);
  expect(page.activated()).toBe(1);
});

test('a page that an upload holds back reloads when that is done', async () => {
  await begun();
  const letGo = page.updates.holdWhileUploading(() => true);
  page.takenOverBy('next');
  expect(page.reloads()).toBe(0);
  letGo();
  await page.after(TRIED_MS);
  expect(page.reloads()).toBe(1);
});
