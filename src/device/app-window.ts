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

/**
 * What a browser takes away from a page that came over plain HTTP. Everything else of the console does
 * without: names for uploads are made by hand, digests are computed here, each tab has its own connection.
 */
type LostFeature = 'install' | keyof typeof FOUND;

/** Where each is found in a browser that gives it. */
const FOUND = {
  offline: ['navigator', 'serviceWorker'],
  // A browser may know pushes by name and yet have nothing here that could take one.
  notifications: ['navigator', 'serviceWorker'],
  awake: ['navigator', 'wakeLock'],
  'one-link': ['navigator', 'locks'],
  'kept-data': ['navigator', 'storage'],
} as const;

/** @returns what is off because the page is not secure; nothing when it is */
export function lostFeatures(page: typeof globalThis = globalThis): readonly LostFeature[] {
  if (page.isSecureContext) return [];
  const lost = (Object.keys(FOUND) as (keyof typeof FOUND)[]).filter((feature) => {
    const [place, name] = FOUND[feature];
    return !(name in (place === 'navigator' ? page.navigator : page));
  });
  // The browser may know the offer to install in its types and still never make it here.
  return ['install', ...lost];
}
