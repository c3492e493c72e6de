import { deviceStorage } from '../storage.ts';

/**
 * For which account this device is notified: looked at before anything of pushes is loaded, so that a device
 * without notifications loads nothing.
 */
const NAME = 'notified-account';

export function notifiedAccount(): string | null {
  return deviceStorage.get(NAME) ?? null;
}

/** @param account null: for none */
export function setNotifiedAccount(account: string | null): void {
  if (account === null) deviceStorage.remove(NAME);
  else deviceStorage.set(NAME, account);
}
