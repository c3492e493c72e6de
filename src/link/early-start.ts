import type { ReadName } from '../../contract/calls.ts';
import { openConsole } from './console-ready.ts';
import { dataWorker } from './worker.ts';

/** What every screen shows beside its own: the platforms in the sidebar, the newest for screen readers. */
const OF_THE_SHELL: readonly ReadName[] = ['connections', 'activity'];
const OF_A_SCREEN: Readonly<Record<string, readonly ReadName[]>> = {
  '/': ['stats', 'bundles'],
  '/dashboard': ['stats', 'bundles'],
  '/zip-bundles': ['bundles'],
};
/** The screens watch for themselves long before. */
const WATCHED_MS = 30_000;

/** A page that is not drawn by then may never be: what is known is not kept from it any longer. */
const HELD_MS = 2000;

/**
 * Starts the data worker and what the screen at `path` will read, before there is a screen.
 *
 * @returns when the last-known data is on the page, with what is to be called before the page is drawn, and
 * in its turn gives what is to be called after: between the two nothing on the page changes. Never rejects
 */
export async function startEarly(account: string, path: string): Promise<() => () => void> {
  const opened = openConsole(account);
  const reads = [...OF_THE_SHELL, ...(OF_A_SCREEN[path] ?? [])];
  const undo = reads.map((name) => dataWorker.watch(name));
  setTimeout(() => {
    for (const end of undo) end();
  }, WATCHED_MS);
  await opened;
  return () => {
    const drawn = dataWorker.mirror.hold();
    setTimeout(drawn, HELD_MS);
    return drawn;
  };
}
