import { createRootRoute, Outlet } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { ToastArea } from '../ui/toast/toast-area.tsx';

/** After the page: nothing waits for it. */
const TipArea = lazy<ComponentType>(() =>
  import('../ui/tip/tip-area.tsx').then(
    ({ TipArea: area }) => ({ default: area }),
    () => ({ default: NoTips }),
  ),
);

/** A page without its tooltips or updates is still whole. */
function NoTips() {
  return null;
}

/** What every page has: the page itself and the toasts. */
export const Route = createRootRoute({ component: Root });

/** By then the page has loaded what it shows; nothing of it waits for its own copy on this device. */
const UPDATES_AFTER_MS = 3000;

function Root() {
  useEffect(() => {
    // index.html waits for it, and helps when it does not come.
    document.documentElement.dataset.ready = '';
    const timer = setTimeout(() => {
      import('../link/updates.ts').then(({ startUpdates }) => startUpdates(), NoTips);
    }, UPDATES_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <Outlet />
      <ToastArea />
      <Suspense>
        <TipArea />
      </Suspense>
    </>
  );
}
