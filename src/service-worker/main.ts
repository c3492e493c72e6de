import { type PrecacheEntry, precacheConsole } from './precache.ts';
import { showPushes } from './pushes.ts';
import { takeSharedFiles } from './shared-files.ts';

/** The service worker. What none of its parts answers goes to the server as if there were no service worker. */
declare const self: ServiceWorkerGlobalScope & {
  /** Every file of the build, listed here by the build. */
  readonly __WB_MANIFEST: readonly PrecacheEntry[];
};

/** Name of the build that this is part of, written here by the build. */
declare const BUILD_ID: string;

precacheConsole(self, self.__WB_MANIFEST, BUILD_ID);
takeSharedFiles(self);
showPushes(self);
