import { useSyncExternalStore } from 'react';
import { type CallName, keyOf } from '../../contract/paths.ts';
import type { SessionInfo } from '../../contract/shapes/account.ts';
import { refusalText } from '../shared/permissions.ts';
import { pageCache } from './page-cache.ts';
import { workerClient } from './worker-client.ts';

/** What the account of this console may do, as its session says. Where no session is known, everything is allowed. */

const KEY = keyOf('session');

const session = () => pageCache.entry<SessionInfo | null>(KEY)?.data;

export const followSession = () => workerClient.subscribe('session');

/** @returns why this account may not make the call, as a sentence; undefined: it may */
export function disabledReason(call: CallName): string | undefined {
  return refusalText(session(), call);
}

export function useDisabledReason(call: CallName | undefined): string | undefined {
  return useSyncExternalStore(pageCache.subscribe, () => call && disabledReason(call));
}

/** @returns the role of who is signed in; undefined: not known, or the server has no roles */
export function useRole(): SessionInfo['role'] {
  return useSyncExternalStore(pageCache.subscribe, () => session()?.role);
}

export function useMustEnrol(): boolean {
  return useSyncExternalStore(pageCache.subscribe, () => session()?.mustEnrol === true);
}
