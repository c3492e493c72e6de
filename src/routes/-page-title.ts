import { useEffect, useSyncExternalStore } from 'react';
import { productName } from '../product.ts';

const BETWEEN = ' · ';

/** The title of the page that is shown, for the shell's header; at first the one that the HTML came with. */
let shownTitle = document.title.split(BETWEEN, 1)[0] ?? '';
const listeners = new Set<() => void>();

/**
 * Names the document while the calling page is shown. Behind the sign-in the shell's header shows the title
 * as the page's one first-level heading, so a console page writes none of its own.
 *
 * @param title of the page, without the product's name
 * @param description one sentence for the description meta tag
 */
export function usePage(title: string, description: string): void {
  // Effects do not run where pages are drawn at build time.
  if (import.meta.env.SSR) namePage(title, description);
  useEffect(() => namePage(title, description), [title, description]);
}

function namePage(title: string, description: string): void {
  const product = productName();
  document.title = product ? `${title}${BETWEEN}${product}` : title;
  document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  shownTitle = title;
  for (const listener of listeners) listener();
}

/** @returns the title that the shown page gave itself */
export function usePageTitle(): string {
  return useSyncExternalStore(subscribe, () => shownTitle);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
