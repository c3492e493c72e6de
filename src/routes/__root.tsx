import { createRootRoute, Outlet } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { tellShown } from '../shown.ts';
import { ToastArea } from '../ui/toast/toast-area.tsx';
import { extra } from './-extra.ts';

/** After the page: nothing waits for it, and a page without its tooltips is still whole. */
const TipArea = extra(async () => (await import('../ui/tip/tip-area.tsx')).TipArea);

/** What every page has: the page itself and the toasts. */
export const Route = createRootRoute({ component: Root });

/** By then the page has loaded what it shows; nothing of it waits for its own copy on this device. */
const UPDATES_AFTER_MS = 3000;

function Root() {
  useEffect(() => {
    tellShown();
    const timer = setTimeout(() => {
      // Without updates a page is still whole.
      import('../link/updates/updates.ts').then(({ startUpdates }) => startUpdates(), String);
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
