import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { unstable_forceFrameRate as sliceByFrames } from 'scheduler';
import { afterPaint } from './after-paint.ts';
import { breath } from './breath.ts';
import { createConsoleRouter } from './router.tsx';

/**
 * The first page is drawn in slices of one frame: in React's own slices, of 5 ms, a slow device spends a quarter of
 * its time between them. 0 gives those back.
 */
const FIRST_PAGE = 60;
const AS_REACT_DOES = 0;

/**
 * Shows the page. What the built HTML shows stays until the screen's code and the last-known data are there,
 * and then the page takes its place whole; where it shows nothing, nothing is waited for.
 *
 * @param opened resolves when the last-known data is on the page, with what holds it there until it is drawn
 * @param shown called once the page has taken the place of what was there, before it is painted
 */
export async function start(
  root: HTMLElement,
  opened: Promise<() => () => void> | undefined,
  shown: () => void,
): Promise<void> {
  const router = createConsoleRouter();
  await breath();
  const { dataset } = document.documentElement;
  if (dataset.notForYou !== undefined) root.replaceChildren();
  delete dataset.notForYou;
  const [hold] = root.hasChildNodes() ? await Promise.all([opened, router.load()]) : [];
  const drawn = hold?.();
  // What was held comes after what was drawn is painted: a task of its own, and a shorter one.
  const onShown = () => {
    sliceByFrames(AS_REACT_DOES);
    shown();
    if (drawn) afterPaint(drawn);
  };
  // In slices: a slow device stays able to scroll and type.
  sliceByFrames(FIRST_PAGE);
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <Shown onShown={onShown}>
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
