/**
 * What a browser takes away from a page that came over plain HTTP. Everything else of the console does
 * without: names for uploads are made by hand, digests are computed here, each tab has a link of its own.
 */
export const LOST_FEATURES = [
  'install',
  'offline',
  'notifications',
  'awake',
  'one-link',
  'kept-data',
] as const;
export type LostFeature = (typeof LOST_FEATURES)[number];

/** Where each is found in a browser that gives it. */
const FOUND: Readonly<Record<LostFeature, readonly ['navigator' | 'window', string]>> = {
  install: ['window', 'onbeforeinstallprompt'],
  offline: ['navigator', 'serviceWorker'],
  // A browser may know pushes by name and yet have nothing here that could take one.
  notifications: ['navigator', 'serviceWorker'],
  awake: ['navigator', 'wakeLock'],
  'one-link': ['navigator', 'locks'],
  'kept-data': ['navigator', 'storage'],
};

/** @returns what is off because the page is not secure; nothing when it is */
export function lostFeatures(page: typeof globalThis = globalThis): readonly LostFeature[] {
  if (page.isSecureContext) return [];
  return LOST_FEATURES.filter((feature) => {
    const [place, name] = FOUND[feature];
    // The browser may know the offer to install in its types and still never make it here.
    return feature === 'install' || !(name in (place === 'navigator' ? page.navigator : page));
  });
}
