import axe from 'axe-core';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { UiProvider } from '../../src/ui/theme/ui-provider.tsx';
import '../../src/ui/theme/console-styles.css';
import '../../src/ui/theme/late-styles.css';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

/** A component on a page of its own, in a test. */
export interface Mounted {
  readonly box: HTMLElement;
  /** Draws it again with other props. */
  draw(element: ReactNode): void;
}

/**
 * Draws an element as the console would, tokens and overlays included; taken away when the test ends.
 *
 * @param around what the page puts around it; a whole page brings its own `main`
 */
export function mount(element: ReactNode, around: 'main' | 'div' = 'main'): Mounted {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  // As index.html does before anything is drawn: without a scheme there are no colours, and no borders to measure.
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
  const box = document.createElement(around);
  document.body.append(box);
  const root = createRoot(box);
  const draw = (next: ReactNode) => act(() => root.render(<UiProvider>{next}</UiProvider>));
  draw(element);
  // What a person does by mouse and keys comes from outside React.
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  onTestFinished(() => {
    root.unmount();
    box.remove();
    document.documentElement.removeAttribute('data-mantine-color-scheme');
  });
  return {
    box,
    draw(next) {
      globalThis.IS_REACT_ACT_ENVIRONMENT = true;
      draw(next);
      globalThis.IS_REACT_ACT_ENVIRONMENT = false;
    },
  };
}

/** Rules about what the scheme decides: the dark page has the structure of the light one in other colours and pictures. */
const OF_SCHEME = ['cat.color', 'cat.text-alternatives'];

/**
 * @param without names of axe's rules that do not apply here
 * @returns what axe finds wrong on the page, a line each, in both schemes
 */
export async function faults(without: readonly string[] = []): Promise<string[]> {
  // A category brings the first along; by default it is off. A component alone has no page around it, so it has no first heading
  // and no landmarks.
  const off = ['color-contrast-enhanced', 'page-has-heading-one', 'heading-order', ...without];
  const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
  const found: string[] = [];
  for (const scheme of ['light', 'dark']) {
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
    finishTransitions();
    const { violations } = await axe.run(document.body, {
      rules,
      resultTypes: ['violations'],
      ...(scheme === 'dark' && { runOnly: OF_SCHEME }),
    });
    for (const { id, nodes } of violations) {
      found.push(...nodes.map((node) => `${scheme}: ${id}: ${node.html}`));
    }
  }
  return found;
}

/** Colours that are still on their way from one scheme to the other would be judged in between. */
function finishTransitions(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      animation.finish();
  }
}
