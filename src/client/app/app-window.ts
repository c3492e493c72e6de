/** How the console was opened: as an app of its own, or in a tab of the browser. */

const APP_MODES = ['standalone', 'minimal-ui', 'window-controls-overlay', 'fullscreen'];

/** Apple's own word for it, older than the display mode. */
interface AppleNavigator extends Navigator {
  readonly standalone?: boolean;
}

export function isAppWindow(): boolean {
  const query = APP_MODES.map((mode) => `(display-mode: ${mode})`).join(', ');
  return matchMedia(query).matches || (navigator as AppleNavigator).standalone === true;
}

/** @returns whether this is a browser that puts apps on the home screen only by its own share menu */
export function isByShareMenu(): boolean {
  return 'standalone' in navigator;
}
