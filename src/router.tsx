import { createRouter } from '@tanstack/react-router';
import { routeTree } from './route-tree.gen.ts';

/** Every screen, addressed. Screens other than the one that was asked for load when a link to them is pointed at. */
export function createConsoleRouter() {
  return createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
