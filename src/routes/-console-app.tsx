import { useEffect } from 'react';
import { startAppBadge } from '../link/app-badge.ts';

/** What the console does beyond a page where it is an app of the device. It loads when the screens stand. */
export function ConsoleApp() {
  useEffect(startAppBadge, []);
  return null;
}
