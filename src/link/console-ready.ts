import { shown } from '../shown.ts';
import { forgetLastKnown } from './last-known.ts';
import { followPage } from './page-facts.ts';
import { dataWorker } from './worker.ts';

let unfollow: (() => void) | undefined;
let wanted: string | undefined;
let opened: string | undefined;

/**
 * Starts the worker for an account and waits until the last-known data is on the page. It never waits for
 * the network, and never fails: a console whose worker cannot be had shows that it knows nothing.
 */
export async function openConsole(account: string): Promise<void> {
  wanted = account;
  unfollow ??= followPage(dataWorker);
  // Reported before the page is shown, it would be taken for a start that failed.
  await dataWorker.open(account).catch((error: unknown) => {
    void shown.then(() => reportError(error));
  });
  if (wanted === account) opened = account;
}

/** @returns whether the account's last-known data is on the page */
export function isConsoleOpen(account: string): boolean {
  return opened === account;
}

/** Ends socket and polls, and erases what this device remembers of the account. */
export async function closeConsole(): Promise<void> {
  unfollow?.();
  unfollow = undefined;
  wanted = undefined;
  opened = undefined;
  forgetLastKnown();
  await dataWorker.close(true).catch((error: unknown) => reportError(error));
}
