import type { AnyRouter } from '@tanstack/react-router';
import { notifiedAccount } from '../../client/push/push-flag.ts';

/** Renews the push subscription and shows pushes in the page. Loads nothing on a device without pushes. */

/**
 * At a start: keeps this device subscribed, and leads to what a tapped notification is about, in this page, with what
 * it holds untouched.
 */
export function followNotified(router: AnyRouter): void {
  if (notifiedAccount() === null) return;
  import('../../client/push/push.ts').then(
    ({ followPushes }) => followPushes((path) => router.history.push(path)),
    reportError,
  );
}

/** At sign-out: nothing comes to this device any more. Never rejects. */
export async function forgetNotified(): Promise<void> {
  if (notifiedAccount() === null) return;
  await import('../../client/push/push.ts').then(({ push }) => push.forget()).catch(reportError);
}
