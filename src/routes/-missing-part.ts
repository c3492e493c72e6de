import { askServer } from '../link/updates/server-page.ts';
import { reloadWhole } from '../link/updates/whole-page.ts';
import type { Words } from '../ui/broken/broken.tsx';

/** What a browser says when a part of the program did not arrive; it says the same when simply offline. */
const NOT_ARRIVED = /module script|dynamically imported module|preload CSS/i;
/** What React says of a part that arrived without the thing that it is there for. */
const NOTHING_IN_IT = /element type is invalid|React error #(?:130|306)\b/i;

const HINTS = {
  same: 'A part of this screen did not arrive whole. Reloading gets it again.',
  another: 'The server has a new version. Reloading brings it.',
  unreachable: 'The server cannot be reached, and this screen is not whole on this device.',
} as const;

const ASK_AGAIN_MS = 5000;
/** A page that fails however often it is loaded is left to a hand in between. */
const BY_ITSELF_EVERY_MS = 60 * 60_000;
const LAST_TIME = 'reloaded-for-part';

/**
 * A screen that failed because a part of the program did not arrive, or not as it was built: asks the server how
 * things stand until it answers, and loads the page anew, mended, by itself where that takes nothing from anybody.
 *
 * @param tell told what to say, and what a press does
 * @param over ends it
 */
export function followMissingPart(
  error: unknown,
  tell: (words: Words) => void,
  over: AbortSignal,
): void {
  if (!isOfMissingPart(error)) return;
  tell({ onRetry: reloadWhole });
  const look = async () => {
    const found = await askServer();
    const isReached = found !== 'unreachable';
    if (isReached && (await mayReload(over))) return reloadWhole();
    if (over.aborted) return;
    tell({ hint: HINTS[found], again: isReached ? 'Reload' : 'Try again', onRetry: reloadWhole });
    setTimeout(look, ASK_AGAIN_MS);
  };
  void look();
}

/** What is no program fails as it is read; data that is no JSON fails by the same name, and is no part. */
function isOfMissingPart(error: unknown): boolean {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof SyntaxError && !/JSON/.test(message)) return true;
  return NOT_ARRIVED.test(message) || NOTHING_IN_IT.test(message);
}

async function mayReload(over: AbortSignal): Promise<boolean> {
  try {
    const { isAtWork } = await import('../link/updates/updates.ts');
    const last = Number(sessionStorage.getItem(LAST_TIME) ?? 0);
    if (over.aborted || isAtWork() || Date.now() - last < BY_ITSELF_EVERY_MS) return false;
    sessionStorage.setItem(LAST_TIME, String(Date.now()));
    return true;
  } catch {
    // What cannot be known, or not be remembered, is left to a hand.
    return false;
  }
}
