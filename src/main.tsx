import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createConsoleRouter } from './router.tsx';

/**
 * Renders the page. What the HTML shows stays until the screen's code and the last-known data are there, so that it
 * is replaced once and by the whole page.
 *
 * @param opened resolves when the last-known data is on the page; undefined: there is none to wait for
 */
export async function renderApp(
  root: HTMLElement,
  opened: Promise<void> | undefined,
): Promise<void> {
  const router = createConsoleRouter();
  const { dataset } = document.documentElement;
  if (dataset.notForYou !== undefined) root.replaceChildren();
  delete dataset.notForYou;
  if (root.hasChildNodes()) await Promise.all([opened, router.load()]);
  // In a transition React yields between slices, so a slow device can still scroll.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
  });
}
