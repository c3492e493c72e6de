import type { AnyRouter } from '@tanstack/react-router';
import { followPushes } from '../../client/push/push.ts';

/** A tapped notification leads to its screen in this page, with what the page holds untouched. */
export function followNotifications(router: AnyRouter): void {
  followPushes((path) => router.history.push(path));
}
