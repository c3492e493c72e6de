import { isAppWindow, isByShareMenu } from './app-window.ts';
import { createInstalling, type InstallOffer } from './installing.ts';

/** The way from this page to an app. */
export const installing = createInstalling({
  events: globalThis,
  isSecure: globalThis.isSecureContext,
  early: (globalThis as { installOffer?: InstallOffer }).installOffer,
  isApp: isAppWindow,
  isByHand: isByShareMenu,
});
