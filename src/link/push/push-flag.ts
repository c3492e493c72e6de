/**
 * For which account this device is notified: looked at before anything of pushes is loaded, so that a device
 * which is told nothing loads nothing.
 */
const NAME = 'notified-account';

export function notifiedAccount(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    // A browser may forbid storage altogether: such a one has no pushes either.
    return null;
  }
}

/** @param account null: for none */
export function setNotifiedAccount(account: string | null): void {
  if (account === null) localStorage.removeItem(NAME);
  else localStorage.setItem(NAME, account);
}
