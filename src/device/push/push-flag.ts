import { deviceStorage } from '../storage.ts';

/** Looked at before anything of pushes is loaded, so that a device without notifications loads nothing. */
const NAME = 'notified-account';

export function notifiedAccount(): string | null {
  return deviceStorage.get(NAME) ?? null;
}

export function setNotifiedAccount(account: string | null): void {
  if (account === null) deviceStorage.remove(NAME);
  else deviceStorage.set(NAME, account);
}
