import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach } from 'vitest';
import '../theme.css';

/** For the components' tests alone: puts a component on the page, and takes it off after the test. */
const shown: { root: Root; place: HTMLElement }[] = [];

afterEach(() => {
  for (const { root, place } of shown.splice(0)) {
    root.unmount();
    place.remove();
  }
});

/** Puts `node` on the page. */
export function show(node: ReactNode): HTMLElement {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  shown.push({ root, place });
  root.render(node);
  return place;
}

/** Puts `node` on the page inside a router, for components with links. */
export function showRouted(node: ReactNode, path = '/'): HTMLElement {
  const routeTree = createRootRoute({ component: () => node, notFoundComponent: () => node });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree, history });
  return show(<RouterProvider router={router as never} />);
}
