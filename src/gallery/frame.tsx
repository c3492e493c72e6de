import { Tooltip } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { UiProvider } from '../ui/theme/ui-provider.tsx';
import '../ui/theme/console-styles.css';
import '../ui/theme/late-styles.css';

/**
 * What components expect around them: a router whose links lead nowhere, the theme, and the one group of
 * tooltips.
 */
export function Frame({ children }: { children: ReactNode }) {
  const [router] = useState(() => {
    const component = () => (
      <UiProvider>
        <Tooltip.Group>{children}</Tooltip.Group>
      </UiProvider>
    );
    return createRouter({
      routeTree: createRootRoute({ component, notFoundComponent: component }),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    });
  });
  return <RouterProvider router={router as never} />;
}
