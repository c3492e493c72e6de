/** Where this browser keeps what the first paint shows of an account. Here, because every page can forget it. */
export const LAST_KNOWN = 'last-known';

export function forgetLastKnown(): void {
  try {
    localStorage.removeItem(LAST_KNOWN);
  } catch {
    // A browser that forbids storage has kept nothing.
  }
}
