import { notifiedAccount } from '../device/push/push-flag.ts';

/** Renews the push subscription and shows pushes in the page. Loads nothing on a device without pushes. */

/**
 * At a start: keeps this device subscribed, and leads to what a tapped notification is about, in this page, with what
 * it holds untouched.
 *
 * @param go opens a path of the console in this page
 */
export function followNotified(go: (path: string) => void): void {
  if (notifiedAccount() === null) return;
  import('./push.ts').then(({ followPushes }) => followPushes(go), String);
}

/** At sign-out: nothing comes to this device any more. Never rejects. */
export async function forgetNotified(): Promise<void> {
  if (notifiedAccount() === null) return;
  await import('./push.ts').then(({ push }) => push.forget()).catch(reportError);
}
