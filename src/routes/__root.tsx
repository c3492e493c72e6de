import { createRootRoute, Outlet, useRouter } from '@tanstack/react-router';
import { useDeferredValue, useEffect } from 'react';
import { styleNonce } from '../device/content-security.ts';
import { markFirstPaint, markStarted, showOwnFont } from '../device/first-paint.ts';
import { ToastRegion } from '../features/notifications/toast-region.tsx';
import { UiProvider } from '../ui/theme/ui-provider.tsx';
import { untilLoaded } from '../ui/use-loaded.ts';

/** What every page has: the page itself and the toasts. */
export const Route = createRootRoute({ component: Root });

/** By then the page has loaded what it shows; nothing of it waits for its own copy on this device. */
const UPDATES_AFTER_MS = 3000;
const ALWAYS = new AbortController().signal;

function Root() {
  const router = useRouter();
  // Rendered together with all that is put off until after the first commit (`src/ui/later.tsx`).
  const isWhole = useDeferredValue(true, false);
  useEffect(() => {
    if (isWhole) markFirstPaint();
  }, [isWhole]);
  useEffect(() => {
    markStarted();
    const timer = setTimeout(() => {
      void untilLoaded(() => import('../device/updates/updates.ts'), ALWAYS).then((updates) =>
        updates?.startUpdates(),
      );
      void showOwnFont((show) => router.subscribe('onBeforeRouteMount', show));
    }, UPDATES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [router]);
  return (
    <UiProvider styleNonce={styleNonce}>
      <Outlet />
      <ToastRegion />
    </UiProvider>
  );
}
