import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { type ReactNode, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { createValueStore } from '../../src/shared/subscribable.ts';
import { UiProvider } from '../../src/ui/theme/ui-provider.tsx';
import '../../src/ui/theme/console-styles.css';
import '../../src/ui/theme/late-styles.css';

/** A page, or a part with links, inside a router of its own. */
interface MountedPage {
  readonly box: HTMLElement;
  /** Where the router is, after links were followed. */
  path(): string;
  search(): Record<string, string>;
  /** Renders it again with other props. */
  draw(page: ReactNode): void;
}

/** Renders a page in a test; it is taken away when the test ends. */
export function mountPage(page: ReactNode, path = '/'): MountedPage {
  const shown = createValueStore(page);
  const Shown = () => useSyncExternalStore(shown.subscribe, shown.get);
  const root = createRootRoute({ component: Shown });
  const every = createRoute({ getParentRoute: () => root, path: '$' });
  const routeTree = root.addChildren([every]);
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree, history });
  const box = document.createElement('div');
  document.body.append(box);
  const drawn = createRoot(box);
  drawn.render(
    <UiProvider>
      <RouterProvider router={router as never} />
    </UiProvider>,
  );
  onTestFinished(() => {
    drawn.unmount();
    box.remove();
    document.documentElement.removeAttribute('data-mantine-color-scheme');
  });
  return {
    box,
    path: () => history.location.pathname,
    search: () => Object.fromEntries(new URLSearchParams(history.location.search)),
    draw: shown.set,
  };
}
