import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { breath } from './breath.ts';
import { createConsoleRouter } from './router.tsx';

/**
 * Shows the page. What the built HTML shows stays until the screen's code and the last-known data are there,
 * and then the page takes its place whole; where it shows nothing, nothing is waited for.
 *
 * @param opened resolves when the last-known data is on the page
 * @param shown called once the page has taken the place of what was there, before it is painted
 */
export async function start(
  root: HTMLElement,
  opened: Promise<unknown> | undefined,
  shown: () => void,
): Promise<void> {
  const router = createConsoleRouter();
  await breath();
  const { dataset } = document.documentElement;
  if (dataset.notForYou !== undefined) root.replaceChildren();
  delete dataset.notForYou;
  if (root.hasChildNodes()) await Promise.all([router.load(), opened]);
  // In slices: a slow device stays able to scroll and type.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <Shown onShown={shown}>
          <RouterProvider router={router} />
        </Shown>
      </StrictMode>,
    );
  });
}

function Shown({ onShown, children }: { onShown: () => void; children: ReactNode }) {
  useLayoutEffect(onShown, [onShown]);
  return children;
}
