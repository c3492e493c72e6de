import { UNNAMED } from '../shared/account.ts';
import { SHARED_CACHE } from '../shared/shared-files.ts';
import { deviceStorage, tabStorage } from './storage.ts';

/**
 * The auth markers of the specification: a persistent entry with the username, or 'authenticated', and a
 * flag of the session. They say which way the guard leads, and prove nothing to the server.
 */
const PERSISTENT = 'auth-token';
const OF_SESSION = 'session-auth';
/** Who began to sign out here, until the server knows it: neither this device nor the server may be left half way. */
const SIGNING_OUT = 'signing-out';

export function hasMarker(): boolean {
  return deviceStorage.get(PERSISTENT) !== undefined || tabStorage.get(OF_SESSION) === 'true';
}

/** @returns the name of who is signed in, or 'authenticated' */
export function accountName(): string {
  return deviceStorage.get(PERSISTENT) || UNNAMED;
}

/** A sign-in also ends the session that was there before, at the server. */
export function setMarkers(username: string | undefined): void {
  deviceStorage.set(PERSISTENT, username || UNNAMED);
  tabStorage.set(OF_SESSION, 'true');
  deviceStorage.remove(SIGNING_OUT);
}

export function removeMarkers(): void {
  // What another app has shared must not reach the next who signs in. On plain HTTP there are no caches.
  if ('caches' in globalThis) caches.delete(SHARED_CACHE).catch(String);
  deviceStorage.remove(PERSISTENT);
  tabStorage.remove(OF_SESSION);
}

export const signingOut = {
  /** @returns the account of a sign-out that is not complete */
  get: () => deviceStorage.get(SIGNING_OUT),
  begin: (account: string) => deviceStorage.set(SIGNING_OUT, account),
  /** The server knows it. */
  end: () => deviceStorage.remove(SIGNING_OUT),
};

/** Small things that this device keeps of one account, beside its databases; each under a name with the account. */
const KEPT = ['last-used', 'last-seen', 'handover-draft', 'badge-seen'] as const;

export const keptName = (what: (typeof KEPT)[number], account = accountName()) =>
  `${what} ${account}`;

export function removeKept(account: string): void {
  for (const what of KEPT) deviceStorage.remove(keptName(what, account));
}

/**
 * The persistent marker became another in another tab, for as long as this page lives. The browser notifies the other
 * tabs only, and none that it keeps for the way back.
 *
 * @param changed called with the new name; null: nobody
 */
export function onMarkerElsewhere(changed: (username: string | null) => unknown): void {
  const follow = (username: string | null) => {
    // Somebody may be signed in again by now: a tab that was frozen is notified late.
    if (deviceStorage.get(PERSISTENT) === undefined) tabStorage.remove(OF_SESSION);
    changed(username);
  };
  addEventListener('storage', ({ key, newValue }) => {
    if (key === PERSISTENT || key === null) follow(newValue);
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow((!signingOut.get() && deviceStorage.get(PERSISTENT)) || null);
  });
}
