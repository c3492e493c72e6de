import { deviceStorage, tabStorage } from '../shared/storage.ts';

/**
 * The auth markers of the specification: a persistent entry with the username, or 'authenticated', and a
 * flag of the session. They say which way the guard leads, and prove nothing to the server.
 */
const PERSISTENT = 'auth-token';
const OF_SESSION = 'session-auth';
/** Where the device keeps what the account last saw; it goes with the markers. */
export const LAST_SEEN = 'last-seen';
/** Under which the device keeps a handover note that is not sent yet; it goes with the markers too. */
export const HANDOVER_DRAFT = 'handover-draft';

/** What the persistent marker holds when the server named no user. */
const UNNAMED = 'authenticated';

export function hasMarker(): boolean {
  return deviceStorage.get(PERSISTENT) !== undefined || tabStorage.get(OF_SESSION) === 'true';
}

/** @returns the name of who is signed in, or 'authenticated' */
export function accountName(): string {
  return deviceStorage.get(PERSISTENT) || UNNAMED;
}

export function setMarkers(username: string | undefined): void {
  deviceStorage.set(PERSISTENT, username || UNNAMED);
  tabStorage.set(OF_SESSION, 'true');
}

export function removeMarkers(): void {
  deviceStorage.remove(PERSISTENT);
  tabStorage.remove(OF_SESSION);
  deviceStorage.remove(LAST_SEEN);
  deviceStorage.remove(HANDOVER_DRAFT);
}

/**
 * Another tab signed out, or in as somebody else. The browser notifies the other tabs only.
 *
 * @param changed called with the new name; null: nobody
 * @returns the undo
 */
export function onMarkerElsewhere(changed: (username: string | null) => void): () => void {
  const over = new AbortController();
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === PERSISTENT || key === null) changed(newValue);
  };
  addEventListener('storage', onStorage, { signal: over.signal });
  return () => over.abort();
}
