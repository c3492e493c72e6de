import { useEffect, useSyncExternalStore } from 'react';
import { productName } from '../device/product.ts';
import { createValueStore } from '../shared/subscribable.ts';

const BETWEEN = ' · ';

/** The title of the page that is shown, for the shell's header; at first the one that the HTML came with. */
const shownTitle = createValueStore(document.title.split(BETWEEN, 1)[0] ?? '');
/** What the mesh says before every title, such as '(1) Archive down'. */
let prefix = '';

/**
 * Names the document while the calling page is shown. Behind the sign-in the shell's header shows the title
 * as the page's one first-level heading, so a console page writes none of its own.
 *
 * @param title of the page, without the product's name
 * @param description one sentence for the description meta tag
 */
export function usePage(title: string, description: string): void {
  useEffect(() => namePage(title, description), [title, description]);
}

function namePage(title: string, description: string): void {
  document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  shownTitle.set(title);
  writeTitle();
}

/** @param text stands before the title of this page and of those that follow; '' for none */
export function setTitlePrefix(text: string): void {
  if (prefix === text) return;
  prefix = text;
  writeTitle();
}

function writeTitle(): void {
  document.title = [prefix, shownTitle.get(), productName()].filter(Boolean).join(BETWEEN);
}

/** Takes the focus to the page's heading, where a screen reader begins to read. */
export function focusHeading(): void {
  document.getElementById('screen-title')?.focus();
}

/** @returns the title that the shown page gave itself */
export function usePageTitle(): string {
  return useSyncExternalStore(shownTitle.subscribe, shownTitle.get);
}
