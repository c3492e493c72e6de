import { beforeEach, expect, test, vi } from 'vitest';
import { createMirror } from '../../src/link/mirror.ts';
import type { LinkState } from '../../src/worker/api.ts';
import { openUpdatePage, type UpdatePage } from './update-page.ts';

/** What makes a page look for another version, and what lets a screen that nobody stands at take it. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Screens try again every five seconds, and then ask the other tabs two questions, each for half a second. */
const TRIED_MS = 6100;

const known = vi.hoisted(() => ({ mirror: undefined as unknown, revive: vi.fn() }));
vi.mock('../../src/link/worker.ts', () => ({ dataWorker: known }));

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
  page.updates.serverIsBack('own');
  await page.after(0);
  expect(page.asked()).toBe(1);
  page.updates.serverIsBack('another');
  await page.after(0);
  expect(page.asked()).toBe(2);
  await page.after(TRIED_MS);
  page.updates.serverIsBack(undefined);
  await page.after(0);
  expect(page.asked()).toBe(3);
});

test('the hello of a line that is live again says which build the server has, once', async () => {
  const mirror = createMirror(() => 0);
  known.mirror = mirror;
  let number = 0;
  const link = (state: LinkState['state'], serverBuild: string) => {
    number += 1;
    const phase = { state, since: 0, lastHeardAt: 0, attempt: 0, nextTryAt: 0 };
    const told = { ...phase, liveMessageSeen: true, role: 'leading', serverBuild };
    mirror.apply({ number, link: told as LinkState });
  };
  await begun();
  const { followConsole } = await import('../../src/link/updates/console-updates.ts');
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

test('a data worker that may have died of a damaged file is tried again when that is whole', async () => {
  known.mirror = createMirror(() => 0);
  await begun();
  const { followConsole } = await import('../../src/link/updates/console-updates.ts');
  followConsole();
  expect(known.revive).not.toHaveBeenCalled();
  page.mended('assets/main.js');
  expect(known.revive).toHaveBeenCalledTimes(1);
});

test('a screen that nobody stands at takes what is ready at its first quiet moment, and not before', async () => {
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

test('it does not while something is sent, nor once it is no such screen any more', async () => {
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

test('a page that is held under an upload follows when that is done', async () => {
  await begun();
  const letGo = page.updates.holdWhileUploading(() => true);
  page.takenOverBy('next');
  expect(page.reloads()).toBe(0);
  letGo();
  await page.after(TRIED_MS);
  expect(page.reloads()).toBe(1);
});
