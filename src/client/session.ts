import { useEffect, useState } from 'react';
import type { ReadName } from '../../contract/calls.ts';
import { firstPaint } from './first-paint.ts';
import { accountName, onMarkerElsewhere, removeMarkers } from './markers.ts';
import './page-cache.ts';
import { workerClient } from './worker-client.ts';

/** The console of one account on this page, from its opening to signing out. */

let stopFollowingPage: (() => void) | undefined;
let wanted: string | undefined;
let opened: string | undefined;

/**
 * Starts the worker for an account and waits until the last-known data is on the page. It never waits for
 * the network, and never fails: a console whose worker cannot be had shows that it knows nothing.
 */
export async function openConsole(account: string): Promise<void> {
  wanted = account;
  stopFollowingPage ??= followPageState();
  // Reported before the page is shown, it would be taken for a start that failed.
  await workerClient.open(account).catch((error: unknown) => {
    void firstPaint.then(() => reportError(error));
  });
  if (wanted === account) opened = account;
}

/** What the first screen reads is asked for before there is a screen, which subscribes long before this. */
const EARLY_MS = 30_000;
/** The incidents say what is a drill and what is planned, the session what its account may do. */
const OF_THE_SHELL: readonly ReadName[] = ['connections', 'activity', 'incidents', 'session'];
const OF_A_SCREEN: Readonly<Record<string, readonly ReadName[]>> = {
  '/': ['stats', 'bundles'],
  '/dashboard': ['stats', 'bundles'],
  '/zip-bundles': ['bundles'],
};

/**
 * As `openConsole`, before React is there: the first screen's reads start as well.
 *
 * @returns what makes pushes wait from its call until the first paint
 */
export async function openConsoleEarly(account: string, path: string): Promise<() => void> {
  const opening = openConsole(account);
  const reads = [...OF_THE_SHELL, ...(OF_A_SCREEN[path] ?? [])];
  const undo = reads.map((name) => workerClient.subscribe(name));
  setTimeout(() => {
    for (const unsubscribe of undo) unsubscribe();
  }, EARLY_MS);
  await opening;
  return () => workerClient.holdPushes(firstPaint);
}

/** @returns whether the account's last-known data is on the page */
export function isConsoleOpen(account: string): boolean {
  return opened === account;
}

/** Connects now instead of at the time of the next try. */
export function reconnectNow(): void {
  if (opened !== undefined) void openConsole(opened);
}

/**
 * Ends the session on the server as far as it can be reached, and on this device in any case: socket
 * closed, what the device remembers erased, markers removed.
 */
export async function signOut(): Promise<void> {
  await workerClient.send('logout');
  await closeConsole();
  removeMarkers();
}

/**
 * Signing out in one tab signs out in all: what this tab shows and remembers of the account goes too.
 *
 * @param onSignedOut called after it; leads away from the console
 * @returns the undo
 */
export function followSignOut(onSignedOut: () => void): () => void {
  const account = accountName();
  return onMarkerElsewhere((username) => {
    if (username === account) return;
    if (username === null) removeMarkers();
    closeConsole().then(onSignedOut, reportError);
  });
}

/** Ends socket and polls, and erases what this device remembers of the account. */
async function closeConsole(): Promise<void> {
  stopFollowingPage?.();
  stopFollowingPage = undefined;
  wanted = undefined;
  opened = undefined;
  await workerClient.close(true).catch((error: unknown) => reportError(error));
}

const PAGE_EVENTS = {
  window: ['online', 'offline', 'pageshow', 'pagehide'],
  document: ['visibilitychange', 'freeze', 'resume'],
} as const;

/**
 * Reports to the worker what it cannot see: whether the page is visible, and what the browser says about the
 * network.
 *
 * @returns the undo
 */
function followPageState(): () => void {
  const over = new AbortController();
  const { signal } = over;
  const report = (event?: Event) =>
    workerClient.setPageState({
      visible:
        document.visibilityState === 'visible' &&
        event?.type !== 'freeze' &&
        event?.type !== 'pagehide',
      online: navigator.onLine,
    });
  for (const name of PAGE_EVENTS.window) addEventListener(name, report, { signal });
  for (const name of PAGE_EVENTS.document) document.addEventListener(name, report, { signal });
  report();
  return () => over.abort();
}

/** @returns true once the worker runs for the account and its last-known data is on the page */
export function useOpenConsole(account: string): boolean {
  const [opened, setOpened] = useState(() => (isConsoleOpen(account) ? account : undefined));
  useEffect(() => {
    if (opened === account) return;
    let current = true;
    openConsole(account).then(() => {
      if (current) setOpened(account);
    }, reportError);
    return () => {
      current = false;
    };
  }, [account, opened]);
  return opened === account;
}
