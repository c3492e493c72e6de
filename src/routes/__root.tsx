import { createRootRoute, Outlet } from '@tanstack/react-router';
import { ToastArea } from '../ui/toast/toast-area.tsx';

/** What every page has: the page itself and the toasts. */
export const Route = createRootRoute({ component: Root });

function Root() {
  return (
    <>
      <Outlet />
      <ToastArea />
    </>
  );
}
