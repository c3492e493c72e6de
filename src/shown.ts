import { afterPaint } from './after-paint.ts';

let tell: () => void;

/** Resolves once the first page is painted. What loads late waits for it, and takes nothing from that page. */
export const shown = new Promise<void>((resolve) => {
  tell = resolve;
});

/** Called when the page has taken the place of what the HTML showed. `index.html` helps when that does not come. */
export function tellShown(): void {
  document.documentElement.dataset.ready = '';
  afterPaint(tell);
}
