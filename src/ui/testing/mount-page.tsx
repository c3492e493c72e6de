import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import '../theme.css';

/**
 * Draws a whole page, or a part with links, inside a router of its own, in a test.
 *
 * @returns where the router is, after links were followed
 */
export function mountPage(page: ReactNode, path = '/'): { path(): string } {
  const routeTree = createRootRoute({ component: () => page, notFoundComponent: () => page });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree, history });
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box);
  root.render(<RouterProvider router={router as never} />);
  onTestFinished(() => {
    root.unmount();
    box.remove();
    document.documentElement.removeAttribute('data-mantine-color-scheme');
  });
  return { path: () => history.location.pathname };
}
