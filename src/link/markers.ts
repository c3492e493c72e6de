import { forgetLastKnown } from './last-known.ts';

/**
 * The auth markers of the specification: a persistent entry with the username, or 'authenticated', and a
 * flag of the session. They say which way the guard leads, and prove nothing to the server.
 */
const PERSISTENT = 'auth-token';
const OF_SESSION = 'session-auth';

/** What the persistent marker holds when the server named no user. */
export const UNNAMED = 'authenticated';

export function hasMarker(): boolean {
  return read('localStorage', PERSISTENT) !== null || read('sessionStorage', OF_SESSION) === 'true';
}

/** @returns the name of who is signed in, or 'authenticated' */
export function accountName(): string {
  return read('localStorage', PERSISTENT) || UNNAMED;
}

export function setMarkers(username: string | undefined): void {
  write('localStorage', PERSISTENT, username || UNNAMED);
  write('sessionStorage', OF_SESSION, 'true');
}

/** What the first paint shows of the account goes with them. */
export function removeMarkers(): void {
  forgetLastKnown();
  write('localStorage', PERSISTENT, null);
  write('sessionStorage', OF_SESSION, null);
}

/**
 * Another tab signed out, or in as somebody else. The browser tells the other tabs only.
 *
 * @param changed called with the new name; null: nobody
 * @returns the undo
 */
export function onMarkerElsewhere(changed: (username: string | null) => void): () => void {
  const over = new AbortController();
  const told = ({ key, newValue }: StorageEvent) => {
    if (key === PERSISTENT || key === null) changed(newValue);
  };
  addEventListener('storage', told, { signal: over.signal });
  return () => over.abort();
}

type Place = 'localStorage' | 'sessionStorage';

function read(place: Place, name: string): string | null {
  try {
    return globalThis[place].getItem(name);
  } catch {
    // A browser may forbid storage altogether: that reads as signed out.
    return null;
  }
}

function write(place: Place, name: string, value: string | null): void {
  try {
    if (value === null) globalThis[place].removeItem(name);
    else globalThis[place].setItem(name, value);
  } catch {
    // One place refused: the other marker is enough for the guard.
  }
}
