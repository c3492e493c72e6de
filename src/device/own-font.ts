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
