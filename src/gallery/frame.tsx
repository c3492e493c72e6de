import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { OverlayGround } from '../ui/overlay/overlay-ground.tsx';

/** What components expect around them: a router whose links lead nowhere, and the ground of overlays. */
export function Frame({ children }: { children: ReactNode }) {
  const [router] = useState(() => {
    const component = () => <OverlayGround>{children}</OverlayGround>;
    return createRouter({
      routeTree: createRootRoute({ component, notFoundComponent: component }),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    });
  });
  return <RouterProvider router={router as never} />;
}
