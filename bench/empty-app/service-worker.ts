import { type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';

/** Keeps every file of the empty app and answers with what it kept, as the product's does. */
declare const self: { readonly __WB_MANIFEST: PrecacheEntry[] };

precacheAndRoute(self.__WB_MANIFEST);
