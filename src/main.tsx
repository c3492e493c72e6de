import {
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrokenPage } from './features/shell/broken.tsx';
import { routeTree } from './route-tree.gen.ts';

/** The HTML is replaced once and by the whole page. @param opened resolves with last-known data; undefined: none */
export async function renderApp(
  root: HTMLElement,
  opened: Promise<() => void> | undefined,
): Promise<void> {
  const router = createConsoleRouter();
  const { dataset } = document.documentElement;
  if (dataset.notForYou !== undefined) root.replaceChildren();
  delete dataset.notForYou;
  if (root.hasChildNodes()) {
    const [holdPushes] = await Promise.all([opened, router.load()]);
    holdPushes?.();
  }
  // In a transition React yields between slices, so a slow device can still scroll. Were the data to change between two
  // slices, React would begin again and not yield.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
  });
}

/** A screen's code loads when a link to it is pointed at. */
function createConsoleRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: BrokenPage,
    defaultNotFoundComponent: lazyRouteComponent(
      () => import('./features/shell/not-found.tsx'),
      'NotFoundPage',
    ),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
