import { createFileRoute, Outlet } from '@tanstack/react-router';
import { OverlayGround } from '../ui/overlay/overlay-ground.tsx';

/** Everything behind the sign-in. */
export const Route = createFileRoute('/_console')({ component: ConsoleLayout });

function ConsoleLayout() {
  return (
    <OverlayGround>
      <Outlet />
    </OverlayGround>
  );
}
