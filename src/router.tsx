import { createRouter, lazyRouteComponent, type RouterHistory } from '@tanstack/react-router';
import { BrokenPage } from './features/shell/broken.tsx';
import { routeTree } from './route-tree.gen.ts';

/**
 * Every screen, addressed. A screen's code loads when a link to it is pointed at.
 *
 * @param history the browser's own by default
 */
export function createConsoleRouter(history?: RouterHistory) {
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
