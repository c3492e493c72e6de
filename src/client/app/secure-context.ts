/**
 * What a browser takes away from a page that came over plain HTTP. Everything else of the console does
 * without: names for uploads are made by hand, digests are computed here, each tab has a link of its own.
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
