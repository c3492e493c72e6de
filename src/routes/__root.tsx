import { createRootRoute, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { styleNonce } from '../device/content-security.ts';
import { markFirstPaint } from '../device/first-paint.ts';
import { ToastRegion } from '../features/notifications/toast-region.tsx';
import { UiProvider } from '../ui/theme/ui-provider.tsx';

/** What every page has: the page itself and the toasts. */
export const Route = createRootRoute({ component: Root });

/** By then the page has loaded what it shows; nothing of it waits for its own copy on this device. */
const UPDATES_AFTER_MS = 3000;

function Root() {
  useEffect(() => {
    markFirstPaint();
    const timer = setTimeout(() => {
      // Without updates a page is still whole.
      import('../device/updates/updates.ts').then(({ startUpdates }) => startUpdates(), String);
    }, UPDATES_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <UiProvider styleNonce={styleNonce}>
      <Outlet />
      <ToastRegion />
    </UiProvider>
  );
}
