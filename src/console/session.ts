import { useEffect, useSyncExternalStore } from 'react';
import type { ReadName } from '../../contract/calls.ts';
import { keyOf } from '../../contract/paths.ts';
import { firstPaint } from '../device/first-paint.ts';
import {
  accountName,
  onMarkerElsewhere,
  removeKept,
  removeMarkers,
  signingOut,
} from '../device/markers.ts';
import { WALL_ACCOUNT } from '../shared/account.ts';
import { createValueStore, undoAll } from '../shared/subscribable.ts';
import { after, sleep } from '../shared/time.ts';
import { guardUploads, letGoOfUploads } from './outbox.ts';
import { pageCache } from './page-cache.ts';
import { endSession } from './sign-out.ts';
import { workerClient } from './worker-client.ts';

/**
 * The console of one account on this page, from its opening to signing out. A page shows one account for as long as it
 * lives: another one, or nobody, begins with a load of the page, so that nothing of this one is left.
 */

let account: string | undefined;

/** left: signed out on this device; the server has not answered yet. */
type Stage = 'opening' | 'open' | 'leaving' | 'left';
const stage = createValueStore<Stage>('opening');

/**
 * Starts the worker for an account and waits until the last-known data is on the page. It never waits for
 * the network, and never fails: a console whose worker cannot be had shows that it knows nothing. On a page of another
 * account it loads the page again instead, and does not resolve.
 *
 * @param opening of a worker that was started for it before
 */
export async function openConsole(name: string, opening?: Promise<void>): Promise<void> {
  if (account === undefined) {
    account = name;
    followPageState();
    followAccount(name);
    guardUploads();
  }
  if (account !== name) return beginAnew();
  // Reported before the page is shown, it would be taken for a start that failed.
  await (opening ?? workerClient.open(name)).catch((error: unknown) => {
    void firstPaint.then(() => reportError(error));
  });
  if (stage.get() !== 'opening') return;
  stage.set('open');
  if (name !== WALL_ACCOUNT) after(TIDY_AFTER_MS, () => tidyDevice(name));
}

/** When what the first screen loads is there. Only with an answer of the server is the time known. */
const TIDY_AFTER_MS = 10_000;

function tidyDevice(name: string): void {
  const { data, from } = pageCache.entry(keyOf('connections')) ?? {};
  if (stage.get() !== 'open' || data === undefined || from === 'disk') return;
  // A line that is gone by now keeps nobody from the console; the next start tidies.
  import('./device-data.ts').then(({ noteUse }) => noteUse(name).catch(reportError), String);
}

/** Whoever is signed in by now gets a page of their own. Does not resolve. */
export function beginAnew(): Promise<never> {
  workerClient.stop();
  letGoOfUploads();
  location.reload();
  return new Promise(() => undefined);
}

/** Signing out in one tab signs out in all, walls included; signing in as somebody else does too. */
function followAccount(name: string): void {
  const marker = name === WALL_ACCOUNT ? null : name;
  onMarkerElsewhere((username) => username !== marker && beginAnew());
}

/** What the first screen reads is asked for before there is a screen, which subscribes long before this. */
const EARLY_MS = 30_000;
/** The incidents and windows say what is a drill and what is planned, the session what its account may do. */
const OF_THE_SHELL: readonly ReadName[] = [
  'connections',
  'activity',
  'incidents',
  'maintenance',
  'session',
];
const OF_THE_DASHBOARD: readonly ReadName[] = ['stats', 'bundles', 'alertRules', 'alertChannels'];
const OF_A_SCREEN: Readonly<Record<string, readonly ReadName[]>> = {
  '/': OF_THE_DASHBOARD,
  '/dashboard': OF_THE_DASHBOARD,
  '/zip-bundles': ['bundles'],
};

/**
 * As `openConsole`, before React is there: the first screen's reads start as well.
 *
 * @returns what makes pushes wait from its call until the first paint
 */
export async function openConsoleEarly(
  name: string,
  path: string,
  opening: Promise<void>,
): Promise<() => void> {
  const opened = openConsole(name, opening);
  const reads = [...OF_THE_SHELL, ...(OF_A_SCREEN[path] ?? [])];
  after(EARLY_MS, undoAll(reads.map((read) => workerClient.subscribe(read))));
  await opened;
  return () => workerClient.holdPushes(firstPaint);
}

/** Connects now instead of at the time of the next try. */
export function reconnectNow(): void {
  if (account !== undefined) void openConsole(account);
}

/** The server gets this long to end the session, beside what is done here. */
const ANSWER_MS = 3000;
const NEVER = new AbortController().signal;

/**
 * Signs out on this device in any case: socket closed, what it remembers erased, markers removed. The server ends the
 * session meanwhile; where it does not answer in time, the next page calls it again (`finishSignOut`).
 *
 * @param also what else has to end with the session, for which there is no more time than for the server
 */
export async function signOut(also: Promise<void>): Promise<void> {
  const name = account ?? accountName();
  stage.set('leaving');
  signingOut.begin(name);
  const answered = endSession(name);
  const limit = sleep(ANSWER_MS, NEVER);
  await workerClient.close(true).catch((error: unknown) => reportError(error));
  removeKept(name);
  await Promise.race([Promise.all([answered, also]), limit]);
  removeMarkers();
  // Other tabs went on with it until now.
  removeKept(name);
  letGoOfUploads();
  // Not before: the next page completes what a page that is closed meanwhile has left.
  if (await Promise.race([answered, false])) signingOut.end();
  // Where no service worker has the next page, it cannot be had while the server is away.
  while (signingOut.get() !== undefined && !navigator.serviceWorker?.controller) {
    stage.set('left');
    await sleep(ANSWER_MS, NEVER);
    if (await endSession(name)) signingOut.end();
  }
  location.replace('/login');
}

const PAGE_EVENTS = {
  window: ['online', 'offline', 'pageshow', 'pagehide'],
  document: ['visibilitychange', 'freeze', 'resume'],
} as const;

/**
 * Reports to the worker what it cannot see: whether the page is visible, and what the browser says about the
 * network.
 */
function followPageState(): void {
  const report = (event?: Event) =>
    workerClient.setPageState({
      visible:
        document.visibilityState === 'visible' &&
        event?.type !== 'freeze' &&
        event?.type !== 'pagehide',
      online: navigator.onLine,
    });
  // A worker that is frozen with its page in the back/forward cache keeps the lead and its transactions: others would wait.
  // Before the report, which would begin another transaction.
  addEventListener('pagehide', ({ persisted }) => persisted && workerClient.suspend());
  addEventListener('pageshow', workerClient.resume);
  for (const name of PAGE_EVENTS.window) addEventListener(name, report);
  for (const name of PAGE_EVENTS.document) document.addEventListener(name, report);
  report();
}

/** Opens an account. @returns 'open' once the worker runs for it and its last-known data is on the page */
export function useConsole(name: string): Stage {
  useEffect(() => {
    if (stage.get() !== 'open' || account !== name) openConsole(name).catch(reportError);
  }, [name]);
  const now = useSyncExternalStore(stage.subscribe, stage.get);
  return account === name ? now : 'opening';
}
