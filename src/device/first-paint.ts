/** A hidden page is not painted: what waits for a paint goes on after this. */
const HIDDEN_MS = 1000;
/** However long the rest of the first page takes: what the server says waits no longer for it. */
const WHOLE_MAX_MS = 3000;

let resolveFirstPaint: () => void;

/** Resolves once the whole first page has been painted. What loads late waits for it. */
export const firstPaint = new Promise<void>((resolve) => {
  resolveFirstPaint = resolve;
});

/** Called when React's page has replaced what the HTML showed. From then on the boot script offers no help. */
export function markStarted(): void {
  document.documentElement.dataset.ready = '';
  setTimeout(resolveFirstPaint, WHOLE_MAX_MS);
}

/** Called when that page is whole, with what it renders after its first commit. */
export function markFirstPaint(): void {
  afterPaint(resolveFirstPaint);
}

/** Runs once, in a task of its own, when what stands on the page now has been painted. */
export function afterPaint(task: () => void): void {
  const painted = new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, HIDDEN_MS);
  });
  void painted.then(task);
}

/**
 * A first visit is drawn in the system's font (index.html). Once the page's own has loaded, it is shown with the next screen, so
 * that nothing moves that is being read; on a wall at once.
 *
 * @param onNextScreen calls before another screen is shown
 */
export async function showOwnFont(onNextScreen: (show: () => void) => unknown): Promise<void> {
  const root = document.documentElement;
  if (!root.hasAttribute('data-first-visit')) return;
  const fonts = await document.fonts.load('1em "Inter Variable"').catch(() => []);
  if (fonts.length === 0) return;
  const show = () => root.removeAttribute('data-first-visit');
  if (root.hasAttribute('data-wall')) show();
  else onNextScreen(show);
}
