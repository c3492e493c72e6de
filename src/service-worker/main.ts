import { showPushes } from './pushes.ts';
import { takeSharedFiles } from './shared-files.ts';
import { serveShell } from './shell.ts';
import type { ShellFile } from './shell-files.ts';

/**
 * The service worker: the console's own files without a network. Each of its parts listens for itself; what
 * none of them takes goes to the server as if there were no service worker.
 */
declare const self: ServiceWorkerGlobalScope & {
  /** Every file of the shell, written here when the build is done. */
  readonly __WB_MANIFEST: readonly ShellFile[];
};

/** Name of the build that this is part of, written here by the build. */
declare const BUILD_ID: string;

serveShell(self, self.__WB_MANIFEST, BUILD_ID);
takeSharedFiles(self);
showPushes(self);
