import { useSyncExternalStore } from 'react';
import { type CallName, keyOf } from '../../contract/paths.ts';
import type { SessionInfo } from '../../contract/shapes/account.ts';
import { refusalText } from '../shared/permissions.ts';
import { pageCache } from './page-cache.ts';
import { workerClient } from './worker-client.ts';

/** What the account of this console may do, as its session says. Where no session is known, everything is allowed. */

const KEY = keyOf('session');

const session = () => pageCache.entry<SessionInfo | null>(KEY)?.data;

/** Keeps the session current. @returns the undo */
export const followSession = () => workerClient.subscribe('session');

/** @returns why this account may not make the call, as a sentence; undefined: it may */
export function disabledReason(call: CallName): string | undefined {
  return refusalText(session(), call);
}

/** As `disabledReason`, and renders again when it changes. */
export function useDisabledReason(call: CallName | undefined): string | undefined {
  return useSyncExternalStore(pageCache.subscribe, () => call && disabledReason(call));
}

/** @returns the role of who is signed in; undefined: not known, or the server has no roles */
export function useRole(): SessionInfo['role'] {
  return useSyncExternalStore(pageCache.subscribe, () => session()?.role);
}

/** @returns `disabledReason`, for several calls; renders again when what is refused changes */
export function useDisabledReasons(): typeof disabledReason {
  useSyncExternalStore(pageCache.subscribe, session);
  return disabledReason;
}

/**
 * @returns false for a server that has said that it has no sessions: none of this product's, so that it has only what the
 * specification has
 */
export function useHasExtras(): boolean {
  return useSyncExternalStore(
    pageCache.subscribe,
    () => pageCache.entry(KEY)?.failure?.status !== 404,
  );
}

/** @returns whether nothing is allowed before the account has a second factor */
export function useMustEnrol(): boolean {
  return useSyncExternalStore(pageCache.subscribe, () => session()?.mustEnrol === true);
}
