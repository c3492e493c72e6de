import type { AnswerOf } from '../../contract/calls.ts';
import { keyOf } from '../../contract/paths.ts';
import { accountName, hasMarker } from '../link/markers.ts';
import type { Mirror } from '../link/mirror.ts';
import { dataWorker } from '../link/worker.ts';
import { textsOf } from './known-part.ts';
import {
  KNOWN_PARTS,
  type KnownPartName,
  type KnownParts,
  readLastKnown,
  writeLastKnown,
} from './last-known.ts';

/** Soon after something has come; what goes on coming is kept no more often than the second. */
const AFTER_MS = 1000;
const EVERY_MS = 15_000;

/**
 * Keeps for the next first paint what is known of an account: a while after it changed, and when nobody looks
 * any more, which may be the last that this page does.
 *
 * @returns the undo; what is kept stays
 */
export function keepLastKnown(account: string, mirror: Mirror = dataWorker.mirror): () => void {
  const over = new AbortController();
  let wait: ReturnType<typeof setTimeout> | undefined;
  let keptAt = Number.NEGATIVE_INFINITY;

  function keep(): void {
    clearTimeout(wait);
    wait = undefined;
    if (!hasMarker() || accountName() !== account) return;
    keptAt = Date.now();
    const kept = readLastKnown(account)?.parts ?? {};
    const parts = { ...kept, ...newerThan(kept, mirror) };
    writeLastKnown({ account, skewMs: mirror.skewMs(), parts });
  }

  function keepSoon(): void {
    wait ??= setTimeout(keep, Math.max(AFTER_MS, keptAt + EVERY_MS - Date.now()));
  }

  const unsubscribe = mirror.subscribe(({ entries = [] }) => {
    if (entries.length > 0) keepSoon();
  });
  const listen = { signal: over.signal };
  addEventListener('pagehide', keep, listen);
  document.addEventListener('visibilitychange', () => document.hidden && keep(), listen);
  keepSoon();
  return () => {
    over.abort();
    unsubscribe();
    clearTimeout(wait);
  };
}

/** Another tab may have kept what is newer, and what this one's screen does not show is not known here. */
function newerThan(kept: KnownParts, mirror: Mirror): KnownParts {
  return Object.fromEntries(
    KNOWN_PARTS.flatMap((name) => {
      const { data, at, everyMs = null } = mirror.entry(keyOf(name)) ?? {};
      if (data === undefined || at === undefined || at < (kept[name]?.at ?? at)) return [];
      return [[name, { at, everyMs, ...textsOf(name, data as AnswerOf<KnownPartName>) }]];
    }),
  );
}
