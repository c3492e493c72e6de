import { createRootRoute, Outlet } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { ToastArea } from '../ui/toast/toast-area.tsx';

/** After the page: nothing waits for it. */
const TipArea = lazy<ComponentType>(() =>
  import('../ui/tip/tip-area.tsx').then(
    ({ TipArea: area }) => ({ default: area }),
    () => ({ default: NoTips }),
  ),
);

/** A page without its tooltips is still whole. */
function NoTips() {
  return null;
}

/** What every page has: the page itself and the toasts. */
export const Route = createRootRoute({ component: Root });

function Root() {
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
