import { isDeepStrictEqual } from 'node:util';
import { keyOf, keyText } from '../../contract/paths.ts';
import { createListeners } from '../base/listeners.ts';
import type { Database } from '../database/database.ts';
import type { Journal } from '../database/journal.ts';
import { type Definition, listDefinitions } from './rows/definitions.ts';

interface PlatformListDeps {
  readonly db: Database;
  readonly journal: Pick<Journal, 'subscribe' | 'onGap'>;
}

const PLATFORMS = keyText(keyOf('platforms'));

/** The platforms as they are now, on every instance, in memory. */
export type PlatformList = Awaited<ReturnType<typeof openPlatformList>>;

/** Follows the changes of all instances. */
export async function openPlatformList(deps: PlatformListDeps) {
  const { db, journal } = deps;
  /** In their order. Always the same array, whose content is replaced: whoever holds it sees the platforms of now. */
  const platforms = await listDefinitions(db);
  const listeners = createListeners();
  let reloading = Promise.resolve();

  async function reload(): Promise<void> {
    const now = await listDefinitions(db);
    if (isDeepStrictEqual(now, platforms)) return;
    platforms.splice(0, platforms.length, ...now);
    listeners.tell();
  }
  const reloadSoon = () => {
    // A database that does not answer is a gap of the journal, after which it is read again.
    reloading = reloading.then(reload).catch(() => undefined);
  };
  const stopListening = journal.subscribe(({ key }) => {
    if (keyText(key) === PLATFORMS) reloadSoon();
  });
  const stopGaps = journal.onGap(reloadSoon);

  return {
    platforms: platforms as readonly Definition[],
    /** Called when they have changed. It must not throw. @returns unsubscribe */
    onChange: listeners.add,
    /** Resolves when the list has what was committed before the call. */
    upToDate: () => reloading,
    async close() {
      stopListening();
      stopGaps();
      await reloading;
    },
  };
}
