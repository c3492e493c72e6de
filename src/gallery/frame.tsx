import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { OverlayGround } from '../ui/overlay/overlay-ground.tsx';
import { TipArea } from '../ui/tip/tip-area.tsx';

/**
 * What components expect around them: a router whose links lead nowhere, the ground of overlays, and the one
 * tooltip of the page.
 */
export function Frame({ children }: { children: ReactNode }) {
  const [router] = useState(() => {
    const component = () => (
      <OverlayGround>
        {children}
        <TipArea />
      </OverlayGround>
    );
    return createRouter({
      routeTree: createRootRoute({ component, notFoundComponent: component }),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    });
  });
  return <RouterProvider router={router as never} />;
}
