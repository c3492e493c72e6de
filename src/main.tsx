import {
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { recoverLostFiles } from './device/lost-files.ts';
import { BrokenPage } from './features/shell/broken.tsx';
import { routeTree } from './route-tree.gen.ts';
import './first-paint/console-frame.css';

/**
 * Renders the page. What the HTML shows stays until the screen's code and the last-known data are there, so that it
 * is replaced once and by the whole page.
 *
 * @param opened resolves when the last-known data is on the page, with what keeps that still; undefined: there is
 * none to wait for
 */
export async function renderApp(
  root: HTMLElement,
  opened: Promise<() => void> | undefined,
): Promise<void> {
  recoverLostFiles(new AbortController().signal);
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

/**
 * Every screen, addressed. A screen's code loads when a link to it is pointed at.
 *
 * @param history the browser's own by default
 */
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
